import type { Role } from '../contract/accounts/roles.ts'
import type { AssignedPosting } from '../contract/policies/policy.ts'
import { insertAccount } from '../server/features/accounts/account-queries.ts'
import { createSession } from '../server/features/accounts/session-queries.ts'
import type { TestApp } from './test-app.ts'

/** An admin who is signed in. */
export type AdminClient = ReturnType<typeof adminClient>

/** Sends requests as a signed-in admin. @param headers from `app.signIn()` or {@link signInAs} */
export function adminClient(app: Pick<TestApp, 'request'>, headers: { authorization: string }) {
  const send = (method: string, path: string, body?: unknown) =>
    app.request(path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    send,
    /** Sends a request and gives status and JSON of the response. */
    request: async <Body>(method: string, path: string, body?: unknown) => {
      const response = await send(method, path, body)
      return { status: response.status, body: (await response.json()) as Body }
    },
  }
}

/** Makes another account and signs it in. @param options.assignments postings of a hiring manager */
export async function signInAs(
  app: Pick<TestApp, 'db'>,
  username: string,
  {
    now = new Date(),
    role = 'owner',
    assignments = [],
  }: { now?: Date; role?: Role; assignments?: readonly AssignedPosting[] } = {},
): Promise<{ authorization: string }> {
  const id = await insertAccount(app.db, { username, password_hash: '', role, created_at: now.toISOString() })
  for (const { jobId, decides } of assignments)
    await app.db
      .insertInto('job_assignments')
      .values({ account_id: id, job_id: jobId, decides: decides ? 1 : 0 })
      .execute()
  const { token } = await createSession(app.db, id, now)
  return { authorization: `Bearer ${token}` }
}
