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
/** The counts that limit clients. The networks that failed for an account stay longer, and limit no client. */
const counts = () =>
  app.db
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('expires_at', '<', new Date(START + 12 * 60 * MINUTE).toISOString())
    .execute()

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
  const one = { key_hash: expect.any(String), count: 1, expires_at: new Date(START + 35 * MINUTE).toISOString() }
  expect(await counts(), 'of the username, and of the network').toEqual([one, one])
})

test('failures and the networks of sign-ins are stored without address and username, under a hash that needs the secret', async () => {
  await wrong('ana')
  await app.signIn()
  expect((await signIn(app.url, TEST_ADMIN)).status).toBe(200)
  const failures = await app.db.selectFrom('sign_in_failures').select('key_hash as hash').execute()
  const networks = await app.db.selectFrom('signed_in_networks').select('network_hash as hash').execute()
  expect([failures.length, networks.length]).toEqual([4, 1])
  const guesses = ['127.0.0.1', 'ana', '127.0.0.1 ana', JSON.stringify(['sign-in', '127.0.0.1', 'ana'])]
  guesses.push(...['sign-in-network', 'signed-in-network'].map((kind) => JSON.stringify([kind, '127.0.0.1'])))
  const plain = guesses.map((guess) => createHash('sha256').update(guess).digest('hex'))
  for (const { hash } of [...failures, ...networks]) {
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(plain).not.toContain(hash)
  }
})

test('guessing the current password is counted with the sign-ins', async () => {
  const headers = { ...(await app.signIn()), 'content-type': 'application/json' }
  const change = async (currentPassword: string) => {
    const body = JSON.stringify({ currentPassword, newPassword: 'a longer phrase' })
    const response = await app.request('/api/auth/change-password', { method: 'POST', headers, body })
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.text() }
  }
  const guesses = await signInTimes(9, () => change('a wrong guess'))
  expect(tally(guesses)).toEqual({ 400: 9 })
  expect((await wrong()).status).toBe(401)
  const refused = await change(TEST_ADMIN.password)
  expect([refused.status, refused.retryAfter]).toEqual([429, '900'])
  app.setNow(new Date(START + 15 * MINUTE))
  expect((await change(TEST_ADMIN.password)).status).toBe(200)
  expect(await counts()).toEqual([])
  console.log('change of password: 9 wrong current passwords and a wrong sign-in are ten, the next gets 429')
})

test('a network stays known for 30 days after its latest sign-in', async () => {
  await app.signIn()
  const known = () => app.db.selectFrom('signed_in_networks').select('expires_at').execute()
  const day = 24 * 60 * MINUTE
  for (const at of [0, 20 * day]) {
    app.setNow(new Date(START + at))
    await signIn(app.url, TEST_ADMIN)
    expect(await known()).toEqual([{ expires_at: new Date(START + at + 30 * day).toISOString() }])
  }
  await app.db.insertInto('signed_in_networks').values({ network_hash: 'gone', expires_at: '2020' }).execute()
  await signIn(app.url, TEST_ADMIN)
  expect(await known()).toHaveLength(1)
})
