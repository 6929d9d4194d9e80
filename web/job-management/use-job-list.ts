import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Job } from '../../contract/job.ts'
import { API } from '../../contract/paths.ts'
import { managedJobsQuery } from '../jobs/managed-jobs-query.ts'
import { useAuth } from '../session/use-auth.ts'

/** The list of postings in memory, changed ahead of the server and brought back when it refuses. */
export function useJobList() {
  const client = useQueryClient()
  const { token } = useAuth()
  return useMemo(() => {
    const { queryKey } = managedJobsQuery(token)
    return {
      /**
       * Changes the list at once.
       * @returns the action that brings back how it was
       */
      change: async (edit: (jobs: Job[]) => Job[]) => {
        await client.cancelQueries({ queryKey })
        const before = client.getQueryData(queryKey)
        client.setQueryData(queryKey, (jobs) => jobs && edit(jobs))
        return () => client.setQueryData(queryKey, before)
      },
      /** Puts in what the server has stored: a new posting first, a known one in its place. */
      put: (stored: Job) =>
        client.setQueryData(queryKey, (jobs) => {
          if (!jobs?.some(({ id }) => id === stored.id)) return jobs && [stored, ...jobs]
          return jobs.map((job) => (job.id === stored.id ? stored : job))
        }),
      /** Reads again everything that shows postings: this list, the public pages and the dashboard's counts. */
      refresh: () =>
        client.invalidateQueries({
          predicate: ({ queryKey: [address] }) =>
            typeof address === 'string' && (address.startsWith(API.jobs) || address === API.applicationSummary),
        }),
    }
  }, [client, token])
}
