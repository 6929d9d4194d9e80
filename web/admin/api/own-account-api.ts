import { queryOptions } from '@tanstack/react-query'
import type { OwnDisplayName, User } from '../../../contract/accounts/account.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'

/** The signed-in person, as the server knows it. */
export function ownAccountQuery(token: string | null) {
  return queryOptions({
    queryKey: [API.me, token],
    queryFn: ({ signal }) => jsonRequest<User>('GET', API.me, { token, signal }),
  })
}

/** Sets the name that signs the messages of the signed-in person; null for none. */
export function saveDisplayName(displayName: string | null): Promise<OwnDisplayName> {
  return jsonRequest('PUT', ADMIN_API.ownDisplayName, { token: readToken(), body: { displayName } })
}
