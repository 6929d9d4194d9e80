import { queryOptions } from '@tanstack/react-query'
import type { Job } from '../../../contract/job.ts'
import { API } from '../../../contract/paths.ts'
import { keepTrying } from '../../api/keep-trying.ts'
import { readChanges, shareWithTag } from '../../api/read-changes.ts'

/** All postings, as an admin reads them; `spec.md` section 7. */
export function managedJobsQuery(token: string | null) {
  return queryOptions({
    queryKey: [API.jobs, token],
    queryFn: (reading) =>
      readChanges(reading, API.jobs, { token, read: (response) => response.json() as Promise<Job[]> }),
    structuralSharing: shareWithTag,
    ...keepTrying,
    staleTime: 0,
  })
}
