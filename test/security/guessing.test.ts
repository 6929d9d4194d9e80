import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runServer, type ServerProcess } from '../run-server.ts'
import { setUp, signIn, signInTimes, tally } from './sign-ins.ts'

/** One server behind a proxy whose word is taken, one that strangers reach directly. */
const folders: string[] = []
let proxied: ServerProcess
let direct: ServerProcess
let admin: { username: string; password: string }
beforeAll(async () => {
  const start = async (settings: Record<string, string>) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-guessing-'))
    folders.push(dataDir)
    return runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings })
  }
  ;[proxied, direct] = await Promise.all([start({ TRUST_PROXY: '1' }), start({})])
  admin = await setUp(proxied.url)
})
afterAll(async () => {
  await Promise.all([proxied, direct].map((server) => server.end('SIGTERM')))
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

const wrong = (from?: string, username = admin.username) =>
  signIn((from === undefined ? direct : proxied).url, { username, password: 'a wrong guess' }, from)
const right = (from: string) => signIn(proxied.url, admin, from)

test('the eleventh wrong password in a row is refused with the time to wait, and the owner elsewhere is not', async () => {
  const guesses = await signInTimes(10, () => wrong('203.0.113.1'))
  expect(tally(guesses)).toEqual({ 401: 10 })
  const refused = await wrong('203.0.113.1')
  expect(refused.status).toBe(429)
  expect(Number(refused.retryAfter)).toBeGreaterThan(14 * 60)
  expect(Number(refused.retryAfter)).toBeLessThanOrEqual(15 * 60)
  expect(JSON.parse(refused.body)).toEqual({
    code: 'too_many_requests',
    message: 'Too many wrong passwords were sent for this username from your network. Please try again in 15 minutes.',
  })
  expect((await right('203.0.113.1')).status, 'the right one has to wait as well').toBe(429)
  expect((await right('203.0.113.2')).status, 'from another address').toBe(200)
  console.log('guessing: 10 of 11 verified, then 429 with Retry-After; the owner signed in from another address')
})

test('a username without an account is counted and refused in the same words', async () => {
  const guesses = await signInTimes(11, () => wrong('203.0.113.3', 'nobody'))
  expect(tally(guesses)).toEqual({ 401: 10, 429: 1 })
  const known = await wrong('203.0.113.1')
  const unknown = await wrong('203.0.113.3', 'nobody')
  const wordsOf = ({ body }: { body: string }) => body.replace(/\d+ minutes/, 'some minutes')
  expect([unknown.status, wordsOf(unknown)]).toEqual([known.status, wordsOf(known)])
})

test('the right password clears the count', async () => {
  const from = '203.0.113.4'
  const before = await signInTimes(9, () => wrong(from))
  const success = await right(from)
  const after = await signInTimes(10, () => wrong(from))
  expect([tally(before), success.status, tally(after)]).toEqual([{ 401: 9 }, 200, { 401: 10 }])
})

test('addresses of one IPv6 network count together, an IPv4 address in IPv6 clothes as what it is', async () => {
  const guesses = await signInTimes(10, (index) => wrong(`2001:db8:1:2:${index}::1`))
  expect(tally(guesses)).toEqual({ 401: 10 })
  expect((await right('2001:0DB8:0001:0002:ffff::9')).status).toBe(429)
  expect((await right('2001:db8:1:3::1')).status).toBe(200)
  expect((await wrong('::ffff:203.0.113.1')).status).toBe(429)
  console.log('guessing: 10 IPv6 addresses of one /64 shared one count; the neighbouring /64 had its own')
})

test('a forwarded address that no proxy vouches for changes nothing', async () => {
  const spoofed = (index: number) =>
    signIn(direct.url, { ...admin, password: 'a wrong guess' }, `198.51.100.${index + 1}`)
  const guesses = await signInTimes(12, spoofed)
  expect(tally(guesses)).toEqual({ 401: 10, 429: 2 })
  console.log('guessing: 12 spoofed addresses without TRUST_PROXY were one client: 10 verified, 2 refused')
})

test('300 guesses at once count as ten guesses, and the site responds meanwhile', async () => {
  const from = '203.0.113.5'
  let isOver = false
  const reads: number[] = []
  const reading = (async () => {
    while (!isOver) reads.push((await fetch(`${proxied.url}/api/jobs`)).status)
  })()
  const guess = (index: number) => signIn(proxied.url, { ...admin, password: `guess ${index}` }, from)
  const first = await Promise.all(Array.from({ length: 300 }, (_, index) => guess(index)))
  const second = await Promise.all(Array.from({ length: 30 }, (_, index) => guess(index)))
  isOver = true
  await reading

  const third = await signInTimes(10, guess)
  const responses = [...first, ...second, ...third]
  const counts = tally(responses)
  expect(tally(first)[401]).toBeLessThanOrEqual(10)
  expect(counts[401]).toBe(10)
  expect((counts[401] ?? 0) + (counts[429] ?? 0) + (counts[503] ?? 0)).toBe(340)
  expect(responses.filter(({ status, retryAfter }) => status !== 401 && !Number(retryAfter))).toEqual([])
  expect(reads.length).toBeGreaterThan(0)
  expect(reads.filter((status) => status !== 200)).toEqual([])
  expect((await right('203.0.113.6')).status).toBe(200)
  console.log(
    `guessing: of 340 guesses, up to 300 at once, ${counts[401]} were verified, ${counts[429] ?? 0} got 429 and ${counts[503] ?? 0} got 503; ${reads.length} reads of the postings succeeded meanwhile`,
  )
})
