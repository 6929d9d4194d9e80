import { queryOptions } from '@tanstack/react-query'
import type { Assignees } from '../../../../contract/team/assignments.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { jsonRequest } from '../../../api/json-request.ts'

/** People come and go rarely; the server checks each assignment. In milliseconds. */
const STALE_MS = 5 * 60_000

/** The people to whom applications can be assigned, by name. */
export function assigneesQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.assignees, token],
    queryFn: async ({ signal }) => (await jsonRequest<Assignees>('GET', ADMIN_API.assignees, { token, signal })).people,
    staleTime: STALE_MS,
  })
}
