import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OwnSessions } from '../../../contract/accounts/session-list.ts'
import { signInAs } from '../../../test/admin-client.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'
import { nameDevice } from '../accounts/devices/session-device.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const EDGE = `${CHROME} Edg/140.0.0.0`
const MINUTE = 60_000
const START = Date.parse('2026-01-05T08:00:00Z')

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
  await app.signIn()
  await app.db.deleteFrom('sessions').execute()
})
afterEach(() => app.stop())

/** Signs in with the password, as a browser does. */
async function signInFrom(userAgent: string) {
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent }
  const response = await app.request('/api/auth/login', { method: 'POST', headers, body: JSON.stringify(TEST_ADMIN) })
  const { token } = (await response.json()) as { token: string }
  const cookie = /^[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? ''
  return { bearer: { authorization: `Bearer ${token}` }, cookie: { cookie } }
}

type Headers = Record<string, string>
const list = async (headers: Headers) =>
  ((await (await app.request('/api/auth/sessions', { headers })).json()) as OwnSessions).sessions
const end = (headers: Headers, id: number | undefined) =>
  app.request(`/api/auth/sessions/${id}`, { method: 'DELETE', headers })
const endOthers = (headers: Headers) => app.request('/api/auth/sessions/end-others', { method: 'POST', headers })
const statusWith = async (headers: Headers, path = '/api/auth/me') => (await app.request(path, { headers })).status
const lastAction = async () =>
  (await app.db.selectFrom('audit_trail').select('event').orderBy('id', 'desc').executeTakeFirst())?.event

test('the own sessions are listed with device, address and last use, the newest use first', async () => {
  app.setNow(new Date(START))
  const desk = await signInFrom(FIREFOX)
  app.setNow(new Date(START + MINUTE))
  const phone = await signInFrom(SAFARI)
  await signInAs(app, 'second', { now: new Date(START) })
  app.setNow(new Date(START + 5 * MINUTE))
  const [first, second, ...others] = await list(desk.bearer)
  expect(first).toEqual({
    ...{ id: expect.any(Number), device: 'Firefox on Windows', address: '127.0.0.1', isThis: true },
    ...{ createdAt: '2026-01-05T08:00:00.000Z', lastUsedAt: '2026-01-05T08:05:00.000Z' },
  })
  expect(second).toMatchObject({ device: 'Safari on iPhone', isThis: false, lastUsedAt: '2026-01-05T08:01:00.000Z' })
  expect(others).toEqual([])
  expect((await list(phone.bearer)).map(({ isThis }) => isThis)).toEqual([true, false])
  expect(await statusWith({}, '/api/auth/sessions')).toBe(401)
})

test('an ended session opens nothing with the next request, by its token or its cookie', async () => {
  const [mine, other] = [await signInFrom(FIREFOX), await signInFrom(SAFARI)]
  expect(await statusWith(other.cookie, '/api/applications')).toBe(200)
  const id = (await list(mine.bearer)).find(({ isThis }) => !isThis)?.id
  expect((await end(mine.bearer, id)).status).toBe(204)
  expect(await lastAction()).toBe('{"action":"session_ended"}')
  expect(await statusWith(other.bearer)).toBe(401)
  expect(await statusWith(other.cookie, '/api/applications')).toBe(401)
  expect(await statusWith(mine.bearer)).toBe(200)
  expect((await end(mine.bearer, id)).status).toBe(404)
})

test("another account's session is not found, and goes on", async () => {
  const mine = await signInFrom(FIREFOX)
  const other = await signInAs(app, 'second', { role: 'hiring_manager' })
  const [theirs] = await list(other)
  expect((await end(mine.bearer, theirs?.id)).status).toBe(404)
  expect(await lastAction()).toBe('{"action":"signed_in"}')
  expect((await endOthers(mine.bearer)).status).toBe(204)
  expect(await statusWith(other)).toBe(200)
})

test('all other sessions end at once, and this one goes on', async () => {
  const [mine, phone, laptop] = [await signInFrom(FIREFOX), await signInFrom(SAFARI), await signInFrom(CHROME)]
  expect((await endOthers(mine.bearer)).status).toBe(204)
  expect(await lastAction()).toBe('{"action":"other_sessions_ended"}')
  expect([await statusWith(phone.bearer), await statusWith(laptop.bearer)]).toEqual([401, 401])
  expect(await statusWith(phone.cookie, '/api/applications')).toBe(401)
  expect((await list(mine.bearer)).map(({ isThis }) => isThis)).toEqual([true])
})

test('a session that has expired is not listed', async () => {
  app.setNow(new Date(START))
  await signInFrom(SAFARI)
  app.setNow(new Date(START + 9 * 60 * MINUTE))
  const mine = await app.signIn()
  expect((await list(mine)).map(({ device }) => device)).toEqual(['Unknown browser'])
})

test('what a browser calls itself is stored cut, and at most one use a minute is', async () => {
  app.setNow(new Date(START))
  const { bearer } = await signInFrom(`Firefox/1 ${'x'.repeat(5_000)}`)
  const stored = () =>
    app.db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select(['user_agent', 'last_used_at', 'last_seen_at'])
      .executeTakeFirstOrThrow()
  const { user_agent, ...begun } = await stored()
  expect(user_agent).toHaveLength(400)
  const at = new Date(START).toISOString()
  expect(begun).toEqual({ last_used_at: at, last_seen_at: at })
  app.setNow(new Date(START + MINUTE))
  await list(bearer)
  expect(await stored()).toMatchObject(begun)
  app.setNow(new Date(START + MINUTE + 1))
  await list(bearer)
  const later = new Date(START + MINUTE + 1).toISOString()
  expect(await stored()).toMatchObject({ last_used_at: later, last_seen_at: later })
})

test('a change of password keeps the device', async () => {
  const { bearer } = await signInFrom(FIREFOX)
  const response = await app.request('/api/auth/change-password', {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json', 'user-agent': FIREFOX },
    body: JSON.stringify({ currentPassword: TEST_ADMIN.password, newPassword: 'seven calm otters row home' }),
  })
  const { token } = (await response.json()) as { token: string }
  const [session, ...others] = await list({ authorization: `Bearer ${token}` })
  expect(session).toMatchObject({ device: 'Firefox on Windows', address: '127.0.0.1' })
  expect(others).toEqual([])
})

test.each([
  [FIREFOX, 'Firefox on Windows'],
  [SAFARI, 'Safari on iPhone'],
  [CHROME, 'Chrome on macOS'],
  [EDGE, 'Edge on macOS'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64) Something/1.0', 'Unknown browser on Linux'],
  ['curl/8.5.0', 'Unknown browser'],
  [null, 'Unknown browser'],
])('a browser that calls itself %s is called %s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name)
})
