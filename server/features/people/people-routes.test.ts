import { once } from 'node:events'
import { request } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as z from 'zod'
import type { peopleSchema } from '../../../contract/accounts/people.ts'
import type { Role } from '../../../contract/accounts/roles.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { API, CALENDAR_FEED, pathTo } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { createJob, insertApplicant } from '../../../test/factories.ts'
import { invite, join, readOffer, tokenIn } from '../../../test/people-kit.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'
import { hashPassword } from '../accounts/passwords/password-hashing.ts'

type People = z.output<typeof peopleSchema>

let app: TestApp
let owner: AdminClient
beforeEach(async () => {
  app = await startTestApp()
  owner = adminClient(app, await app.signIn())
})
afterEach(() => app.stop())

const people = async () => (await owner.request<People>('GET', ADMIN_API.people)).body.people
const idOf = async (username: string) => (await people()).find((person) => person.username === username)?.id ?? 0
const change = (id: number, body: object, by = owner) =>
  by.request<ErrorBody>('PATCH', pathTo(ADMIN_API.person, id), body)
const deactivate = (id: number, by = owner) => by.request<ErrorBody>('POST', pathTo(SIGN_IN_API.deactivatePerson, id))
const reactivate = (id: number) => owner.request('POST', pathTo(SIGN_IN_API.reactivatePerson, id))
const me = async (headers: { authorization: string }) => {
  const response = await app.request(API.me, { headers })
  return { status: response.status, body: (await response.json()) as { role: Role; assignments: unknown[] } }
}
const login = (username: string, password: string) =>
  app.request(API.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
const entries = async () => {
  const rows = await app.db
    .selectFrom('audit_trail')
    .select(['account_id', 'subject_id', 'event'])
    .where('subject', '=', 'account')
    .orderBy('id')
    .execute()
  return rows.map(({ account_id, subject_id, event }) => ({ by: account_id, of: subject_id, ...JSON.parse(event) }))
}

test('GET /api/admin/people lists people with role, postings and last request, and says that no link goes by mail', async () => {
  const jobId = await createJob(app)
  await signInAs(app, 'ben', { role: 'hiring_manager', assignments: [{ jobId, decides: true }] })
  const { status, body } = await owner.request<People>('GET', ADMIN_API.people)
  expect([status, body.invitations, body.sendsMail]).toEqual([200, [], false])
  const [ana, ben] = body.people
  expect(ana).toMatchObject({ username: TEST_ADMIN.username, role: 'owner', assignments: [], deactivatedAt: null })
  expect(ben).toMatchObject({ username: 'ben', role: 'hiring_manager', assignments: [{ jobId, decides: true }] })
  expect([ben?.displayName, ben?.email]).toEqual([null, null])
})

test('a person was last seen at the sign-in, and then by the minute', async () => {
  const start = Date.parse('2026-03-02T09:00:00Z')
  const password_hash = await hashPassword(TEST_ADMIN.password)
  const account = { username: 'ben', password_hash, created_at: new Date(start).toISOString() }
  await app.db.insertInto('accounts').values(account).execute()
  const seen = async () =>
    (await app.db.selectFrom('accounts').select('last_seen_at').where('username', '=', 'ben').execute())[0]
  const at = (ms: number) => ({ last_seen_at: new Date(start + ms).toISOString() })
  expect(await seen()).toEqual({ last_seen_at: null })
  app.setNow(new Date(start))
  const { token } = (await (await login('ben', TEST_ADMIN.password)).json()) as { token: string }
  expect(await seen()).toEqual(at(0))
  for (const [ms, then] of [
    [59_000, 0],
    [61_000, 61_000],
  ] as const) {
    app.setNow(new Date(start + ms))
    await me({ authorization: `Bearer ${token}` })
    expect(await seen()).toEqual(at(then))
  }
})

test('recruiters and hiring managers can neither read nor change people', async () => {
  const id = await idOf(TEST_ADMIN.username)
  for (const role of ['recruiter', 'hiring_manager'] as const) {
    const other = adminClient(app, await signInAs(app, role, { role }))
    expect((await other.send('GET', ADMIN_API.people)).status).toBe(403)
    expect((await change(id, { role: 'recruiter' }, other)).status).toBe(403)
    expect((await deactivate(id, other)).status).toBe(403)
    expect((await other.send('POST', ADMIN_API.invitations, {})).status).toBe(403)
  }
})

test('a change of role and of postings takes effect with the next request, and another role takes the postings away', async () => {
  const jobId = await createJob(app)
  const applicationId = await insertApplicant(app.db, { job_id: jobId })
  const headers = await signInAs(app, 'ben', { role: 'recruiter' })
  const ben = adminClient(app, headers)
  const id = await idOf('ben')
  const read = async () => (await ben.send('GET', pathTo(ADMIN_API.applicationHistory, applicationId))).status
  expect(await read()).toBe(200)

  expect((await change(id, { role: 'hiring_manager' })).body).toMatchObject({ role: 'hiring_manager', assignments: [] })
  expect([await read(), (await me(headers)).body.role]).toEqual([404, 'hiring_manager'])
  const assignments = [{ jobId, decides: false }]
  expect((await change(id, { assignments })).body).toMatchObject({ assignments })
  expect([await read(), (await me(headers)).body.assignments]).toEqual([200, assignments])

  expect((await change(id, { role: 'owner' })).body).toMatchObject({ role: 'owner', assignments: [] })
  expect((await ben.send('GET', ADMIN_API.people)).status).toBe(200)
  await change(id, { role: 'hiring_manager' })
  expect((await me(headers)).body.assignments).toEqual([])
})

test('name and address of a person can be changed and removed', async () => {
  await signInAs(app, 'ben')
  const id = await idOf('ben')
  await change(id, { displayName: '  Ben Okoro ', email: 'ben@example.com' })
  const named = (await people()).find((person) => person.id === id)
  expect(named).toMatchObject({ displayName: 'Ben Okoro', email: 'ben@example.com' })
  expect((await change(id, { displayName: null, email: null })).body).toMatchObject({ displayName: null, email: null })
  expect((await change(id, {})).status).toBe(400)
  expect((await change(id, { role: 'king' })).status).toBe(400)
  expect((await change(id, { email: 'nothing' })).body.issues).toEqual([
    { path: 'email', message: 'Invalid email address' },
  ])
})

test('an address that an owner changes is given, but for the own one, which nobody has proved', async () => {
  await signInAs(app, 'ben')
  const given = async (username: string) => {
    const id = await idOf(username)
    await change(id, { email: `${username}@example.com` })
    const row = app.db.selectFrom('accounts').select('is_email_given').where('id', '=', id)
    return (await row.executeTakeFirstOrThrow()).is_email_given
  }
  expect([await given('ben'), await given(TEST_ADMIN.username)]).toEqual([1, 0])
})

test('postings are refused by field that do not exist, that are named twice, and for any other role', async () => {
  const jobId = await createJob(app)
  await signInAs(app, 'ben', { role: 'hiring_manager' })
  const id = await idOf('ben')
  const given = (...ids: number[]) => ids.map((each) => ({ jobId: each, decides: true }))
  const refusals = [
    [{ assignments: given(jobId, 4711) }, 'assignments.1.jobId'],
    [{ assignments: given(jobId, jobId) }, 'assignments'],
    [{ assignments: given(...Array.from({ length: 201 }, (_, index) => index + 1)) }, 'assignments'],
    [{ role: 'recruiter', assignments: given(jobId) }, 'assignments'],
  ] as const
  for (const [body, path] of refusals) {
    const refused = await change(id, body)
    expect([refused.status, refused.body.issues?.map((issue) => issue.path)]).toEqual([400, [path]])
  }
  const recruiter = await change(await idOf(TEST_ADMIN.username), { assignments: given(jobId) })
  expect([recruiter.status, recruiter.body.issues?.[0]?.path]).toEqual([400, 'assignments'])
  expect((await people()).flatMap(({ assignments }) => assignments)).toEqual([])
})

test('deactivating ends bearer, cookie and calendar feed at once, and the person cannot sign in until reactivated', async () => {
  const headers = await signInAs(app, 'ben', { role: 'recruiter' })
  const id = await idOf('ben')
  const password_hash = await hashPassword(TEST_ADMIN.password)
  await app.db.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()
  const signedIn = await login('ben', TEST_ADMIN.password)
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const list = () => app.request(ADMIN_API.applications, { headers: { cookie } })
  const { body } = await adminClient(app, headers).request<{ url: string }>('POST', ADMIN_API.calendarFeed)
  const feed = () => app.request(new URL(body.url).pathname)
  expect([(await me(headers)).status, (await list()).status, (await feed()).status]).toEqual([200, 200, 200])

  const deactivated = await deactivate(id)
  expect(deactivated.body).toMatchObject({ id, role: 'recruiter', deactivatedAt: expect.any(String) })
  expect([(await me(headers)).status, (await list()).status, (await feed()).status]).toEqual([401, 401, 404])
  expect(await app.db.selectFrom('sessions').select('id').where('account_id', '=', id).execute()).toEqual([])
  const answers = [
    await login('ben', TEST_ADMIN.password),
    await login('ben', 'a wrong guess'),
    await login('nobody', 'a wrong guess'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(new Set(await Promise.all(answers.map((each) => each.text()))).size).toBe(1)

  expect((await deactivate(id)).body, 'again').toEqual(deactivated.body)
  expect(await reactivate(id)).toMatchObject({ status: 200, body: { id, deactivatedAt: null } })
  expect((await login('ben', TEST_ADMIN.password)).status).toBe(200)
  expect((await feed()).status, 'a new address has to be made').toBe(404)
  expect((await app.request(CALENDAR_FEED.replace(':file', 'x.ics'))).status).toBe(404)
})

test('an invitation ends with the right of its owner to invite, so that nobody comes back by one', async () => {
  for (const end of [(id: number) => change(id, { role: 'recruiter' }), deactivate]) {
    const { token } = await invite(adminClient(app, await signInAs(app, `eve ${end.name}`)), { role: 'owner' })
    expect((await readOffer(app, token)).status).toBe(200)
    expect((await end(await idOf(`eve ${end.name}`))).status).toBe(200)
    expect([(await readOffer(app, token)).status, (await join(app, token)).status]).toEqual([404, 404])
  }
  const { invitation, token } = await invite(adminClient(app, await signInAs(app, 'kay')))
  const renewed = pathTo(SIGN_IN_API.renewInvitation, invitation.id)
  const { body } = await owner.request<{ url: string }>('POST', renewed, { byMail: false })
  await deactivate(await idOf('kay'))
  expect([(await readOffer(app, token)).status, (await readOffer(app, tokenIn(body.url))).status]).toEqual([404, 200])
})

test.each([
  ['deactivated', (id: number) => deactivate(id), 401],
  ['demoted', (id: number) => change(id, { role: 'hiring_manager' }), 403],
] as const)(
  'a person who is %s while a request is still being sent changes nothing by it',
  async (_, end, expected) => {
    const { authorization } = await signInAs(app, 'rita', { role: 'recruiter' })
    const applicant = await insertApplicant(app.db)
    const body = JSON.stringify({ applications: [{ id: applicant }] })
    const { hostname, port } = new URL(app.url)
    const sending = request({
      ...{ hostname, port, method: 'POST', path: ADMIN_API.deleteApplications },
      headers: { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    const response = once(sending, 'response')
    sending.write(body.slice(0, 5))
    const isSeen = app.db.selectFrom('accounts').select('id').where('username', '=', 'rita')
    await app.db
      .updateTable('sessions')
      .set({ last_used_at: new Date(Date.now() - 2 * 60_000).toISOString() })
      .execute()
    sending.flushHeaders()
    await vi.waitFor(async () =>
      expect(await isSeen.where('last_seen_at', 'is not', null).executeTakeFirst()).toBeDefined(),
    )
    expect((await end(await idOf('rita'))).status).toBe(200)
    sending.end(body.slice(5))
    const [{ statusCode }] = await response
    expect(statusCode).toBe(expected)
    expect(await app.db.selectFrom('applications').select('id').execute()).toEqual([{ id: applicant }])
  },
)

test('the right password of a deactivated person counts as a wrong one, so that no wait tells it', async () => {
  await signInAs(app, 'ben')
  const id = await idOf('ben')
  const password_hash = await hashPassword(TEST_ADMIN.password)
  await app.db.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()
  await deactivate(id)
  for (let count = 0; count < 10; count += 1) expect((await login('ben', TEST_ADMIN.password)).status).toBe(401)
  expect((await login('ben', TEST_ADMIN.password)).status).toBe(429)
})

test('the last owner who can sign in can be neither demoted nor deactivated', async () => {
  const id = await idOf(TEST_ADMIN.username)
  await signInAs(app, 'ben', { role: 'recruiter' })
  await signInAs(app, 'cleo')
  const [ben, cleo] = [await idOf('ben'), await idOf('cleo')]
  expect((await deactivate(cleo)).status).toBe(200)
  for (const refused of [await change(id, { role: 'recruiter' }), await deactivate(id)]) {
    expect(refused).toMatchObject({ status: 409, body: { code: 'last_owner' } })
    expect(refused.body.message).toContain('Make another person an owner first')
  }
  await change(ben, { role: 'owner' })
  expect((await change(id, { role: 'recruiter' })).body).toMatchObject({ role: 'recruiter' })
  expect((await owner.send('GET', ADMIN_API.people)).status).toBe(403)
})

test.each([1, 2, 3])('of two owners who end their own access at once, one stays an owner (%i)', async () => {
  const ben = adminClient(app, await signInAs(app, 'ben'))
  const [anaId, benId] = [await idOf(TEST_ADMIN.username), await idOf('ben')]
  const outcomes = await Promise.all([change(anaId, { role: 'recruiter' }), deactivate(benId, ben)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test.each([1, 2, 3])('of two owners who end the access of each other at once, one stays an owner (%i)', async () => {
  const ben = adminClient(app, await signInAs(app, 'ben'))
  const [anaId, benId] = [await idOf(TEST_ADMIN.username), await idOf('ben')]
  const outcomes = await Promise.all([change(benId, { role: 'recruiter' }), change(anaId, { role: 'recruiter' }, ben)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 403])
  const owners = app.db.selectFrom('accounts').select('id').where('role', '=', 'owner')
  expect(await owners.execute()).toHaveLength(1)
})

test('the audit trail names who changed whom, by number, and no address', async () => {
  const jobId = await createJob(app)
  await signInAs(app, 'ben', { role: 'hiring_manager' })
  const [by, of] = [await idOf(TEST_ADMIN.username), await idOf('ben')]
  const given = [{ jobId, decides: false }]
  await change(of, { assignments: given })
  await change(of, { assignments: given })
  await change(of, { assignments: [{ jobId, decides: true }], email: 'ben@example.com' })
  await change(of, { role: 'recruiter' })
  await deactivate(of)
  await deactivate(of)
  await reactivate(of)
  await reactivate(of)
  expect(await entries()).toEqual([
    { by, of, action: 'assignments_changed', given, taken: [] },
    { by, of, action: 'assignments_changed', given: [{ jobId, decides: true }], taken: [] },
    { by, of, action: 'email_changed' },
    { by, of, action: 'role_changed', from: 'hiring_manager', to: 'recruiter' },
    { by, of, action: 'assignments_changed', given: [], taken: [jobId] },
    { by, of, action: 'deactivated' },
    { by, of, action: 'reactivated' },
  ])
})

test('an unknown person is not found', async () => {
  for (const refused of [await change(4711, { role: 'owner' }), await deactivate(4711), await reactivate(4711)])
    expect(refused.status).toBe(404)
})
