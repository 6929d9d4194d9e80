import type { SetupResponse } from '../../../contract/accounts/account.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorCode } from '../../../contract/wire/error.ts'
import { SETUP_TOKEN_HEADER } from '../../../contract/wire/paths.ts'
import { ApiError } from '../../api/api-error.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { request } from '../../api/request.ts'

const TOKEN_WRONG: ErrorCode = 'setup_token_wrong'

/**
 * Creates the first admin account.
 * @param setupToken from the page's address or typed by the operator; empty for none
 * @throws ApiError when an account exists already or the token is wrong
 */
export async function setupAdmin(setupToken: string): Promise<SetupResponse> {
  if (setupToken === '') return (await request('POST', ADMIN_API.setupAdmin)).json()
  return jsonRequest('POST', ADMIN_API.setupAdmin, { headers: { [SETUP_TOKEN_HEADER]: setupToken } })
}

/** Whether the server refused a missing or wrong setup token. */
export function wantsSetupToken(error: Error | null): boolean {
  return error instanceof ApiError && error.code === TOKEN_WRONG
}
