import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, TEST_ADMIN, type TestApp } from '../test-app.ts'
import { signIn, signInTimes, tally } from './sign-ins.ts'

const MINUTE = 60_000
const START = Date.parse('2026-03-02T09:00:00Z')

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
  app.setNow(new Date(START))
})
afterEach(() => app.stop())

const wrong = (username = TEST_ADMIN.username) => signIn(app.url, { username, password: 'a wrong guess' })
const counts = () => app.db.selectFrom('sign_in_failures').selectAll().execute()

test('waiting helps: refused attempts do not make it longer, and what has run out is removed', async () => {
  await app.signIn()
  await wrong('somebody else')
  app.setNow(new Date(START + 5 * MINUTE))
  await signInTimes(10, () => wrong())
  app.setNow(new Date(START + 19 * MINUTE))
  const refused = await wrong()
  expect([refused.status, refused.retryAfter]).toEqual([429, '60'])
  expect(JSON.parse(refused.body).message).toContain('Please try again in a minute.')

  app.setNow(new Date(START + 20 * MINUTE))
  expect((await wrong()).status).toBe(401)
  expect(await counts()).toEqual([
    { caller_hash: expect.any(String), count: 1, expires_at: new Date(START + 35 * MINUTE).toISOString() },
  ])
})

test('failures are kept without address and username, under a hash that needs the secret', async () => {
  await wrong('ana')
  const [row] = await counts()
  const guesses = ['127.0.0.1', 'ana', '127.0.0.1 ana', JSON.stringify(['sign-in', '127.0.0.1', 'ana'])]
  const plain = guesses.map((guess) => createHash('sha256').update(guess).digest('hex'))
  expect(row?.caller_hash).toMatch(/^[0-9a-f]{64}$/)
  expect(plain).not.toContain(row?.caller_hash)
})

test('guessing the current password is counted with the sign-ins', async () => {
  const headers = { ...(await app.signIn()), 'content-type': 'application/json' }
  const change = async (currentPassword: string) => {
    const body = JSON.stringify({ currentPassword, newPassword: 'a longer phrase' })
    const answer = await app.call('/api/auth/change-password', { method: 'POST', headers, body })
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.text() }
  }
  const guesses = await signInTimes(9, () => change('a wrong guess'))
  expect(tally(guesses)).toEqual({ 400: 9 })
  expect((await wrong()).status).toBe(401)
  const refused = await change(TEST_ADMIN.password)
  expect([refused.status, refused.retryAfter]).toEqual([429, '900'])
  app.setNow(new Date(START + 15 * MINUTE))
  expect((await change(TEST_ADMIN.password)).status).toBe(204)
  expect(await counts()).toEqual([])
  console.log('change of password: 9 wrong current passwords and a wrong sign-in are ten, the next gets 429')
})
