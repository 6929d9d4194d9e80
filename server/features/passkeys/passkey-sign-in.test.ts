import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LoginResponse } from '../../../contract/accounts/account.ts'
import type { PasskeyOptions } from '../../../contract/accounts/passkeys.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { signInAs } from '../../../test/admin-client.ts'
import { endOtherWays, UNASKED_PROVIDER } from '../../../test/oidc/only-company-accounts.ts'
import { PASSKEY_ORIGIN, passkeyClient } from '../../../test/passkeys/passkey-client.ts'
import { makeAuthenticator, type SoftwareAuthenticator } from '../../../test/passkeys/software-authenticator.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const REFUSED = { code: 'unauthorized', message: 'This passkey is not known here. Please use another way to sign in.' }

let app: TestApp
let client: ReturnType<typeof passkeyClient>
let me: { authorization: string }
let device: SoftwareAuthenticator
beforeEach(async () => {
  app = await startTestApp({ publicUrl: PASSKEY_ORIGIN, oidc: UNASKED_PROVIDER })
  client = passkeyClient(app)
  me = await app.signIn()
  device = (await client.add(me)).device
})
afterEach(() => app.stop())

const sessions = () => app.db.selectFrom('sessions').select(['account_id', 'method']).orderBy('id').execute()
const lastMethod = async () => (await sessions()).at(-1)?.method
const count = async () => (await app.db.selectFrom('passkeys').select('sign_count').executeTakeFirst())?.sign_count

async function expectRefusal(response: Response, message?: string) {
  expect(response.status, message).toBe(401)
  expect(await response.json(), message).toEqual(REFUSED)
  expect(response.headers.get('set-cookie'), message).toBeNull()
}

