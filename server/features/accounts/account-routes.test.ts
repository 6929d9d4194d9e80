import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.stop())

const HOUR = 60 * 60 * 1000
const login = (body: unknown) =>
  app.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const me = (headers: Record<string, string>) => app.request('/api/auth/me', { headers })
const setup = (headers: Record<string, string> = {}) =>
  app.request('/api/auth/setup-admin', { method: 'POST', headers })

test('POST /api/auth/setup-admin creates the first admin, who can then log in', async () => {
  const response = await setup()
  expect(response.status).toBe(201)
  const credentials = (await response.json()) as { username: string; password: string }
  expect(credentials.password.length).toBeGreaterThanOrEqual(22)

  const signedIn = await login(credentials)
  expect(signedIn.status).toBe(200)
  const { token, user } = (await signedIn.json()) as { token: string; user: { isAdmin: boolean } }
  const owner = {
    displayName: null,
    isAdmin: true,
    role: 'owner',
    assignments: [],
    secondFactor: { isSet: false, neededFrom: null },
  }
  expect(user).toEqual({ id: 1, username: credentials.username, ...owner })
  expect(await (await me({ authorization: `Bearer ${token}` })).json()).toEqual(user)
})

test('the name that the setup asked for is shown, can be changed, and can be removed', async () => {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ displayName: '  Ana Ruiz ' })
  const response = await app.request('/api/auth/setup-admin', { method: 'POST', headers: json, body })
  const signedIn = await login(await response.json())
  const { token } = (await signedIn.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}`, ...json }
  const shown = async () => ((await (await me(headers)).json()) as { displayName: string | null }).displayName
  expect(await shown()).toBe('Ana Ruiz')
  const change = (displayName: unknown) =>
    app.request('/api/auth/display-name', { method: 'PUT', headers, body: JSON.stringify({ displayName }) })
  expect((await change('آنا رويز')).status).toBe(200)
  expect(await shown()).toBe('آنا رويز')
  expect((await change('')).status).toBe(400)
  expect((await change('x'.repeat(101))).status).toBe(400)
  expect(await shown()).toBe('آنا رويز')
  expect((await change(null)).status).toBe(200)
  expect(await shown()).toBeNull()
})

test('POST /api/auth/setup-admin has one winner however many call at once', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => setup()))
  expect(responses.map((response) => response.status).filter((status) => status === 201)).toHaveLength(1)
  expect(responses.filter((response) => response.status === 403)).toHaveLength(19)
})

test('POST /api/auth/setup-admin never opens again, even without any account', async () => {
  await setup()
  await app.db.deleteFrom('accounts').execute()
  const response = await setup()
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ code: 'setup_closed' })
})

test('POST /api/auth/setup-admin requires the setup token where one is configured', async () => {
  const guarded = await startTestApp({ setupToken: 'a-long-enough-secret' })
  try {
    const send = (headers: Record<string, string>) =>
      guarded.request('/api/auth/setup-admin', { method: 'POST', headers })
    expect(await (await send({})).json()).toMatchObject({ code: 'setup_token_wrong' })
    expect((await send({ 'x-setup-token': 'wrong' })).status).toBe(403)
    expect((await send({ 'x-setup-token': 'a-long-enough-secret' })).status).toBe(201)
  } finally {
    await guarded.stop()
  }
})

test('POST /api/auth/login responds the same to a wrong password and an unknown user', async () => {
  await app.signIn()
  const wrong = await login({ ...TEST_ADMIN, password: 'not the one' })
  const unknown = await login({ username: 'nobody', password: 'not the one' })
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(await wrong.json()).toEqual(await unknown.json())
})

test('POST /api/auth/login refuses empty names and short passwords in the words of the form', async () => {
  const response = await login({ username: '', password: 'short' })
  expect(response.status).toBe(400)
  expect(((await response.json()) as { issues: unknown }).issues).toEqual([
    { path: 'username', message: 'Username is required' },
    { path: 'password', message: 'Password must be at least 6 characters' },
  ])
  expect((await login({ ...TEST_ADMIN, isAdmin: true })).status).toBe(400)
})

test('sign-in sets a cookie that reads the applications list and nothing else', async () => {
  await app.signIn()
  const cookie = (await login(TEST_ADMIN)).headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Strict/)
  const headers = { cookie: cookie.split(';')[0] ?? '' }
  expect((await app.request('/api/applications', { headers })).status).toBe(200)
  for (const path of ['/api/auth/me', '/api/admin/google-drive/test', '/api/applications/1/resume']) {
    expect((await app.request(path, { headers })).status, path).toBe(401)
  }
})

test('the cookie lives as long as a session may, so that it does not end with the browser while the token stays', async () => {
  await app.signIn()
  const cookie = (await login(TEST_ADMIN)).headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/Max-Age=86400(;|$)/)
})

test('on HTTPS the cookie is bound to the host and secure', async () => {
  const secure = await startTestApp({ publicUrl: 'https://careers.example.com' })
  try {
    await secure.signIn()
    const response = await secure.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(TEST_ADMIN),
    })
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-wellhead-applications=.*Path=\/.*Secure/)
  } finally {
    await secure.stop()
  }
})

test('GET /api/auth/me refuses requests without a valid token', async () => {
  expect((await me({})).status).toBe(401)
  expect((await me({ authorization: 'Bearer ' })).status).toBe(401)
  expect((await me({ authorization: 'Basic YTpi' })).status).toBe(401)
})

test('POST /api/auth/logout revokes the token at once', async () => {
  const headers = await app.signIn()
  const response = await app.request('/api/auth/logout', { method: 'POST', headers })
  expect(response.status).toBe(204)
  expect(response.headers.get('set-cookie')).toMatch(/^wellhead-applications=;.*Expires=Thu, 01 Jan 1970/)
  expect((await me(headers)).status).toBe(401)
  expect((await app.request('/api/auth/logout', { method: 'POST' })).status).toBe(401)
})

test('POST /api/auth/logout-everywhere ends every session of the account, those of others go on', async () => {
  const [mine, elsewhere] = [await app.signIn(), await app.signIn()]
  const other = { username: 'second', password_hash: 'x', created_at: 'x' }
  await app.db.insertInto('accounts').values(other).execute()
  const used = new Date().toISOString()
  const session = { account_id: 2, token_hash: 'x', cookie_hash: 'x', created_at: used, last_used_at: used }
  await app.db.insertInto('sessions').values(session).execute()

  const response = await app.request('/api/auth/logout-everywhere', { method: 'POST', headers: mine })
  expect([response.status, await response.text()]).toEqual([204, ''])
  expect(response.headers.get('set-cookie')).toMatch(/^wellhead-applications=;.*Expires=Thu, 01 Jan 1970/)
  expect([(await me(mine)).status, (await me(elsewhere)).status]).toEqual([401, 401])
  expect(await app.db.selectFrom('sessions').select('account_id').execute()).toEqual([{ account_id: 2 }])
  const [entry] = await app.db.selectFrom('audit_trail').selectAll().where('subject', '=', 'account').execute()
  expect(entry).toMatchObject({ username: TEST_ADMIN.username, event: '{"action":"signed_out_everywhere"}' })
  expect((await app.request('/api/auth/logout-everywhere', { method: 'POST' })).status).toBe(401)
})

test('a session ends after 8 hours unused and after 24 hours in any case', async () => {
  const start = Date.parse('2026-01-05T08:00:00Z')
  app.setNow(new Date(start))
  const idle = await app.signIn()
  app.setNow(new Date(start + 8 * HOUR))
  expect((await me(idle)).status).toBe(401)

  const busy = await app.signIn()
  for (const hours of [7, 14, 21]) {
    app.setNow(new Date(start + (8 + hours) * HOUR))
    expect((await me(busy)).status).toBe(200)
  }
  app.setNow(new Date(start + 32 * HOUR))
  expect((await me(busy)).status).toBe(401)

  await login(TEST_ADMIN)
  expect(await app.db.selectFrom('sessions').select('id').execute(), 'ended ones are removed').toHaveLength(1)
})
