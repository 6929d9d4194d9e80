import { afterEach, beforeEach, expect, test } from 'vitest'
import { PASSKEYS } from '../../../contract/accounts/passkey-limits.ts'
import type { AddedPasskey } from '../../../contract/accounts/passkeys.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { signInAs } from '../../../test/admin-client.ts'
import { PASSKEY_ORIGIN, passkeyClient } from '../../../test/passkeys/passkey-client.ts'
import { makeAuthenticator } from '../../../test/passkeys/software-authenticator.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { passkeys } from './passkeys-feature.ts'

let app: TestApp
let client: ReturnType<typeof passkeyClient>
let me: { authorization: string }
beforeEach(async () => {
  app = await startTestApp({ publicUrl: PASSKEY_ORIGIN })
  client = passkeyClient(app)
  me = await app.signIn()
})
afterEach(() => app.stop())

const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const actions = async () =>
  (
    await app.db.selectFrom('audit_trail').select('action').where('subject', '=', 'account').orderBy('id').execute()
  ).map(({ action }) => action)
const change = (method: 'PATCH' | 'DELETE', id: number | undefined, headers = me) =>
  app.request(`${SIGN_IN_API.passkeys}/${id}`, {
    method,
    headers: { ...headers, ...(method === 'PATCH' && { 'content-type': 'application/json' }) },
    ...(method === 'PATCH' && { body: JSON.stringify({ name: '  Phone ' }) }),
  })

test('a browser is asked for a passkey of this site that signs in without a username and asks who holds it', async () => {
  const { options } = await client.offerNew(me)
  expect(options).toMatchObject({
    rp: { id: 'careers.example.com' },
    user: { name: 'admin', displayName: 'admin' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: [],
  })
  expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -8, -257])
  expect(options.challenge).toMatch(/^[\w-]{43}$/)
  const again = await client.offerNew(me)
  expect(again.options.challenge).not.toBe(options.challenge)
  expect(again.options.user.id, 'a device keeps one passkey a person').toBe(options.user.id)
  expect((await client.offerNew(await signInAs(app, 'second'))).options.user.id).not.toBe(options.user.id)
})

test('a passkey is added with its name, listed to its owner alone, and not asked for twice', async () => {
  const { device, response } = await client.add(me, { name: 'Laptop' })
  expect(response.status).toBe(201)
  const [passkey, ...others] = await client.list(me)
  expect(passkey).toMatchObject({ name: 'Laptop', lastUsedAt: null, worksHere: true })
  expect(others).toEqual([])
  expect(await actions()).toContain('passkey_added')
  expect((await client.offerNew(me)).options.excludeCredentials).toEqual([
    { id: device.id, type: 'public-key', transports: ['internal'] },
  ])
  expect(await client.list(await signInAs(app, 'second'))).toEqual([])
})

test.each(['EdDSA', 'RS256'] as const)('a passkey of %s signs in too', async (algorithm) => {
  const device = makeAuthenticator({ origin: PASSKEY_ORIGIN, algorithm })
  expect((await client.add(me, { device })).response.status).toBe(201)
  expect((await client.signIn(device)).status).toBe(200)
})

test('a passkey is renamed and removed by its owner, with an entry in the trail', async () => {
  const { device } = await client.add(me)
  const [passkey] = await client.list(me)
  expect((await change('PATCH', passkey?.id)).status).toBe(204)
  expect((await client.list(me))[0]?.name).toBe('Phone')
  expect((await change('DELETE', passkey?.id)).status).toBe(204)
  expect(await client.list(me)).toEqual([])
  expect((await actions()).slice(-2)).toEqual(['passkey_renamed', 'passkey_removed'])
  expect((await client.signIn(device)).status, 'a removed one opens nothing').toBe(401)
  expect(await codeOf(await change('DELETE', passkey?.id))).toEqual([404, 'not_found'])
})

test("another person's passkey is not found, as one that does not exist", async () => {
  await client.add(me)
  const [passkey] = await client.list(me)
  const other = await signInAs(app, 'second')
  for (const method of ['PATCH', 'DELETE'] as const) {
    const theirs = await change(method, passkey?.id, other)
    expect(theirs.status).toBe(404)
    expect(await theirs.text()).toBe(await (await change(method, 999, other)).text())
  }
  expect(await client.list(me)).toHaveLength(1)
})

test.each([
  ['of another site', { origin: 'https://careers.example.net' }],
  ['for another host', { rpId: 'example.com' }],
  ['to another challenge', { challenge: 'A'.repeat(43) }],
  ['of a device that did not ask who holds it', { verifiesUser: false }],
  ['to a sign-in', { type: 'webauthn.get' }],
])('a response %s adds nothing', async (_name, odd) => {
  expect(await codeOf((await client.add(me, odd)).response)).toEqual([400, 'passkey_refused'])
  expect(await client.list(me)).toEqual([])
})

