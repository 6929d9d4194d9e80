import { queryOptions } from '@tanstack/react-query'
import type { Job } from '../../contract/job.ts'
import { API } from '../../contract/paths.ts'
import { jsonRequest } from '../api/json-request.ts'
import { keepTrying } from '../api/keep-trying.ts'

/** All postings, as an admin reads them; `spec.md` section 7. */
export function managedJobsQuery(token: string | null) {
  return queryOptions({
    queryKey: [API.jobs, token],
    queryFn: ({ signal }) => jsonRequest<Job[]>('GET', API.jobs, { token, signal }),
    ...keepTrying,
    staleTime: 0,
  })
}
