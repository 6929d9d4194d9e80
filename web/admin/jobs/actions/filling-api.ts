import { queryOptions } from '@tanstack/react-query'
import type { FilledJob, FillJob, OpenApplications } from '../../../../contract/filling/filling.ts'
import type { Job } from '../../../../contract/jobs/job.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { conflictingVersion } from '../../../api/edit-conflict.ts'
import { jsonRequest } from '../../../api/json-request.ts'

/** What is decided about the people of a posting that is filled. */
export type Filling = Omit<FillJob, 'version'>

/** Who waits for a decision on a posting. Read again for each dialog: an earlier answer lacks who has just come. */
export function openApplicationsQuery(token: string | null, jobId: number) {
  return queryOptions({
    queryKey: [ADMIN_API.openApplications, jobId, token],
    queryFn: ({ signal }) =>
      jsonRequest<OpenApplications>('GET', pathTo(ADMIN_API.openApplications, jobId), { token, signal }),
    gcTime: 0,
    // The question stays as it was asked while it is read.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Fills a posting with what that means for its people; again over a newer version in which its state is the same.
 * @throws ApiError for a refused request, TypeError when the network fails
 */
export async function fillJob(seen: Job, filling: Filling): Promise<FilledJob> {
  try {
    const body = { ...filling, version: seen.version }
    return await jsonRequest<FilledJob>('POST', pathTo(ADMIN_API.fillJob, seen.id), { body, token: readToken() })
  } catch (error) {
    const current = conflictingVersion<Job>(error)
    const isSame = current && current.status === seen.status && current.isActive === seen.isActive
    // Of the one who is to be hired nothing newer is named: an admin must choose again.
    if (!isSame || current.version === seen.version) throw error
    return fillJob(current, filling)
  }
}
