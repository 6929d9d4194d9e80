import { queryOptions } from '@tanstack/react-query'
import type { Job } from '../../../contract/jobs/job.ts'
import { API } from '../../../contract/wire/paths.ts'
import { conditionalRead, shareWithETag } from '../../api/conditional-read.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'

/** All postings with the admin's fields. */
export function managedJobsQuery(token: string | null) {
  return queryOptions({
    queryKey: [API.jobs, token],
    queryFn: (reading) =>
      conditionalRead(reading, API.jobs, { token, read: (response) => response.json() as Promise<Job[]> }),
    structuralSharing: shareWithETag,
    ...retryAfterFailure,
    staleTime: 0,
  })
}
