import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import { createSession } from '../../server/features/accounts/session-queries.ts'
import { passkeyClient } from '../passkeys/passkey-client.ts'
import { makeAuthenticator } from '../passkeys/software-authenticator.ts'
import { TEST_ADMIN } from '../test-app.ts'
import type { Subject } from './matrix-subject.ts'
import type { World } from './matrix-world.ts'
import { RIGHT_BODIES } from './right-bodies.ts'

type About = { world: World; subject: Subject; signedIn: Record<string, string> }

/** The default of `PUBLIC_URL`. */
const device = () => makeAuthenticator({ origin: 'http://localhost:3000' })

/** A passkey that the caller's browser has just made; nobody's for one who is not signed in. */
export async function newPasskey({ world, signedIn }: About): Promise<{ body: object }> {
  const right = RIGHT_BODIES['POST /api/auth/passkeys'] as object
  const { ticket, options } = await passkeyClient(world.app).offerNew(signedIn)
  return { body: options ? { ...right, ticket, response: device().create(options) } : right }
}

/** Gives the caller a passkey. */
export async function havingPasskey(about: About): Promise<object> {
  const { body } = await newPasskey(about)
  await passkeyClient(about.world.app).post(SIGN_IN_API.passkeys, body, about.signedIn)
  return {}
}

/** A colleague of the subject with a passkey. */
async function colleagueWithPasskey({ world, subject }: About) {
  const { db } = world.app
  const id = await subject.id('people')
  const { username } = await db.selectFrom('accounts').select('username').where('id', '=', id).executeTakeFirstOrThrow()
  const { token } = await createSession(db, id, new Date())
  const client = passkeyClient(world.app)
  const added = await client.add({ authorization: `Bearer ${token}` }, { device: device() })
  return { client, username, device: added.device }
}

/** The use of a colleague's passkey. */
export async function passkeySignIn(about: About): Promise<{ body: object }> {
  const { client, device: theirs } = await colleagueWithPasskey(about)
  const { ticket, options } = await client.offer()
  return { body: { ticket, response: theirs.get(options) } }
}

/** The ticket for the password of a colleague who has a passkey. */
export async function passwordTicket(about: About): Promise<{ body: object }> {
  const { client, username } = await colleagueWithPasskey(about)
  return { body: { ticket: (await client.sendPassword({ ...TEST_ADMIN, username })).ticket } }
}

/** The use of a colleague's passkey after the password. */
export async function passkeyAfterPassword(about: About): Promise<{ body: object }> {
  const { client, username, device: theirs } = await colleagueWithPasskey(about)
  const { ticket } = await client.sendPassword({ ...TEST_ADMIN, username })
  const offered = await client.offerAfterPassword(ticket)
  return { body: { ticket, challengeTicket: offered.ticket, response: theirs.get(offered.options) } }
}
