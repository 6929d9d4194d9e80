import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '../../../contract/accounts/account.ts'
import type { SignInSettings, StoredSignInSettings } from '../../../contract/accounts/sign-in-settings.ts'
import type { LinkedIdentities } from '../../../contract/accounts/single-sign-on.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { startProvider } from '../../../test/oidc/real-provider.ts'
import { signInClient } from '../../../test/oidc/sign-in-client.ts'
import { CHOSEN, invite, join, readOffer } from '../../../test/people-kit.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'

const PUBLIC_URL = 'http://localhost:3000'
const PEOPLE = {
  zoe: { email: 'zoe@example.com', email_verified: true, name: 'Zoë Müller' },
  ana: { email: 'Ana@Example.com', email_verified: true, name: 'Ana Ruiz' },
  unverified: { email: 'eve@example.com', email_verified: false, name: 'Eve' },
  hosted: { email: 'hosted@example.com', email_verified: true, hd: 'other.example' },
  stranger: { email: 'stranger@example.org', email_verified: true },
  boss: { email: 'boss@example.net', email_verified: true },
  nameless: {},
}

let provider: Awaited<ReturnType<typeof startProvider>>
let app: TestApp
let owner: AdminClient
let headers: { authorization: string }
beforeAll(async () => {
  provider = await startProvider(PUBLIC_URL + SIGN_IN_API.singleSignOnCallback, PEOPLE)
  app = await startTestApp({ oidc: provider.settings, publicUrl: PUBLIC_URL })
  headers = await app.signIn()
  owner = adminClient(app, headers)
})
afterAll(async () => {
  await app.stop()
  await provider.stop()
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const me = async (token: string) => (await (await app.request(API.me, { headers: bearer(token) })).json()) as User
const setUp = async (singleSignOn: Partial<SignInSettings['singleSignOn']>) => {
  const { body } = await owner.request<StoredSignInSettings>('GET', SIGN_IN_API.signInSettings)
  const settings = { singleSignOn: { ...body.settings.singleSignOn, ...singleSignOn } }
  const changed = await owner.request('PATCH', SIGN_IN_API.signInSettings, { settings, version: body.version })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
}
const login = async (username: string, password: string) => {
  const body = JSON.stringify({ username, password })
  const response = await app.request(API.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return { status: response.status, body: (await response.json()) as { code?: string } }
}
const actionsOf = async (accountId: number) => {
  const rows = app.db.selectFrom('audit_trail').select('action').where('subject', '=', 'account')
  return (await rows.where('subject_id', '=', accountId).orderBy('id').execute()).map(({ action }) => action)
}

test('an invited person joins with a company account, without a password, and signs in with it', async () => {
  const { token } = await invite(owner)
  expect(await (await readOffer(app, token)).json()).toMatchObject({
    companyAccount: { name: 'Example ID', only: false },
  })
  const client = signInClient(app)
  const { body } = await client.startJoining(token)
  const landed = await client.land(await client.browser.signInAt(body.url, 'zoe'))
  expect(landed).toMatchObject({ status: 302, page: PAGE.adminLogin, problem: null })
  const joined = await client.finish(landed.ticket)
  expect(joined).toMatchObject({ status: 200, body: { user: { username: 'zoe.muller', role: 'recruiter' } } })
  expect((await readOffer(app, token)).status, 'the invitation has ended').toBe(404)
  const { id } = joined.body.user
  const stored = app.db.selectFrom('accounts').select('password_hash').where('id', '=', id)
  expect(await stored.executeTakeFirst()).toEqual({ password_hash: '' })
  expect(await login('zoe.muller', 'any password at all')).toMatchObject({ status: 401 })

  const again = await signInClient(app).signIn('zoe')
  expect(await me(again.body.token)).toMatchObject({ id, username: 'zoe.muller' })
  expect(await actionsOf(id)).toEqual(['joined', 'signed_in'])
  const sessions = app.db.selectFrom('sessions').select('method').where('account_id', '=', id)
  expect(await sessions.execute()).toEqual([{ method: 'single_sign_on' }, { method: 'single_sign_on' }])
  const change = { currentPassword: 'none', newPassword: 'a longer phrase of words' }
  const refused = await adminClient(app, bearer(again.body.token)).request('POST', SIGN_IN_API.changePassword, change)
  expect(refused).toMatchObject({
    status: 400,
    body: { message: 'Your account has no password: you sign in with your company account.' },
  })
})

test('the page that was asked for is opened after the sign-in, and the browser keeps nothing of the way', async () => {
  const client = signInClient(app)
  const url = await client.start(`?${new URLSearchParams({ next: '/admin/applications/7' })}`)
  const asked = new URL(url).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    ...{ response_type: 'code', scope: 'openid email profile', code_challenge_method: 'S256' },
    redirect_uri: PUBLIC_URL + SIGN_IN_API.singleSignOnCallback,
  })
  const landed = await client.land(await client.browser.signInAt(url, 'zoe'))
  expect(landed.page).toBe('/admin/login?next=%2Fadmin%2Fapplications%2F7')
  await client.finish(landed.ticket)
  const kept = [...client.browser.cookiesOf(app.url).keys()]
  expect(kept).toEqual(['wellhead-applications'])
})

test('nobody joins without an invitation while no domain is allowed', async () => {
  expect(await signInClient(app).signIn('ana')).toMatchObject({ status: 409, body: { code: 'not_linked' } })
})

test('who has a verified address of an allowed domain joins as the role that the owner chose', async () => {
  await setUp({ domains: ['example.com'], role: 'recruiter' })
  const { status, body } = await signInClient(app).signIn('ana')
  expect({ status, user: body.user }).toMatchObject({ status: 200, user: { username: 'ana.ruiz', role: 'recruiter' } })
  expect(await actionsOf(body.user.id)).toEqual(['joined_by_domain'])
  for (const login of ['unverified', 'hosted', 'stranger', 'nameless'])
    expect(await signInClient(app).signIn(login), login).toMatchObject({ status: 409, body: { code: 'not_linked' } })
})

test('an address of an existing account never links by itself', async () => {
  await signInAs(app, 'boss', { role: 'recruiter' })
  await app.db.updateTable('accounts').set({ email: 'BOSS@example.net' }).where('username', '=', 'boss').execute()
  await setUp({ domains: ['example.net'] })
  const refused = await signInClient(app).signIn('boss')
  expect(refused).toMatchObject({ status: 409, body: { code: 'not_linked' } })
  expect(refused.body.message).toContain('There is an account with your address here already')
  const linked = app.db.selectFrom('linked_identities').select('id').where('subject', '=', 'boss')
  expect(await linked.execute()).toEqual([])
  await setUp({ domains: [] })
})

test('an address that a person has typed for the own account keeps nobody out who has it', async () => {
  await app.db.updateTable('accounts').set({ is_email_given: 0 }).where('username', '=', 'boss').execute()
  await setUp({ domains: ['example.net'] })
  expect((await signInClient(app).signIn('boss')).status).toBe(200)
  await app.db.deleteFrom('linked_identities').where('subject', '=', 'boss').execute()
  await setUp({ domains: [] })
})

test('a signed-in person links a company account, sees it, signs in with it, and unlinks it', async () => {
  const client = signInClient(app)
  const { ticket } = await client.land(await client.browser.signInAt(await client.startLinking(headers), 'boss'))
  expect((await client.finish(ticket)).status, 'a link is no sign-in').toBe(400)
  const other = await signInAs(app, 'other')
  expect((await client.link(ticket, other)).status, 'of another person').toBe(400)
  const { status, body } = await client.link(ticket, headers)
  expect(status).toBe(201)
  expect((await client.link(ticket, headers)).status, 'once').toBe(400)
  const list = async () => (await owner.request<LinkedIdentities>('GET', SIGN_IN_API.linkedIdentities)).body
  expect(await list()).toMatchObject({
    identities: [{ id: body.id, email: 'boss@example.net', lastUsedAt: null, worksHere: true }],
    provider: { name: 'Example ID' },
  })
  const signedIn = await signInClient(app).signIn('boss')
  expect(signedIn.body.user.username).toBe(TEST_ADMIN.username)
  expect((await list()).identities[0]?.lastUsedAt).not.toBeNull()
  expect((await adminClient(app, other).send('DELETE', pathTo(SIGN_IN_API.linkedIdentity, body.id))).status).toBe(404)
  expect((await owner.send('DELETE', pathTo(SIGN_IN_API.linkedIdentity, body.id))).status).toBe(204)
  expect((await list()).identities).toEqual([])
  expect((await signInClient(app).signIn('boss')).status).toBe(409)
})

test('linking and unlinking a company account end the other sessions of the account', async () => {
  const status = async (session: { authorization: string }) => (await app.request(API.me, { headers: session })).status
  const before = await app.signIn()
  const client = signInClient(app)
  const { ticket } = await client.land(await client.browser.signInAt(await client.startLinking(headers), 'boss'))
  const { body } = await client.link(ticket, headers)
  expect([await status(headers), await status(before)]).toEqual([200, 401])
  const between = await app.signIn()
  expect(await status(between)).toBe(200)
  expect((await owner.send('DELETE', pathTo(SIGN_IN_API.linkedIdentity, body.id))).status).toBe(204)
  expect([await status(headers), await status(between)]).toEqual([200, 401])
})

test('the only way in cannot be unlinked', async () => {
  const { body } = await signInClient(app).signIn('zoe')
  const zoe = adminClient(app, bearer(body.token))
  const { identities } = (await zoe.request<LinkedIdentities>('GET', SIGN_IN_API.linkedIdentities)).body
  const refused = await zoe.request('DELETE', pathTo(SIGN_IN_API.linkedIdentity, identities[0]?.id ?? 0))
  expect(refused).toMatchObject({ status: 409, body: { code: 'last_way_in' } })
})

test('of a company account and a passkey that are removed at once one stays, and one for another host does not count', async () => {
  const { body } = await signInClient(app).signIn('zoe')
  const [me, id] = [bearer(body.token), body.user.id]
  const passkey = {
    account_id: id,
    credential_id: 'zoe',
    public_key: 'x',
    sign_count: 0,
    transports: '[]',
    name: 'Phone',
  }
  const row = { ...passkey, rp_id: 'localhost', created_at: new Date().toISOString() }
  const own = app.db.selectFrom('linked_identities').selectAll().where('account_id', '=', id)
  const { id: _number, ...linked } = await own.executeTakeFirstOrThrow()
  const stored = await app.db.insertInto('passkeys').values(row).returning('id').executeTakeFirstOrThrow()
  const zoe = adminClient(app, me)
  const { identities } = (await zoe.request<LinkedIdentities>('GET', SIGN_IN_API.linkedIdentities)).body
  const unlink = () => zoe.send('DELETE', pathTo(SIGN_IN_API.linkedIdentity, identities[0]?.id ?? 0))
  const setHost = (rp_id: string) => app.db.updateTable('passkeys').set({ rp_id }).where('id', '=', stored.id).execute()
  await setHost('careers.example.net')
  expect((await unlink()).status).toBe(409)
  await setHost('localhost')
  const removePasskey = () => zoe.send('DELETE', pathTo(SIGN_IN_API.passkey, stored.id))
  const [unlinked, removed] = await Promise.all([unlink(), removePasskey()])
  expect([unlinked.status, removed.status].toSorted()).toEqual([204, 409])
  if (unlinked.status === 204) await app.db.insertInto('linked_identities').values(linked).execute()
  await app.db.deleteFrom('passkeys').execute()
})

test('a company account that is linked joins no second time, and links with nobody else', async () => {
  const { token } = await invite(owner, { email: 'second@example.com' })
  const client = signInClient(app)
  const { body } = await client.startJoining(token)
  const { ticket } = await client.land(await client.browser.signInAt(body.url, 'zoe'))
  expect(await client.finish(ticket)).toMatchObject({ status: 409, body: { code: 'identity_linked' } })
  expect((await readOffer(app, token)).status, 'the invitation still works').toBe(200)
  const linking = signInClient(app)
  const landed = await linking.land(await linking.browser.signInAt(await linking.startLinking(headers), 'zoe'))
  expect(await linking.link(landed.ticket, headers)).toMatchObject({ status: 409, body: { code: 'identity_linked' } })
})

test('a deactivated person is refused', async () => {
  const { body } = await signInClient(app).signIn('ana')
  await owner.request('POST', pathTo(SIGN_IN_API.deactivatePerson, body.user.id))
  expect(await signInClient(app).signIn('ana')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  await owner.request('POST', pathTo(SIGN_IN_API.reactivatePerson, body.user.id))
  expect((await signInClient(app).signIn('ana')).status).toBe(200)
})

test('a response is taken once, also by a browser that has kept its cookies', async () => {
  const client = signInClient(app)
  const address = await client.start()
  const before = new Map(client.browser.cookiesOf(app.url))
  const response = await client.browser.signInAt(address, 'zoe')
  const first = await client.land(response)
  expect((await client.finish(first.ticket)).status).toBe(200)
  expect((await client.finish(first.ticket)).status, 'the ticket works once').toBe(400)
  expect((await client.land(response)).problem, 'without its cookie').toBe('ended')
  for (const [name, value] of before) client.browser.cookiesOf(app.url).set(name, value)
  expect((await client.land(response)).problem, 'with its cookie').toBe('refused')
})

test('neither a response nor a ticket works in another browser', async () => {
  const client = signInClient(app)
  const response = await client.browser.signInAt(await client.start(), 'zoe')
  const attacker = signInClient(app)
  expect((await attacker.land(response)).problem).toBe('ended')
  await attacker.start()
  expect((await attacker.land(response)).problem, 'with a way of its own').toBe('refused')
  const { ticket } = await client.land(response)
  expect((await attacker.finish(ticket)).status).toBe(400)
  expect((await client.finish(ticket)).status).toBe(200)
})

test('a way of eleven minutes, and a ticket of two, are over', async () => {
  const client = signInClient(app)
  const begun = new Date()
  const response = await client.browser.signInAt(await client.start(), 'zoe')
  app.setNow(new Date(begun.getTime() + 11 * 60_000))
  expect((await client.land(response)).problem).toBe('ended')
  app.setNow(undefined)
  const { ticket } = await client.land(await client.browser.signInAt(await client.start(), 'zoe'))
  app.setNow(new Date(Date.now() + 2 * 60_000))
  expect((await client.finish(ticket)).status).toBe(400)
  app.setNow(undefined)
})

test('with company accounts as the only way in, passwords open nothing but to owners', async () => {
  const { token } = await invite(owner, { email: 'third@example.com' })
  const invited = await join(app, token, { username: 'third' })
  expect(invited.status).toBe(201)
  const client = signInClient(app)
  const { ticket } = await client.land(await client.browser.signInAt(await client.startLinking(headers), 'boss'))
  await client.link(ticket, headers)
  await setUp({ only: true })
  expect(await (await app.request(ADMIN_API.singleSignOn)).json()).toEqual({
    provider: { name: 'Example ID' },
    only: true,
  })
  expect(await login('third', CHOSEN)).toMatchObject({ status: 403, body: { code: 'single_sign_on_only' } })
  expect(await login('third', 'a wrong password'), 'only who has the right one hears of it').toMatchObject({
    status: 401,
  })
  expect((await login(TEST_ADMIN.username, TEST_ADMIN.password)).status, 'the way back').toBe(200)
  const { token: another } = await invite(owner, { email: 'fourth@example.com' })
  const refused = await join(app, another, { username: 'fourth' })
  expect(await refused.json()).toMatchObject({ code: 'single_sign_on_only' })
  expect((await signInClient(app).signIn('zoe')).status).toBe(200)
  await setUp({ only: false })
  expect((await login('third', CHOSEN)).status).toBe(200)
})

test('a network that asks again and again is told to wait, and the provider is not asked', async () => {
  const client = signInClient(app)
  let problem: string | null = null
  for (let sent = 0; sent < 80 && problem === null; sent += 1)
    problem = new URLSearchParams((await client.start()).split('#')[1]).get('sign-in-problem')
  expect(problem).toBe('too_many')
})
