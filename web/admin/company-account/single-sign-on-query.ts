import { queryOptions } from '@tanstack/react-query'
import type { SingleSignOn } from '../../../contract/accounts/single-sign-on.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { jsonRequest } from '../../api/json-request.ts'

/** Whether people sign in with company accounts here. */
export const singleSignOnQuery = queryOptions({
  queryKey: [ADMIN_API.singleSignOn],
  queryFn: ({ signal }) => jsonRequest<SingleSignOn>('GET', ADMIN_API.singleSignOn, { signal }),
})
