import { PASSWORD_RESET_HEADER } from '../contract/wire/admin-paths.ts'
import { SIGN_IN_API } from '../contract/wire/sign-in-paths.ts'
import { hashSecret, newSecret } from '../server/features/accounts/session-queries.ts'
import type { Db } from '../server/platform/database/tables.ts'
import { CHOSEN } from './people-kit.ts'
import type { TestApp } from './test-app.ts'

type Site = Pick<TestApp, 'request'>

/** Asks for a link for a new password. */
export function askForReset({ request }: Site, username: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return request(SIGN_IN_API.requestPasswordReset, { method: 'POST', headers, body: JSON.stringify({ username }) })
}

/** Reads whose password a link sets. */
export function readReset({ request }: Site, token: string): Promise<Response> {
  return request(SIGN_IN_API.passwordReset, { headers: { [PASSWORD_RESET_HEADER]: token } })
}

/** Sets a password by a link. */
export function resetBy({ request }: Site, token: string, password = CHOSEN): Promise<Response> {
  const headers = { [PASSWORD_RESET_HEADER]: token, 'content-type': 'application/json' }
  return request(SIGN_IN_API.passwordReset, { method: 'POST', headers, body: JSON.stringify({ password }) })
}

/** The token of the link in a mail; empty without one. */
export function resetTokenIn(text: string | undefined): string {
  return /\/admin\/reset-password#token=([\w-]{43})(?!\S)/.exec(text ?? '')?.[1] ?? ''
}

/** Makes a link for an account, in place of a mail and of an earlier link, and gives the account an address. @returns its token */
export async function insertPasswordReset(db: Db, accountId: number): Promise<string> {
  const [token, email] = [newSecret(), `person${accountId}@example.com`]
  const account = db.updateTable('accounts').set({ email }).where('id', '=', accountId).returning('role')
  const { role } = await account.executeTakeFirstOrThrow()
  const times = { asked_at: new Date().toISOString(), expires_at: '2099-01-01T00:00:00.000Z' }
  const reset = { account_id: accountId, email, role, token_hash: hashSecret(token), ...times }
  await db.deleteFrom('password_resets').where('account_id', '=', accountId).execute()
  await db.insertInto('password_resets').values(reset).execute()
  return token
}
