import { queryOptions } from '@tanstack/react-query'
import type { Job, PublicJob } from '../../../contract/jobs/job.ts'
import { API } from '../../../contract/wire/paths.ts'
import { conditionalRead, shareWithETag } from '../../api/conditional-read.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'

/** The postings that the signed-in person sees with the admin's fields: of the others a hiring manager reads what visitors do. */
export function managedJobsQuery(token: string | null) {
  return queryOptions({
    queryKey: [API.jobs, token],
    queryFn: (reading) =>
      conditionalRead(reading, API.jobs, {
        token,
        read: async (response) => ((await response.json()) as (Job | PublicJob)[]).filter((job) => 'version' in job),
      }),
    structuralSharing: shareWithETag,
    ...retryAfterFailure,
    staleTime: 0,
  })
}
