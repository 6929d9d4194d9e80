import { queryOptions } from '@tanstack/react-query'
import type { OwnSessions } from '../../../contract/accounts/session-list.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'

/** Where the signed-in person is signed in; read anew whenever it is shown. */
export function ownSessionsQuery(token: string | null) {
  return queryOptions({
    queryKey: [SIGN_IN_API.ownSessions, token],
    queryFn: ({ signal }) => jsonRequest<OwnSessions>('GET', SIGN_IN_API.ownSessions, { token, signal }),
    staleTime: 0,
  })
}

/** Ends one session of the signed-in person. */
export function endOwnSession(id: number): Promise<unknown> {
  return jsonRequest('DELETE', pathTo(SIGN_IN_API.ownSession, id), { token: readToken() })
}

/** Ends every session of the signed-in person but this one. */
export function endOtherSessions(): Promise<unknown> {
  return jsonRequest('POST', SIGN_IN_API.endOtherSessions, { token: readToken() })
}
