import { afterEach, beforeEach, expect, test } from 'vitest'
import { endOtherWays, UNASKED_PROVIDER } from '../../../test/oidc/only-company-accounts.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'
import { hashPassword } from './passwords/password-hashing.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
  await app.signIn()
})
afterEach(() => app.stop())

const NEW = 'a longer phrase than before'
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const change = (body: unknown, headers: Record<string, string>) => post('/api/auth/change-password', body, headers)
/** The credentials in the response to a sign-in or a password change. */
const sessionOf = async (response: Response) => {
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { token } = (await response.json()) as { token?: string }
  return { status: response.status, bearer: { authorization: `Bearer ${token}` }, cookie: { cookie } }
}
const login = async (password: string) => sessionOf(await post('/api/auth/login', { ...TEST_ADMIN, password }))
/** The stored account: a refused change leaves it alone. */
const stored = () => app.db.selectFrom('accounts').selectAll().where('id', '=', 1).executeTakeFirst()
const status = async (path: string, headers: Record<string, string>) => (await app.request(path, { headers })).status

test('POST /api/auth/change-password changes it, and replaces every token and cookie with a new one', async () => {
  const [mine, other] = [await login(TEST_ADMIN.password), await login(TEST_ADMIN.password)]
  const response = await change({ currentPassword: TEST_ADMIN.password, newPassword: NEW }, mine.bearer)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('set-cookie')).toMatch(
    /^wellhead-applications=.*Max-Age=86400.*HttpOnly; SameSite=Strict/,
  )
  expect(await response.clone().json()).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    user: {
      id: 1,
      username: TEST_ADMIN.username,
      displayName: null,
      isAdmin: true,
      role: 'owner',
      assignments: [],
      secondFactor: { isSet: false, neededFrom: null },
    },
  })
  const fresh = await sessionOf(response)
  expect(fresh.status).toBe(200)

  expect(await status('/api/auth/me', fresh.bearer)).toBe(200)
  expect(await status('/api/applications', fresh.cookie)).toBe(200)
  for (const ended of [mine, other]) {
    expect(await status('/api/auth/me', ended.bearer)).toBe(401)
    expect(await status('/api/applications', ended.cookie)).toBe(401)
  }
  expect((await login(TEST_ADMIN.password)).status).toBe(401)
  expect((await login(NEW)).status).toBe(200)
})

test('POST /api/auth/change-password leaves the sessions of other accounts alone', async () => {
  const mine = await login(TEST_ADMIN.password)
  await app.db.insertInto('accounts').values({ username: 'second', password_hash: 'x', created_at: 'x' }).execute()
  await app.db
    .insertInto('sessions')
    .values({ account_id: 2, token_hash: 'x', cookie_hash: 'x', created_at: 'x', last_used_at: 'x' })
    .execute()
  await change({ currentPassword: TEST_ADMIN.password, newPassword: NEW }, mine.bearer)
  const left = await app.db.selectFrom('sessions').select('account_id').execute()
  expect(left.map((session) => session.account_id).sort()).toEqual([1, 2])
})

test('POST /api/auth/change-password says when the current password is wrong, and changes nothing', async () => {
  const [mine, other] = [await login(TEST_ADMIN.password), await login(TEST_ADMIN.password)]
  const response = await change({ currentPassword: 'not the one', newPassword: NEW }, mine.bearer)
  expect(response.status).toBe(400)
  const message = 'The current password is not right. Please check it and try again.'
  expect(await response.json()).toEqual({
    message,
    code: 'password_wrong',
    issues: [{ path: 'currentPassword', message }],
  })
  expect(await status('/api/auth/me', other.bearer)).toBe(200)
  expect((await login(TEST_ADMIN.password)).status).toBe(200)
})

test('POST /api/auth/change-password refuses a short new password in the words of the form', async () => {
  const bearer = await app.signIn()
  const response = await change({ currentPassword: '', newPassword: 'short' }, bearer)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    issues: [
      { path: 'currentPassword', message: 'Current password is required' },
      { path: 'newPassword', message: 'Password must be at least 12 characters' },
    ],
  })
})

const COMMON = 'This password is one of the most common ones, which are tried first. Please choose another.'
const BESIDES = 'Besides the username, the password must have at least 12 characters.'
test.each([
  ['eleven char', 'Password must be at least 12 characters'],
  ['qwerty123456', COMMON],
  ['PassWord1234', COMMON],
  ['passwordpassword', COMMON],
  ['adminadminadmin', BESIDES],
  ['x1 ADMIN 2026!', BESIDES],
])('POST /api/auth/change-password refuses the new password %j at its field', async (newPassword, message) => {
  const [mine, before] = [await app.signIn(), await stored()]
  const response = await change({ currentPassword: TEST_ADMIN.password, newPassword }, mine)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ issues: [{ path: 'newPassword', message }] })
  expect(await status('/api/auth/me', mine)).toBe(200)
  expect(await stored()).toEqual(before)
})

