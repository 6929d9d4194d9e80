import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { runServer, type ServerProcess } from '../run-server.ts'
import { type SignInResponse, setUp, signIn, signInTimes, tally } from './sign-ins.ts'

/** A server behind one proxy, so that every request can come from another network. */
let dataDir: string
let server: ServerProcess
let metrics: string
let owner: { username: string; password: string }
let log = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-flood-'))
  metrics = `127.0.0.1:${await freePort()}`
  server = await runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'error', TRUST_PROXY: '1', METRICS_ADDRESS: metrics })
  server.process.stdout?.on('data', (chunk) => {
    log += chunk
  })
  owner = await setUp(server.url)
})
afterAll(async () => {
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

const right = (from: string) => signIn(server.url, owner, from)
const wrong = (from: string, username: string) => signIn(server.url, { username, password: 'a wrong guess' }, from)

/** The lines of the log that raise the alarm. */
const alarms = () =>
  log
    .split('\n')
    .filter((line) => line.includes('wrong passwords for one account come from many networks'))
    .map((line) => JSON.parse(line))

async function figure(series: string): Promise<number> {
  const text = await (await fetch(`http://${metrics}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length),
  )
}

/**
 * Guesses with unknown usernames from several networks, several at once from each, until stopped.
 * @returns stops it and returns the count of each status
 */
function flood(networks: string[], atOnce: number): () => Promise<SignInResponse[]> {
  const responses: SignInResponse[] = []
  let isOver = false
  const send = async (network: string, sender: number) => {
    for (let attempt = 0; !isOver && attempt < 400; attempt += 1) {
      const response = await wrong(network, `nobody ${sender} ${attempt}`)
      responses.push(response)
      // Often enough that the hashing queue stays full; more only slows the machine down.
      if (response.status !== 401) await delay(100)
    }
  }
  const senders = networks.flatMap((network) => Array.from({ length: atOnce }, (_, sender) => send(network, sender)))
  return async () => {
    isOver = true
    await Promise.all(senders)
    return responses
  }
}

test('two networks that guess at random usernames lock no admin out, whatever network that one signs in from', async () => {
  const stop = flood(['198.51.100.1', '198.51.100.2'], 12)
  const responses: SignInResponse[] = []
  for (let turn = 0; turn < 20; turn += 1) responses.push(await right(`203.0.113.${turn}`))
  const flooded = tally(await stop())
  expect(tally(responses)).toEqual({ 200: 20 })
  expect(flooded[401], 'thirty of each network are verified').toBeLessThanOrEqual(60)
  console.log(
    `sign-in flood: beside ${JSON.stringify(flooded)} of two networks, 20 of 20 right sign-ins from new ones passed`,
  )
})

test('a network that signed in lately gets into the queue, however many networks flood it', async () => {
  const knownNetwork = '203.0.113.1'
  const stop = flood(
    Array.from({ length: 10 }, (_, index) => `198.51.101.${index}`),
    4,
  )
  const responses: SignInResponse[] = []
  for (let attempt = 0; attempt < 10; attempt += 1) responses.push(await right(knownNetwork))
  const flooded = tally(await stop())
  expect(tally(responses)).toEqual({ 200: 10 })
  expect(flooded[503], 'unknown networks find the queue full').toBeGreaterThan(0)
  console.log(
    `sign-in flood: beside ${JSON.stringify(flooded)} of ten networks, 10 of 10 right sign-ins from the known network passed`,
  )
})

test('after thirty wrong passwords for any usernames a network has to wait, and no other does', async () => {
  const from = '198.51.102.1'
  expect(tally(await signInTimes(20, (attempt) => wrong(from, `nobody ${attempt}`)))).toEqual({ 401: 20 })
  expect((await right(from)).status, 'a right one is not counted').toBe(200)
  expect(tally(await signInTimes(10, (attempt) => wrong(from, `somebody ${attempt}`)))).toEqual({ 401: 10 })
  for (const refused of [await wrong(from, 'nobody else'), await right(from)]) {
    expect(refused.status).toBe(429)
    expect(Number(refused.retryAfter)).toBeGreaterThan(14 * 60)
    expect(JSON.parse(refused.body)).toEqual({
      code: 'too_many_requests',
      message: 'Too many sign-ins from your network have failed. Please try again in 15 minutes.',
    })
  }
  expect((await right('198.51.102.2')).status).toBe(200)
})

test('many networks that guess at one account raise an alarm, and lock no account', async () => {
  expect([alarms(), await figure('wellhead_sign_in_alarms_total')]).toEqual([[], 0])
  const guess = (username: string) => (attempt: number) => wrong(`192.0.2.${attempt >> 1}`, username)
  await signInTimes(20, guess('nobody'))
  await signInTimes(18, guess(owner.username))
  expect(alarms(), 'not of nine networks, and not of a username that no account has').toEqual([])
  await signInTimes(20, guess(owner.username))
  await expect.poll(alarms).toMatchObject([{ level: 50, account: 1, networks: 10 }])
  expect(await figure('wellhead_sign_in_alarms_total')).toBe(1)
  expect(await figure('wellhead_sign_ins_total{outcome="wrong"}')).toBeGreaterThan(58)
  expect(log).not.toMatch(/192\.0\.2\.|nobody/)
  expect((await right('192.0.2.100')).status).toBe(200)
})
