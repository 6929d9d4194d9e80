import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiTokens, MadeApiToken } from '../../../contract/accounts/api-tokens.ts'
import type { Role } from '../../../contract/accounts/roles.ts'
import { adminClient, signInAs } from '../../../test/admin-client.ts'
import { apply, createJob } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const TOKENS = '/api/admin/api-tokens'
const DAY = 24 * 60 * 60_000
const START = Date.parse('2026-03-02T09:00:00Z')

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
  app.setNow(new Date(START))
})
afterEach(() => app.stop())

const owner = async () => adminClient(app, await app.signIn())
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const program = (secret: string) => adminClient(app, bearer(secret))

async function makeToken(client: ReturnType<typeof adminClient>, fields: object = {}): Promise<MadeApiToken> {
  const made = await client.request<MadeApiToken>('POST', TOKENS, { name: 'Payroll', scopes: ['read'], ...fields })
  expect(made.status).toBe(201)
  return made.body
}

const list = async (client: ReturnType<typeof adminClient>) =>
  (await client.request<ApiTokens>('GET', TOKENS)).body.tokens

async function colleague(username: string, role: Role) {
  const client = adminClient(app, await signInAs(app, username, { role, now: new Date(START) }))
  const rows = app.db.selectFrom('accounts').select('id').where('username', '=', username)
  return { client, id: (await rows.executeTakeFirstOrThrow()).id }
}

test('a token is shown once, works for 90 days, and only its hash is stored', async () => {
  const client = await owner()
  const { token, secret } = await makeToken(client)
  expect(secret).toMatch(/^wh_[\w-]{43}$/)
  expect(token).toEqual({
    ...{ id: token.id, name: 'Payroll', scopes: ['read'], ending: secret.slice(-4), isOwn: true, state: 'active' },
    person: { id: expect.any(Number), name: 'admin' },
    ...{ createdAt: '2026-03-02T09:00:00.000Z', expiresAt: '2026-05-31T09:00:00.000Z', lastUsedAt: null },
  })
  const listed = await client.send('GET', TOKENS)
  expect(await listed.text()).not.toContain(secret)
  const tables = ['api_tokens', 'audit_trail', 'outbox_tasks', 'mails'] as const
  for (const table of tables)
    expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute()), table).not.toContain(secret.slice(3))
  expect((await program(secret).send('GET', '/api/applications')).status).toBe(200)
  app.setNow(new Date(START + 90 * DAY - 1))
  expect((await program(secret).send('GET', '/api/applications')).status).toBe(200)
  app.setNow(new Date(START + 90 * DAY))
  expect((await program(secret).send('GET', '/api/applications')).status).toBe(401)
  expect((await list(await owner())).map(({ state }) => state)).toEqual(['expired'])
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['read', 'read'] }, 'scopes'],
  [{ scopes: ['all'] }, 'scopes.0'],
  [{ days: 367 }, 'days'],
  [{ days: 0 }, 'days'],
])('a token of %j is refused', async (fields, path) => {
  const body = { name: 'Payroll', scopes: ['read'], ...fields }
  const refused = await (await owner()).request<{ issues: { path: string }[] }>('POST', TOKENS, body)
  expect([refused.status, refused.body.issues[0]?.path]).toEqual([400, path])
})

test('a person has at most 20 tokens', async () => {
  const client = await owner()
  for (let made = 0; made < 20; made += 1) await makeToken(client)
  const refused = await client.request('POST', TOKENS, { name: 'One more', scopes: ['read'] })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('20 tokens') } })
})

test('a scope opens what it says and no more, and the refusal names what is missing', async () => {
  const jobId = await createJob(app)
  const id = await apply(app, { jobId: String(jobId) })
  const client = await owner()
  const [reading, writing] = [await makeToken(client), await makeToken(client, { scopes: ['write'] })]
  const patch = (secret: string) => program(secret).request('PATCH', `/api/applications/${id}`, { status: 'reviewing' })
  expect((await program(reading.secret).send('GET', `/api/admin/applications/${id}`)).status).toBe(200)
  expect(await patch(reading.secret)).toMatchObject({ status: 403, body: { code: 'scope_needed' } })
  expect(await program(writing.secret).request('GET', '/api/applications')).toMatchObject({
    status: 403,
    body: { code: 'scope_needed', message: 'This token lacks the scope “Read”.' },
  })
  expect((await patch(writing.secret)).status).toBe(200)
  // Postings are open to all: with a token that may not read them they are refused, as with a session that has ended.
  expect((await program(writing.secret).send('GET', '/api/jobs')).status).toBe(403)
})

test('exports take their scope, and no proof of the person', async () => {
  const client = await owner()
  const { secret } = await makeToken(client, { scopes: ['export'] })
  app.setNow(new Date(START + DAY))
  expect((await program(secret).send('GET', '/api/admin/applications.csv')).status).toBe(200)
  expect((await program(secret).send('GET', '/api/admin/audit.csv')).status).toBe(200)
})

test('no token opens accounts, tokens or settings, and none deletes for good', async () => {
  const id = await apply(app)
  const { secret } = await makeToken(await owner(), { scopes: ['read', 'write', 'export'] })
  for (const [method, path] of [
    ['GET', '/api/auth/me'],
    ['POST', '/api/auth/logout-everywhere'],
    ['GET', TOKENS],
    ['POST', TOKENS],
    ['PATCH', '/api/admin/settings'],
    ['GET', '/api/admin/people'],
    ['DELETE', `/api/admin/applications/${id}`],
    ['POST', '/api/admin/applications/delete'],
  ] as const)
    expect(await program(secret).request(method, path), `${method} ${path}`).toMatchObject({
      status: 403,
      body: { code: 'token_not_accepted' },
    })
})