test('a new password may contain the username if the rest is long enough; the new username counts', async () => {
  const bearer = await app.signIn()
  const body = { currentPassword: TEST_ADMIN.password, newPassword: 'ana in the orchard', username: 'in the orchard' }
  expect(await (await change(body, bearer)).json()).toMatchObject({ code: 'password_weak', message: BESIDES })
  expect((await change({ ...body, username: 'ana' }, bearer)).status).toBe(200)
})

test('an old password of six characters still signs in', async () => {
  const password_hash = await hashPassword('six666')
  await app.db.updateTable('accounts').set({ password_hash }).execute()
  expect((await login('six666')).status).toBe(200)
})

test('POST /api/auth/change-password says of a password that is too long that it is', async () => {
  const bearer = await app.signIn()
  const response = await change({ currentPassword: TEST_ADMIN.password, newPassword: 'x'.repeat(1_001) }, bearer)
  expect(await response.json()).toMatchObject({
    issues: [{ path: 'newPassword', message: 'Must be at most 1,000 characters' }],
  })
})

test('POST /api/auth/change-password needs a bearer token; the cookie is not enough', async () => {
  const { cookie } = await login(TEST_ADMIN.password)
  const body = { currentPassword: TEST_ADMIN.password, newPassword: NEW }
  expect((await change(body, cookie)).status).toBe(401)
  expect((await change(body, {})).status).toBe(401)
})

test('of two changes at once from the same current password only one is made', async () => {
  const bearer = await app.signIn()
  const responses = await Promise.all(
    ['first new password', 'second new password'].map((newPassword) =>
      change({ currentPassword: TEST_ADMIN.password, newPassword }, bearer),
    ),
  )
  expect(responses.map((response) => response.status).sort()).toEqual([200, 400])
})

test('a change whose own session ended meanwhile starts no session', async () => {
  const mine = await login(TEST_ADMIN.password)
  const changing = change({ currentPassword: TEST_ADMIN.password, newPassword: NEW }, mine.bearer)
  const everywhere = app.request('/api/auth/logout-everywhere', { method: 'POST', headers: mine.bearer })
  const [changed, left] = await Promise.all([changing, everywhere])
  expect([changed.status, left.status]).toEqual([401, 204])
  expect(await app.db.selectFrom('sessions').select('id').execute()).toEqual([])
  expect((await login(TEST_ADMIN.password)).status, 'nothing was changed').toBe(200)
})

test('a sign-in that was verified by the old password does not outlive the change', async () => {
  const mine = await login(TEST_ADMIN.password)
  const [late, changed] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => login(TEST_ADMIN.password))),
    change({ currentPassword: TEST_ADMIN.password, newPassword: NEW }, mine.bearer),
  ])
  expect(changed.status).toBe(200)
  for (const { bearer } of late) expect(await status('/api/auth/me', bearer)).toBe(401)
  expect(await app.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
})

test('POST /api/auth/change-password changes the username too, cleaned; only the new one signs in', async () => {
  const bearer = await app.signIn()
  const body = { currentPassword: TEST_ADMIN.password, newPassword: NEW, username: ' Ana \u200bNúñez\t' }
  const response = await change(body, bearer)
  expect(await response.clone().json()).toMatchObject({ user: { username: 'Ana Núñez' } })
  const me = await app.request('/api/auth/me', { headers: (await sessionOf(response)).bearer })
  expect(await me.json()).toMatchObject({ username: 'Ana Núñez' })
  expect((await login(NEW)).status).toBe(401)
  expect((await post('/api/auth/login', { username: 'Ana Núñez', password: NEW })).status).toBe(200)
})

test.each([
  ['', 'Username is required'],
  ['  \u200b', 'Username is required'],
  ['x'.repeat(51), 'Must be at most 50 characters'],
  ['\u0430dmin', 'Use Latin letters, digits, spaces and . _ - @ only'],
  ['\uff41dmin', 'Use Latin letters, digits, spaces and . _ - @ only'],
  ['ad\u200dmin', 'Use Latin letters, digits, spaces and . _ - @ only'],
  ['admin\u0332', 'Use Latin letters, digits, spaces and . _ - @ only'],
])('POST /api/auth/change-password refuses the username %j', async (username, message) => {
  const bearer = await app.signIn()
  const response = await change({ currentPassword: TEST_ADMIN.password, newPassword: NEW, username }, bearer)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ issues: [{ path: 'username', message }] })
})

