import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LoginResponse } from '../../../contract/accounts/account.ts'
import type { JoinOffer } from '../../../contract/accounts/people.ts'
import { ADMIN_API, ADMIN_PAGE, INVITATION_TOKEN_HEADER } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { API } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { createJob } from '../../../test/factories.ts'
import { CHOSEN, invite, join, readOffer } from '../../../test/people-kit.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let owner: AdminClient
beforeEach(async () => {
  app = await startTestApp()
  owner = adminClient(app, await app.signIn())
})
afterEach(() => app.stop())

const offerOf = async (token: string) => (await (await readOffer(app, token)).json()) as JoinOffer
const login = (username: string, password = CHOSEN) =>
  app.request(API.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
const accounts = () => app.db.selectFrom('accounts').select(['id', 'username']).orderBy('id').execute()
const refusal = async (response: Response) => {
  const { code, issues } = (await response.json()) as ErrorBody
  return [response.status, code, issues?.map(({ path }) => path)]
}

test('an invited person reads the offer, chooses username and password, and is signed in by token and cookie', async () => {
  const jobId = await createJob(app)
  const assignments = [{ jobId, decides: true }]
  const { token, invitation } = await invite(owner, { role: 'hiring_manager', assignments })
  const { expiresAt } = invitation
  expect(await offerOf(token)).toEqual({
    ...{
      displayName: 'Zoë Müller',
      role: 'hiring_manager',
      expiresAt,
      suggestedUsername: 'zoe.muller',
      companyAccount: null,
    },
  })
  const joined = await join(app, token, { username: 'zoe.muller' })
  const { token: bearer, user } = (await joined.json()) as LoginResponse
  expect([joined.status, joined.headers.get('cache-control')]).toEqual([201, 'no-store'])
  expect(user).toEqual({
    ...{ id: 2, username: 'zoe.muller', displayName: 'Zoë Müller', isAdmin: true, role: 'hiring_manager', assignments },
    secondFactor: { isSet: false, neededFrom: null },
  })
  const me = await app.request(API.me, { headers: { authorization: `Bearer ${bearer}` } })
  expect(await me.json()).toEqual(user)
  const cookie = joined.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await app.request(ADMIN_API.applications, { headers: { cookie } })).status).toBe(200)
  expect((await login('zoe.muller')).status).toBe(200)
  const email = await app.db.selectFrom('accounts').select('email').where('id', '=', 2).execute()
  expect(email).toEqual([{ email: 'zoe@example.com' }])
  const entries = app.db.selectFrom('audit_trail').selectAll().where('account_id', '=', 2).orderBy('id')
  const [entry] = await entries.execute()
  const event = { action: 'joined', invitationId: invitation.id, role: 'hiring_manager' }
  expect([entry?.subject_id, JSON.parse(entry?.event ?? '')]).toEqual([2, event])
})

test('a used, an unknown, an ended and a malformed link get one answer, with no work on the password', async () => {
  const { token } = await invite(owner)
  expect((await join(app, token)).status).toBe(201)
  const ended = await invite(owner)
  await owner.send('DELETE', `${ADMIN_API.invitations}/${ended.invitation.id}`)
  const tokens = [token, ended.token, 'A'.repeat(43), 'A', '', `${'A'.repeat(42)}ä`.slice(0, 42), 'x'.repeat(4_000)]
  const answers = new Set<string>()
  for (const each of tokens) {
    for (const response of [await readOffer(app, each), await join(app, each, { password: 'password1234' })])
      answers.add(JSON.stringify([response.status, await response.json()]))
  }
  const without = await app.request(SIGN_IN_API.join)
  answers.add(JSON.stringify([without.status, await without.json()]))
  expect([...answers].map((each) => JSON.parse(each))).toEqual([
    [404, { code: 'not_found', message: expect.stringContaining('Ask the person who invited you') }],
  ])
})

test('of many that use one link at once, one joins', async () => {
  const { token } = await invite(owner)
  const names = ['zoe', 'yan', 'xenia', 'walt']
  const responses = await Promise.all(names.map((username) => join(app, token, { username })))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 404, 404, 404])
  expect(await accounts()).toHaveLength(2)
  expect(await app.db.selectFrom('invitations').select('id').execute()).toEqual([])
})

test('of two people who choose one username at once, one has it, and the link of the other goes on working', async () => {
  const links = [(await invite(owner)).token, (await invite(owner)).token]
  const responses = await Promise.all(links.map((token) => join(app, token, { username: 'zoe' })))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const left = links[responses.findIndex(({ status }) => status === 409)] ?? ''
  expect((await offerOf(left)).suggestedUsername).toBe('zoe.muller')
  expect((await join(app, left, { username: 'yan' })).status).toBe(201)
})

test('usernames and passwords are held to the rules of a change of the password', async () => {
  const { token } = await invite(owner)
  const attempt = async (body: object) => refusal(await join(app, token, body))
  expect(await attempt({ username: TEST_ADMIN.username })).toEqual([409, 'username_taken', ['username']])
  expect(await attempt({ username: 'Adm\u00edn' })).toEqual([409, 'username_taken', ['username']])
  expect(await attempt({ username: '\u0430na' })).toEqual([400, 'invalid_request', ['username']])
  expect(await attempt({ username: '' })).toEqual([400, 'invalid_request', ['username']])
  expect(await attempt({ password: 'too short' })).toEqual([400, 'invalid_request', ['password']])
  expect(await attempt({ password: 'password1234' })).toEqual([400, 'password_weak', ['password']])
  expect(await attempt({ username: 'zoe.muller', password: 'zoe.muller123' })).toEqual([
    ...[400, 'password_weak', ['password']],
  ])
  expect(await attempt({ displayName: '' })).toEqual([400, 'invalid_request', ['displayName']])
  expect(await accounts()).toHaveLength(1)
  const joined = await join(app, token, { displayName: 'Zoë M.' })
  expect(await joined.json()).toMatchObject({ user: { username: 'zoe', displayName: 'Zoë M.' } })
})

test('postings that were deleted since the invitation are gone from it', async () => {
  const [kept, deleted] = [await createJob(app), await createJob(app)]
  const assignments = [kept, deleted].map((jobId) => ({ jobId, decides: false }))
  const { token } = await invite(owner, { role: 'hiring_manager', assignments })
  await app.db.deleteFrom('jobs').where('id', '=', deleted).execute()
  const { user } = (await (await join(app, token)).json()) as LoginResponse
  expect(user.assignments).toEqual([{ jobId: kept, decides: false }])
})

test('a username is suggested that is free, or none', async () => {
  const suggested = async (displayName: string) =>
    (await offerOf((await invite(owner, { displayName })).token)).suggestedUsername
  expect(await suggested('Łukasz  O’Neil-Smith')).toBe('łukasz.o.neil.smith')
  expect(await suggested('آنا رويز')).toBe('')
  expect(await suggested('Admin')).toBe('admin2')
  expect(await suggested('A D M I N')).toBe('a.d.m.i.n')
  expect((await suggested('Maximilian '.repeat(9))).length).toBe(49)
})

test('the body of a stranger is read to no more than a few kilobytes', async () => {
  const headers = { [INVITATION_TOKEN_HEADER]: 'A'.repeat(43), 'content-type': 'application/json' }
  const body = JSON.stringify({ username: 'zoe', password: 'x'.repeat(100_000) })
  expect((await app.request(SIGN_IN_API.join, { method: 'POST', headers, body })).status).toBe(413)
})

test('the page of the link is neither stored nor indexed, and names no referrer', async () => {
  const { status, headers } = await app.request(ADMIN_PAGE.join)
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
})
