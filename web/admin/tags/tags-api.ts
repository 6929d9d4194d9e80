import { queryOptions } from '@tanstack/react-query'
import type { Tag } from '../../../contract/team/tags.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { jsonRequest } from '../../api/json-request.ts'

/** Tags change rarely; each change here reads them anew. In milliseconds. */
const STALE_MS = 60_000

/** All tags, by name. */
export function tagsQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.tags, token],
    queryFn: async ({ signal }) => (await jsonRequest<{ tags: Tag[] }>('GET', ADMIN_API.tags, { token, signal })).tags,
    staleTime: STALE_MS,
  })
}
