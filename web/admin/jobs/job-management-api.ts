import { queryOptions } from '@tanstack/react-query'
import { TOTAL_HEADER } from '../../../contract/application-list.ts'
import type { Job, JobCreate, JobUpdate } from '../../../contract/job.ts'
import { API, IDEMPOTENCY_HEADER, pathTo } from '../../../contract/paths.ts'
import { raiseUnlessOk } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { bearer, jsonRequest } from '../../api/json-request.ts'
import { sendSignedIn } from '../../api/send-signed-in.ts'

/** A posting to be made, and the key by which a retried attempt is known as the same one. */
export type JobCreation = { body: JobCreate; idempotencyKey: string }

/** How many applications a posting has. */
export function applicationCountQuery(jobId: number, token: string | null) {
  return queryOptions({
    queryKey: [API.applications, 'count', jobId, token],
    queryFn: async ({ signal }) => {
      const response = await sendSignedIn(token, (current) =>
        fetch(`${API.applications}?jobId=${jobId}&limit=1`, {
          credentials: 'include',
          headers: bearer(current),
          signal,
        }),
      )
      return Number((await raiseUnlessOk(response)).headers.get(TOTAL_HEADER))
    },
    // Counted afresh for each question: an earlier number could be wrong by now.
    gcTime: 0,
  })
}

/** Makes a posting. */
export function createJob({ body, idempotencyKey }: JobCreation): Promise<Job> {
  const headers = { [IDEMPOTENCY_HEADER]: idempotencyKey }
  return jsonRequest('POST', API.adminJobs, { body, headers, token: readToken() })
}

/** Saves an edit of a posting as it was in view. */
export function saveJob({ id, version }: Job, body: JobCreate): Promise<Job> {
  return updateJob(id, { ...body, version })
}

/** Changes some fields of a posting. */
export function updateJob(id: number, body: JobUpdate): Promise<Job> {
  return jsonRequest('PATCH', pathTo(API.adminJob, id), { body, token: readToken() })
}

/** Deletes a posting; its applications stay. */
export function deleteJob(id: number): Promise<void> {
  return jsonRequest('DELETE', pathTo(API.adminJob, id), { token: readToken() })
}
