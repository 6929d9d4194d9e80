import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startInProcess } from '../start-in-process.ts'
import { setUp, signIn, signInTimes, tally } from './sign-ins.ts'

const running: { stop(): Promise<void>; dataDir: string }[] = []
afterEach(async () => {
  for (const { stop, dataDir } of running.splice(0)) {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

/** Starts the server; `warnings` are the lines of its log, but for those of refused sign-ins. */
async function start(settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-forwarded-'))
  const server = await startInProcess({ DATA_DIR: dataDir, ...settings })
  running.push({ stop: server.stop, dataDir })
  const warnings = () =>
    server
      .written()
      .split('\n')
      .filter((line) => line.startsWith('{') && !line.includes('sign-in refused'))
  return { url: server.url, warnings }
}

/** Sends several requests with the same header; the server writes the log meanwhile. */
async function callWith(url: string, headers: Record<string, string>): Promise<void> {
  for (let sent = 0; sent < 5; sent += 1) await fetch(`${url}/api/auth/me`, { headers })
}

const SPOOFED = '203.0.113.66'

test.each([
  [{}, { 'x-forwarded-for': SPOOFED }, /TRUST_PROXY does not trust.*Set TRUST_PROXY to the number .*TRUST_PROXY=1/],
  [{ TRUST_PROXY: '0' }, { 'x-forwarded-for': SPOOFED }, /Set TRUST_PROXY to the number .*TRUST_PROXY=1/],
  [{ TRUST_PROXY: '10.1.2.3' }, { 'x-forwarded-for': SPOOFED }, /Add the address of the proxy to TRUST_PROXY/],
  [{ TRUST_PROXY: '2' }, { 'x-forwarded-for': SPOOFED }, /fewer proxies than TRUST_PROXY says/],
  [{ TRUST_PROXY: '1' }, { forwarded: `for=${SPOOFED}` }, /have it send X-Forwarded-For/],
])(
  'with %j a proxy that sends %j is logged once, with what to set, and without the address',
  async (settings, headers, words) => {
    const { url, warnings } = await start(settings as Record<string, string>)
    await callWith(url, headers)
    await vi.waitFor(() => expect(warnings()).toHaveLength(1))
    expect(JSON.parse(String(warnings()[0]))).toMatchObject({ level: 40, msg: expect.stringMatching(words) })
    expect(warnings()[0]).not.toContain(SPOOFED)
  },
)

test.each([{ TRUST_PROXY: '1' }, { TRUST_PROXY: 'loopback' }])(
  'behind a proxy that appends, a client with %j is counted by the address that the proxy saw',
  async (settings) => {
    const { url, warnings } = await start(settings)
    const admin = await setUp(url)
    const guess = (index: number) =>
      signIn(url, { ...admin, password: 'a wrong guess' }, `198.51.100.${index}, 203.0.113.7`)
    expect(tally(await signInTimes(14, guess))).toEqual({ 401: 10, 429: 4 })
    expect((await signIn(url, admin, '203.0.113.8')).status).toBe(200)
    expect(warnings()).toEqual([])
  },
)

test('a public address with https, which only a proxy can have, is warned of at the start without TRUST_PROXY', async () => {
  const PUBLIC_URL = 'https://careers.example.com'
  const { warnings } = await start({ PUBLIC_URL })
  expect(warnings()).toEqual([expect.stringMatching(/PUBLIC_URL is https.*set TRUST_PROXY/)])
  const { warnings: none } = await start({ PUBLIC_URL, TRUST_PROXY: '1' })
  expect(none()).toEqual([])
})