test('a token ends with the next request once it is revoked, by its person or by an owner alone', async () => {
  const client = await owner()
  const [rita, paul] = [await colleague('rita', 'recruiter'), await colleague('paul', 'recruiter')]
  const [first, second] = [await makeToken(rita.client), await makeToken(rita.client, { name: 'Second' })]
  const remove = (by: typeof client, id: number) => by.send('DELETE', `${TOKENS}/${id}`)
  expect(await list(paul.client)).toEqual([])
  expect((await remove(paul.client, first.token.id)).status).toBe(404)
  expect((await remove(rita.client, first.token.id)).status).toBe(204)
  expect((await program(first.secret).send('GET', '/api/applications')).status).toBe(401)
  expect((await remove(rita.client, first.token.id)).status).toBe(404)
  expect((await list(client)).map(({ name, person, isOwn }) => [name, person.name, isOwn])).toEqual([
    ['Second', 'rita', false],
  ])
  expect((await remove(client, second.token.id)).status).toBe(204)
  expect((await program(second.secret).send('GET', '/api/applications')).status).toBe(401)
})

test('hiring managers make none, and the token of a person who has become one opens nothing', async () => {
  const client = await owner()
  const { client: manager } = await colleague('mia', 'hiring_manager')
  expect((await manager.send('POST', TOKENS, { name: 'Mine', scopes: ['read'] })).status).toBe(403)
  const rita = await colleague('rita', 'recruiter')
  const { secret } = await makeToken(rita.client)
  await app.db.updateTable('accounts').set({ role: 'hiring_manager' }).where('id', '=', rita.id).execute()
  expect(await program(secret).request('GET', '/api/applications')).toMatchObject({ status: 403 })
  expect((await list(client)).map(({ state }) => state)).toEqual(['suspended'])
})

test('a token has no more than the role of its person at this moment', async () => {
  const rita = await colleague('rita', 'owner')
  const { secret } = await makeToken(rita.client)
  expect((await program(secret).send('GET', '/api/admin/audit')).status).toBe(200)
  await app.db.updateTable('accounts').set({ role: 'recruiter' }).where('id', '=', rita.id).execute()
  expect((await program(secret).send('GET', '/api/admin/audit')).status).toBe(403)
})

test('the tokens of a person end with the account, and with what ends all its sessions', async () => {
  const client = await owner()
  const rita = await colleague('rita', 'recruiter')
  const made = await makeToken(rita.client)
  expect((await client.send('POST', `/api/admin/people/${rita.id}/deactivate`)).status).toBe(200)
  expect((await program(made.secret).send('GET', '/api/applications')).status).toBe(401)
  expect((await client.send('POST', `/api/admin/people/${rita.id}/reactivate`)).status).toBe(200)
  expect((await program(made.secret).send('GET', '/api/applications')).status).toBe(401)
  const entry = app.db.selectFrom('audit_trail').select('event').where('action', '=', 'api_token_revoked')
  expect((await entry.executeTakeFirst())?.event).toBe('{"action":"api_token_revoked","name":"Payroll"}')
})

test('the history, the audit trail and its file name the token beside the person', async () => {
  const id = await apply(app)
  const client = await owner()
  const { secret } = await makeToken(client, { scopes: ['write'] })
  await program(secret).send('PATCH', `/api/applications/${id}`, { status: 'reviewing' })
  const history = await client.request<{ by: string | null }[]>('GET', `/api/admin/applications/${id}/history`)
  // What the program does by itself stands beside it.
  expect(history.body.flatMap(({ by }) => by ?? [])).toEqual(['admin (API token Payroll)'])
  const audit = await client.request<{ entries: object[] }>('GET', '/api/admin/audit?action=status_changed')
  expect(audit.body.entries[0]).toMatchObject({ by: { name: 'admin', token: 'Payroll' } })
  expect(await (await client.send('GET', '/api/admin/audit.csv?action=status_changed')).text()).toContain(',"Payroll"')
})

test('the last use is stored at most once a minute', async () => {
  const client = await owner()
  const { secret } = await makeToken(client)
  const used = async () => (await list(client))[0]?.lastUsedAt
  await program(secret).send('GET', '/api/applications')
  await vi.waitUntil(async () => (await used()) === new Date(START).toISOString())
  app.setNow(new Date(START + 59_000))
  await program(secret).send('GET', '/api/applications')
  app.setNow(new Date(START + 60_000))
  await program(secret).send('GET', '/api/applications')
  await vi.waitUntil(async () => (await used()) !== new Date(START).toISOString())
  expect(await used()).toBe(new Date(START + 60_000).toISOString())
})

test('a token that sends too much waits, and no other one does', async () => {
  const client = await owner()
  const [busy, calm] = [await makeToken(client), await makeToken(client)]
  const read = async (secret: string) => {
    const response = await app.request('/api/jobs/1', { headers: bearer(secret) })
    await response.text()
    return response
  }
  let refused: Response | undefined
  for (let sent = 0; sent < 1_000 && !refused; sent += 20) {
    const responses = await Promise.all(Array.from({ length: 20 }, () => read(busy.secret)))
    refused = responses.find(({ status }) => status === 429)
  }
  expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await read(calm.secret)).status).toBe(404)
})
