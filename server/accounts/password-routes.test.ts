import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../test/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
  await app.signIn()
})
afterEach(() => app.stop())

const NEW = 'a longer phrase than before'
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const change = (body: unknown, headers: Record<string, string>) => post('/api/auth/change-password', body, headers)
const login = async (password: string) => {
  const answer = await post('/api/auth/login', { ...TEST_ADMIN, password })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { token } = (await answer.json()) as { token?: string }
  return { status: answer.status, bearer: { authorization: `Bearer ${token}` }, cookie: { cookie } }
}
const status = async (path: string, headers: Record<string, string>) => (await app.call(path, { headers })).status

test('POST /api/auth/change-password changes it, keeps the calling session and ends every other of the account', async () => {
  const [mine, other] = [await login(TEST_ADMIN.password), await login(TEST_ADMIN.password)]
  const answer = await change({ currentPassword: TEST_ADMIN.password, newPassword: NEW }, mine.bearer)
  expect([answer.status, await answer.text()]).toEqual([204, ''])

  expect(await status('/api/auth/me', mine.bearer)).toBe(200)
  expect(await status('/api/applications', mine.cookie)).toBe(200)
  expect(await status('/api/auth/me', other.bearer)).toBe(401)
  expect(await status('/api/applications', other.cookie)).toBe(401)
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
  const answer = await change({ currentPassword: 'not the one', newPassword: NEW }, mine.bearer)
  expect(answer.status).toBe(400)
  const message = 'The current password is not right. Please check it and try again.'
  expect(await answer.json()).toEqual({
    message,
    code: 'password_wrong',
    issues: [{ path: 'currentPassword', message }],
  })
  expect(await status('/api/auth/me', other.bearer)).toBe(200)
  expect((await login(TEST_ADMIN.password)).status).toBe(200)
})

test('POST /api/auth/change-password refuses a short new password in the words of the form', async () => {
  const { bearer } = await login(TEST_ADMIN.password)
  const answer = await change({ currentPassword: '', newPassword: 'short' }, bearer)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    issues: [
      { path: 'currentPassword', message: 'Current password is required' },
      { path: 'newPassword', message: 'Password must be at least 6 characters' },
    ],
  })
})

test('POST /api/auth/change-password says of a password that is too long that it is', async () => {
  const { bearer } = await login(TEST_ADMIN.password)
  const answer = await change({ currentPassword: TEST_ADMIN.password, newPassword: 'x'.repeat(1_001) }, bearer)
  expect(await answer.json()).toMatchObject({
    issues: [{ path: 'newPassword', message: 'Must be at most 1000 characters' }],
  })
})

test('POST /api/auth/change-password needs a bearer token; the cookie is not enough', async () => {
  const { cookie } = await login(TEST_ADMIN.password)
  const body = { currentPassword: TEST_ADMIN.password, newPassword: NEW }
  expect((await change(body, cookie)).status).toBe(401)
  expect((await change(body, {})).status).toBe(401)
})

test('of two changes at once from the same current password only one is made', async () => {
  const { bearer } = await login(TEST_ADMIN.password)
  const answers = await Promise.all(
    ['first new password', 'second new password'].map((newPassword) =>
      change({ currentPassword: TEST_ADMIN.password, newPassword }, bearer),
    ),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([204, 400])
})

test('a sign-in that was judged by the old password does not outlive the change', async () => {
  const mine = await login(TEST_ADMIN.password)
  const [late, changed] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => login(TEST_ADMIN.password))),
    change({ currentPassword: TEST_ADMIN.password, newPassword: NEW }, mine.bearer),
  ])
  expect(changed.status).toBe(204)
  for (const { bearer } of late) expect(await status('/api/auth/me', bearer)).toBe(401)
  expect(await app.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
})

test('POST /api/auth/change-password changes the username too, cleaned; only the new one signs in', async () => {
  const { bearer } = await login(TEST_ADMIN.password)
  const body = { currentPassword: TEST_ADMIN.password, newPassword: NEW, username: ' Ana \u200bNúñez\t' }
  expect((await change(body, bearer)).status).toBe(204)
  expect(await (await app.call('/api/auth/me', { headers: bearer })).json()).toMatchObject({ username: 'Ana Núñez' })
  expect((await login(NEW)).status).toBe(401)
  expect((await post('/api/auth/login', { username: 'Ana Núñez', password: NEW })).status).toBe(200)
})

test.each([
  ['', 'Username is required'],
  ['  \u200b', 'Username is required'],
  ['x'.repeat(51), 'Must be at most 50 characters'],
])('POST /api/auth/change-password refuses the username %j', async (username, message) => {
  const { bearer } = await login(TEST_ADMIN.password)
  const answer = await change({ currentPassword: TEST_ADMIN.password, newPassword: NEW, username }, bearer)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ issues: [{ path: 'username', message }] })
})

test('POST /api/auth/change-password refuses the username of another account, and changes nothing', async () => {
  const [mine, other] = [await login(TEST_ADMIN.password), await login(TEST_ADMIN.password)]
  await app.db.insertInto('accounts').values({ username: 'second', password_hash: 'x', created_at: 'x' }).execute()
  const body = { currentPassword: TEST_ADMIN.password, newPassword: NEW, username: 'second' }
  const answer = await change(body, mine.bearer)
  expect(answer.status).toBe(409)
  const message = 'Another account has this username. Please choose a different one.'
  expect(await answer.json()).toEqual({ message, code: 'username_taken', issues: [{ path: 'username', message }] })
  expect(await status('/api/auth/me', other.bearer)).toBe(200)
  expect((await login(TEST_ADMIN.password)).status).toBe(200)
})

test('POST /api/auth/change-password takes the username that the account has already', async () => {
  const { bearer } = await login(TEST_ADMIN.password)
  const body = { currentPassword: TEST_ADMIN.password, newPassword: NEW, username: TEST_ADMIN.username }
  expect((await change(body, bearer)).status).toBe(204)
})

test('a username with an accent is one name, whether the accent is a character of its own or not', async () => {
  const mine = await login(TEST_ADMIN.password)
  const composed = 'Jos\u00e9'
  const answer = await change(
    { currentPassword: TEST_ADMIN.password, newPassword: NEW, username: composed.normalize('NFD') },
    mine.bearer,
  )
  expect(answer.status).toBe(204)
  for (const form of ['NFC', 'NFD']) {
    const entered = await post('/api/auth/login', { username: composed.normalize(form), password: NEW })
    expect([form, entered.status, await entered.json()]).toMatchObject([form, 200, { user: { username: composed } }])
  }
})
