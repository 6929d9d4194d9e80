import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Job } from '../../../contract/jobs/job.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { useAuth } from '../../session/use-auth.ts'
import { managedJobsQuery } from '../api/managed-jobs-query.ts'

/** The cached list of postings, for optimistic changes. */
export function useJobList() {
  const client = useQueryClient()
  const { token } = useAuth()
  return useMemo(() => {
    const { queryKey } = managedJobsQuery(token)
    return {
      /**
       * Changes one posting in the list immediately.
       * @returns the action that restores the posting
       */
      change: async (id: number, change: JobRowChange) => {
        await client.cancelQueries({ queryKey })
        const jobs = client.getQueryData(queryKey) ?? []
        const index = jobs.findIndex((job) => job.id === id)
        const before = jobs[index]
        client.setQueryData(queryKey, (now) => now && changeRow(now, id, change))
        return () => client.setQueryData(queryKey, (now) => now && before && undoRow(now, before, index))
      },
      /** Stores the server's version: a new posting comes first, an existing one stays at its index. */
      put: (stored: Job) =>
        client.setQueryData(queryKey, (jobs) => {
          if (!jobs?.some(({ id }) => id === stored.id)) return jobs && [stored, ...jobs]
          return jobs.map((job) => (job.id === stored.id ? stored : job))
        }),
      /** Refetches everything that shows postings: this list, the public pages and the dashboard's counts. */
      refresh: () =>
        client.invalidateQueries({
          predicate: ({ queryKey: [address] }) =>
            typeof address === 'string' && (address.startsWith(API.jobs) || address === ADMIN_API.applicationSummary),
        }),
    }
  }, [client, token])
}

/** A change of one posting in the list; null removes it. */
type JobRowChange = (job: Job) => Job | null

/** The list after a change of one posting. */
export function changeRow(jobs: Job[], id: number, change: JobRowChange): Job[] {
  return jobs.flatMap((job) => (job.id === id ? (change(job) ?? []) : job))
}

/** The list after a refused change: the posting is restored at its index. */
export function undoRow(jobs: Job[], before: Job, index: number): Job[] {
  if (jobs.some(({ id }) => id === before.id)) return jobs.map((job) => (job.id === before.id ? before : job))
  return jobs.toSpliced(index, 0, before)
}
