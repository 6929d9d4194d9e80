import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Job } from '../../../contract/job.ts'
import { API } from '../../../contract/paths.ts'
import { useAuth } from '../../session/use-auth.ts'
import { changeRow, type JobRowChange, undoRow } from './job-list-changes.ts'
import { managedJobsQuery } from './managed-jobs-query.ts'

/** The list of postings in memory, changed ahead of the server and brought back when it refuses. */
export function useJobList() {
  const client = useQueryClient()
  const { token } = useAuth()
  return useMemo(() => {
    const { queryKey } = managedJobsQuery(token)
    return {
      /**
       * Changes one posting in the list at once.
       * @returns the action that brings that posting back as it was
       */
      change: async (id: number, change: JobRowChange) => {
        await client.cancelQueries({ queryKey })
        const jobs = client.getQueryData(queryKey) ?? []
        const index = jobs.findIndex((job) => job.id === id)
        const before = jobs[index]
        client.setQueryData(queryKey, (now) => now && changeRow(now, id, change))
        return () => client.setQueryData(queryKey, (now) => now && before && undoRow(now, before, index))
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
