import { queryOptions } from '@tanstack/react-query'
import type { Job, JobCreate, JobUpdate } from '../../../contract/jobs/job.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { IDEMPOTENCY_HEADER, pathTo, TOTAL_HEADER } from '../../../contract/wire/paths.ts'
import { raiseUnlessOk } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { bearer, jsonRequest } from '../../api/json-request.ts'
import { sendAuthorized } from '../../api/send-authorized.ts'

/** A new posting, and the key that identifies a retry. */
type JobCreation = { body: JobCreate; idempotencyKey: string }

/** How many applications a posting has. */
export function applicationCountQuery(jobId: number, token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.applications, 'count', jobId, token],
    queryFn: async ({ signal }) => {
      const response = await sendAuthorized(token, (current) =>
        fetch(`${ADMIN_API.applications}?jobId=${jobId}&limit=1`, {
          credentials: 'include',
          headers: bearer(current),
          signal,
        }),
      )
      return Number((await raiseUnlessOk(response)).headers.get(TOTAL_HEADER))
    },
    // Counted again for each dialog: a cached number could be outdated.
    gcTime: 0,
  })
}

/** Creates a posting. */
export function createJob({ body, idempotencyKey }: JobCreation): Promise<Job> {
  const headers = { [IDEMPOTENCY_HEADER]: idempotencyKey }
  return jsonRequest('POST', ADMIN_API.adminJobs, { body, headers, token: readToken() })
}

/** Saves an edit over the given version of a posting. */
export function saveJob({ id, version }: Job, body: JobCreate): Promise<Job> {
  return updateJob(id, { ...body, version })
}

/** Changes some fields of a posting. */
export function updateJob(id: number, body: JobUpdate): Promise<Job> {
  return jsonRequest('PATCH', pathTo(ADMIN_API.adminJob, id), { body, token: readToken() })
}

/** Deletes the given version of a posting; its applications stay. */
export function deleteJob({ id, version }: Job): Promise<void> {
  return jsonRequest('DELETE', `${pathTo(ADMIN_API.adminJob, id)}?version=${version}`, { token: readToken() })
}