test('a passkey alone signs in, without a username and without a second factor', async () => {
  const response = await client.signIn(device)
  expect(response.status).toBe(200)
  expect(response.headers.get('set-cookie')).toContain('wellhead-applications=')
  expect(response.headers.get('cache-control')).toContain('no-store')
  const { token, user } = (await response.json()) as LoginResponse
  expect(user.username).toBe('admin')
  expect((await app.request('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  expect(await lastMethod()).toBe('passkey')
  expect((await client.list(me))[0]?.lastUsedAt).toMatch(/^\d{4}-/)
  const last = app.db.selectFrom('audit_trail').select('action').orderBy('id', 'desc')
  expect((await last.executeTakeFirst())?.action).toBe('signed_in')
})

test('with company accounts as the only way in, a passkey opens nothing but to owners', async () => {
  const { device: other } = await client.add(await signInAs(app, 'rita', { role: 'recruiter' }))
  await endOtherWays(app.db)
  const refused = await client.signIn(other)
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'single_sign_on_only'])
  expect(refused.headers.get('set-cookie')).toBeNull()
  expect((await client.signIn(device)).status, 'the way back').toBe(200)
})

test('the offer to sign in with a passkey is the same for everyone, and stores nothing', async () => {
  const { options } = await client.offer()
  expect(options).toEqual({
    ...{ rpId: 'careers.example.com', timeout: 300_000, userVerification: 'required', allowCredentials: [] },
    challenge: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(await app.db.selectFrom('spent_tickets').selectAll().execute(), 'that of the new passkey alone').toHaveLength(
    1,
  )
})

test.each([
  ['of another site', { origin: 'https://careers.example.net' }],
  ['for another host', { rpId: 'example.com' }],
  ['to another challenge', { challenge: 'A'.repeat(43) }],
  ['of a device that did not ask who holds it', { verifiesUser: false }],
  ['with the account of another person', { userHandle: 'A'.repeat(43) }],
  ['to an offer of a new passkey', { type: 'webauthn.create' }],
])('a response %s does not sign in', async (_name, odd) => {
  const before = await sessions()
  await expectRefusal(await client.signIn(device, odd))
  expect(await sessions()).toEqual(before)
})

test('an unknown passkey, a wrong signature, a removed passkey and a deactivated account are refused with the same words', async () => {
  await expectRefusal(await client.signIn(makeAuthenticator({ origin: PASSKEY_ORIGIN })), 'unknown')
  const { ticket, options } = await client.offer()
  const other = makeAuthenticator({ origin: PASSKEY_ORIGIN }).get(options)
  await expectRefusal(await client.send(ticket, { ...other, id: device.id }), 'signed with another key')
  await app.db.updateTable('accounts').set({ deactivated_at: new Date().toISOString() }).execute()
  await expectRefusal(await client.signIn(device), 'deactivated')
  await app.db.updateTable('accounts').set({ deactivated_at: null }).execute()
  expect((await client.signIn(device)).status).toBe(200)
  await app.db.deleteFrom('passkeys').execute()
  await expectRefusal(await client.signIn(device), 'removed')
})

test('a response signs in once, also when it is sent twice at the same time', async () => {
  const { ticket, options } = await client.offer()
  const response = device.get(options)
  const both = await Promise.all([client.send(ticket, response), client.send(ticket, response)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  await expectRefusal(await client.send(ticket, response), 'later')
})

test('a challenge is good for five minutes, and for nothing else than signing in', async () => {
  const { ticket, options } = await client.offer()
  const other = await client.offerNew(me)
  const response = device.get(options)
  expect((await client.send(other.ticket, response)).status).toBe(401)
  expect((await client.send('forged', response)).status).toBe(401)
  app.setNow(new Date(Date.now() + 6 * 60_000))
  const late = await client.send(ticket, response)
  expect(late.status).toBe(401)
  expect(await late.json()).toMatchObject({ message: 'The sign-in took too long. Please try again.' })
})

test('a count that does not grow is refused, and one that is always 0 is not', async () => {
  expect((await client.signIn(device, { signCount: 7 })).status).toBe(200)
  await expectRefusal(await client.signIn(device, { signCount: 7 }), 'the same')
  await expectRefusal(await client.signIn(device, { signCount: 6 }), 'a lower one')
  await expectRefusal(await client.signIn(device, { signCount: 0 }), 'none any more')
  expect(await count()).toBe(7)
  expect((await client.signIn(device, { signCount: 4_294_967_295 })).status).toBe(200)
  await app.db.updateTable('passkeys').set({ sign_count: 0 }).execute()
  for (const _again of [1, 2]) expect((await client.signIn(device, { signCount: 0 })).status).toBe(200)
})

test('of two responses with one count, sent at the same time, one signs in', async () => {
  const [first, second] = [await client.offer(), await client.offer()]
  const send = ({ ticket, options }: PasskeyOptions) => client.send(ticket, device.get(options, { signCount: 9 }))
  const both = await Promise.all([send(first), send(second)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
})

test('after ten wrong responses for one passkey the network waits, and the right one is not tried', async () => {
  for (let sent = 0; sent < 10; sent += 1) await expectRefusal(await client.signIn(device, { verifiesUser: false }))
  const limited = await client.signIn(device)
  expect(limited.status).toBe(429)
  expect(limited.headers.get('retry-after')).not.toBeNull()
})

test('wrong responses before a right one are forgotten', async () => {
  for (let sent = 0; sent < 9; sent += 1) await client.signIn(device, { verifiesUser: false })
  expect((await client.signIn(device)).status).toBe(200)
  for (let sent = 0; sent < 9; sent += 1) await client.signIn(device, { verifiesUser: false })
  expect((await client.signIn(device)).status).toBe(200)
})

const sendAfterPassword = (ticket: string, { ticket: challengeTicket, options }: PasskeyOptions, by = device) =>
  client.post(SIGN_IN_API.secondFactorPasskey, { ticket, challengeTicket, response: by.get(options) })

test('a passkey finishes a sign-in after the password', async () => {
  const { ticket, methods } = await client.sendPassword()
  expect(methods).toEqual(['passkey', 'recovery_code'])
  const offered = await client.offerAfterPassword(ticket)
  expect(offered.options.allowCredentials.map(({ id }) => id)).toEqual([device.id])
  const response = await sendAfterPassword(ticket, offered)
  expect(response.status).toBe(200)
  expect(await lastMethod()).toBe('second_factor')
  const again = await sendAfterPassword(ticket, await client.offerAfterPassword(ticket))
  expect(again.status, 'the password has to be sent again').toBe(401)
})

test('after the password of one person the passkey of another signs nobody in', async () => {
  const other = await signInAs(app, 'second')
  const { device: theirs } = await client.add(other)
  const { ticket } = await client.sendPassword()
  const offered = await client.offerAfterPassword(ticket)
  const before = await sessions()
  await expectRefusal(await sendAfterPassword(ticket, offered, theirs))
  const alone = await client.offer()
  expect((await sendAfterPassword(ticket, alone, device)).status, 'a challenge that was set to nobody').toBe(401)
  expect((await client.send(offered.ticket, device.get(offered.options))).status, 'and the reverse').toBe(401)
  expect(await sessions()).toEqual(before)
  expect((await sendAfterPassword(ticket, offered)).status).toBe(200)
})

test('the challenge after a password is not told without the ticket, nor where no passkey works on this host', async () => {
  const statusFor = async (ticket: string) =>
    (await client.post(SIGN_IN_API.secondFactorPasskeyOptions, { ticket })).status
  expect(await statusFor('forged')).toBe(401)
  const { ticket } = await client.sendPassword()
  await app.db.updateTable('passkeys').set({ rp_id: 'careers.example.net' }).execute()
  expect(await statusFor(ticket)).toBe(404)
})