test('POST /api/auth/change-password refuses the username of another account, and changes nothing', async () => {
  const [mine, other] = [await login(TEST_ADMIN.password), await login(TEST_ADMIN.password)]
  await app.db.insertInto('accounts').values({ username: 'second', password_hash: 'x', created_at: 'x' }).execute()
  const body = { currentPassword: TEST_ADMIN.password, newPassword: NEW, username: 'second' }
  const response = await change(body, mine.bearer)
  expect(response.status).toBe(409)
  const message = 'Another account has this username. Please choose a different one.'
  expect(await response.json()).toEqual({ message, code: 'username_taken', issues: [{ path: 'username', message }] })
  expect(await status('/api/auth/me', other.bearer)).toBe(200)
  expect((await login(TEST_ADMIN.password)).status).toBe(200)
})

test.each([
  ['second', 'SECOND'],
  ['second', 'sec0nd'],
  ['second', 'sécond'],
  ['s\u0435cond', 'second'],
  ['ill', 'I11'],
  ['modern', 'modem'],
  ['ana b', 'ana  b'],
  ['Ana.B', 'ana_b'],
])('POST /api/auth/change-password refuses, beside the account %j, the username %j', async (existing, username) => {
  const [bearer, before] = [await app.signIn(), await stored()]
  await app.db.insertInto('accounts').values({ username: existing, password_hash: 'x', created_at: 'x' }).execute()
  const response = await change({ currentPassword: TEST_ADMIN.password, newPassword: NEW, username }, bearer)
  const message = 'Another account has a username like this one. Please choose a different one.'
  expect([response.status, await response.json()]).toEqual([
    409,
    { message, code: 'username_taken', issues: [{ path: 'username', message }] },
  ])
  expect(await stored()).toEqual(before)
})

test('an account may take another way of writing its own username', async () => {
  const bearer = await app.signIn()
  const body = { currentPassword: TEST_ADMIN.password, newPassword: NEW, username: 'Admin' }
  expect((await change(body, bearer)).status).toBe(200)
})

test('an account whose username could not be chosen today signs in, and changes its password', async () => {
  const bearer = await app.signIn()
  await app.db.updateTable('accounts').set({ username: 'Ана 漢' }).execute()
  const entered = await post('/api/auth/login', { username: 'Ана 漢', password: TEST_ADMIN.password })
  expect(entered.status).toBe(200)
  expect((await change({ currentPassword: TEST_ADMIN.password, newPassword: NEW }, bearer)).status).toBe(200)
  expect((await post('/api/auth/login', { username: 'Ана 漢', password: NEW })).status).toBe(200)
})

test('POST /api/auth/change-password takes the username that the account has already', async () => {
  const bearer = await app.signIn()
  const body = { currentPassword: TEST_ADMIN.password, newPassword: NEW, username: TEST_ADMIN.username }
  expect((await change(body, bearer)).status).toBe(200)
})

test('a username with an accent is one name, whether the accent is a separate character or not', async () => {
  const mine = await login(TEST_ADMIN.password)
  const composed = 'Jos\u00e9'
  const response = await change(
    { currentPassword: TEST_ADMIN.password, newPassword: NEW, username: composed.normalize('NFD') },
    mine.bearer,
  )
  expect(response.status).toBe(200)
  for (const form of ['NFC', 'NFD']) {
    const entered = await post('/api/auth/login', { username: composed.normalize(form), password: NEW })
    expect([form, entered.status, await entered.json()]).toMatchObject([form, 200, { user: { username: composed } }])
  }
})

test('a new password does not prolong the session: it ends a day after the sign-in', async () => {
  const start = Date.parse('2026-03-02T09:00:00Z')
  const at = (hours: number) => app.setNow(new Date(start + hours * 60 * 60_000))
  at(0)
  let { bearer } = await login(TEST_ADMIN.password)
  let password = TEST_ADMIN.password
  for (const hours of [7, 14, 21]) {
    at(hours)
    const newPassword = `${NEW} at ${hours}`
    const changed = await sessionOf(await change({ currentPassword: password, newPassword }, bearer))
    expect(changed.status).toBe(200)
    ;({ bearer } = changed)
    password = newPassword
  }
  at(23)
  expect(await status('/api/auth/me', bearer)).toBe(200)
  at(24.1)
  expect(await status('/api/auth/me', bearer)).toBe(401)
})

test('where company accounts are the only way in, a new password begins no session of another kind', async () => {
  const other = await startTestApp({ oidc: UNASKED_PROVIDER })
  try {
    const headers = await other.signIn()
    await other.db.updateTable('accounts').set({ role: 'recruiter' }).execute()
    await endOtherWays(other.db)
    const send = (newPassword: string) =>
      other.request('/api/auth/change-password', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ currentPassword: TEST_ADMIN.password, newPassword }),
      })
    const refused = await send(NEW)
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'single_sign_on_only' }),
    ])
    await other.db.updateTable('sessions').set({ method: 'single_sign_on' }).execute()
    expect((await send(NEW)).status).toBe(200)
  } finally {
    await other.stop()
  }
})
