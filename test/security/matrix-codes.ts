import { createSession } from '../../server/features/accounts/session-queries.ts'
import { TEST_ADMIN } from '../test-app.ts'
import { bearer, codeOf, totpClient } from '../totp-client.ts'
import type { Subject } from './matrix-subject.ts'
import type { World } from './matrix-world.ts'
import { RIGHT_BODIES } from './right-bodies.ts'

type About = { world: World; subject: Subject; signedIn: Record<string, string> }

/** The first code of a new app of the caller; nobody's for one who is not signed in. */
export async function newApp({ world, signedIn }: About): Promise<{ body: object }> {
  const { ticket, secret } = await totpClient(world.app).begin(signedIn)
  if (!secret) return { body: RIGHT_BODIES['POST /api/auth/second-factors/totp/confirm'] as object }
  return { body: { ticket, code: await codeOf(secret, new Date()) } }
}

/** Gives the caller an authenticator app. */
export async function havingApp(about: About): Promise<object> {
  const { body } = await newApp(about)
  await totpClient(about.world.app).send('POST', '/api/auth/second-factors/totp/confirm', body, about.signedIn)
  return {}
}

/** A recovery code of a colleague of the subject, after the password. */
export async function codeAfterPassword({ world, subject }: About): Promise<{ body: object }> {
  const { db } = world.app
  const id = await subject.id('people')
  const { username } = await db.selectFrom('accounts').select('username').where('id', '=', id).executeTakeFirstOrThrow()
  const client = totpClient(world.app)
  const { codes } = await client.add(bearer(await createSession(db, id, new Date())), new Date())
  const { ticket } = await client.sendPassword({ ...TEST_ADMIN, username })
  return { body: { ticket, recoveryCode: codes[0] } }
}