test('a challenge adds one passkey, of the person to whom it was set, within five minutes', async () => {
  const device = makeAuthenticator({ origin: PASSKEY_ORIGIN })
  const { ticket, options } = await client.offerNew(me)
  const body = { ticket, name: 'Laptop', response: device.create(options) }
  const send = async (headers = me) => codeOf(await client.post(SIGN_IN_API.passkeys, body, headers))
  expect(await send(await signInAs(app, 'second'))).toEqual([400, 'passkey_refused'])
  app.setNow(new Date(Date.now() + 6 * 60_000))
  expect(await send()).toEqual([400, 'passkey_refused'])
  app.setNow(undefined)
  expect((await client.post(SIGN_IN_API.passkeys, body, me)).status).toBe(201)
  await app.db.deleteFrom('passkeys').execute()
  expect(await send(), 'again').toEqual([400, 'passkey_refused'])
  expect(await client.list(me)).toEqual([])
})

test('a passkey belongs to one account, and is added once', async () => {
  const { device } = await client.add(me)
  expect(await codeOf((await client.add(me, { device })).response)).toEqual([409, 'passkey_known'])
  const other = await signInAs(app, 'second')
  expect(await codeOf((await client.add(other, { device })).response)).toEqual([409, 'passkey_known'])
  expect(await client.list(other)).toEqual([])
})

test('an account has at most twenty passkeys, also when the last two are added at once', async () => {
  await client.add(me)
  const { id, ...row } = await app.db.selectFrom('passkeys').selectAll().executeTakeFirstOrThrow()
  const more = Array.from({ length: PASSKEYS.most - 2 }, (_, n) => ({ ...row, credential_id: `${n}` }))
  await app.db.insertInto('passkeys').values(more).execute()
  const added = await Promise.all([client.add(me), client.add(me)])
  expect(added.map(({ response }) => response.status).toSorted()).toEqual([201, 409])
  expect(await client.list(me)).toHaveLength(PASSKEYS.most)
})

test('passkeys of another host are listed as such, and not taken for ones that a browser has', async () => {
  await client.add(me)
  await app.db.updateTable('passkeys').set({ rp_id: 'careers.example.net' }).execute()
  expect(await client.list(me)).toMatchObject([{ worksHere: false }])
  expect((await client.offerNew(me)).options.excludeCredentials).toEqual([])
})

test('the first factor comes with ten recovery codes, which go with the last one', async () => {
  const codesOf = async ({ response }: { response: Response }) =>
    ((await response.json()) as AddedPasskey).recoveryCodes
  const stored = () => app.db.selectFrom('recovery_codes').selectAll().execute()
  expect(await codesOf(await client.add(me))).toHaveLength(10)
  expect(await stored()).toHaveLength(10)
  expect(await codesOf(await client.add(me)), 'they stay with the second').toBeNull()
  const [first, second] = await client.list(me)
  await change('DELETE', first?.id)
  expect(await stored()).toHaveLength(10)
  await change('DELETE', second?.id)
  expect(await stored()).toEqual([])
})

test('adding and removing a passkey ends the other sessions of the account', async () => {
  const elsewhere = await app.signIn()
  await client.add(me)
  expect((await app.request('/api/auth/me', { headers: elsewhere })).status).toBe(401)
  const again = await app.signIn()
  await change('DELETE', (await client.list(me))[0]?.id)
  expect((await app.request('/api/auth/me', { headers: again })).status).toBe(401)
  expect((await app.request('/api/auth/me', { headers: me })).status).toBe(200)
})

test('the last passkey that works here is not removed from an account without a password, also not by two at once', async () => {
  for (let count = 0; count < 3; count += 1) await client.add(me)
  await app.db.updateTable('accounts').set({ password_hash: '' }).execute()
  const [elsewhere, first, second] = await client.list(me)
  await app.db
    .updateTable('passkeys')
    .set({ rp_id: 'careers.example.net' })
    .where('id', '=', elsewhere?.id ?? 0)
    .execute()
  const removed = await Promise.all([change('DELETE', first?.id), change('DELETE', second?.id)])
  expect(removed.map(({ status }) => status).toSorted()).toEqual([204, 409])
  const [, last] = await client.list(me)
  expect(await codeOf(await change('DELETE', last?.id))).toEqual([409, 'last_way_in'])
  expect((await actions()).filter((action) => action === 'passkey_removed')).toHaveLength(1)
  expect((await change('DELETE', elsewhere?.id)).status, 'one that works nowhere here').toBe(204)
  await app.db.updateTable('accounts').set({ password_hash: 'set' }).execute()
  expect((await change('DELETE', last?.id)).status).toBe(204)
})

test('a start says how many passkeys were made for another host', async () => {
  const said: unknown[] = []
  const log = { warn: (...words: unknown[]) => said.push(words) }
  const start = (publicUrl: string) =>
    passkeys.onStart({ db: app.db, config: { publicUrl, company: { name: 'Example' } }, log } as never)
  await client.add(me)
  await start(`${PASSKEY_ORIGIN}:8443`)
  expect(said).toEqual([])
  await start('https://jobs.example.com')
  expect(said).toEqual([[{ passkeys: 1, host: 'jobs.example.com' }, 'passkeys of another host do not work here']])
})
