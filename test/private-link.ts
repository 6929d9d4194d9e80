import { API, APPLICATION_TOKEN_HEADER } from '../contract/wire/paths.ts'
import { hashSecret, newSecret } from '../server/features/accounts/session-queries.ts'
import type { Db } from '../server/platform/database/tables.ts'
import { fixture, form } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Gives an application a private link, as a message that is sent does. @returns the token */
export async function insertPrivateLink(db: Db, applicationId: number): Promise<string> {
  const token = newSecret()
  const row = { token_hash: hashSecret(token), application_id: applicationId, created_at: '2026-03-01T12:00:00.000Z' }
  await db
    .insertInto('application_links')
    .values({ ...row, expires_at: null, revoked_at: null })
    .execute()
  return token
}

/** Sends another resume with the token of a private link. */
export function sendResume(
  app: Pick<TestApp, 'request'>,
  token: string,
  { name = 'resume.docx', content = fixture(name) }: { name?: string; content?: Buffer<ArrayBuffer> } = {},
): Promise<Response> {
  const headers = { [APPLICATION_TOKEN_HEADER]: token }
  return app.request(API.myApplicationResume, { method: 'POST', headers, body: form({}, { name, content }) })
}

/** Replaces the resume of an application. @returns the token of its private link */
export async function replaceOnce(app: TestApp, id: number): Promise<string> {
  const token = await insertPrivateLink(app.db, id)
  const response = await sendResume(app, token)
  if (response.status !== 204) throw new Error(`not replaced: ${await response.text()}`)
  return token
}
