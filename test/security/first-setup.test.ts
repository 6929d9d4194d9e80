import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import { undefinedIfMissing } from '../../server/platform/file-stores/temporary-files.ts'
import { freePort } from '../free-port.ts'
import { runServer, type ServerProcess } from '../run-server.ts'
import { startInProcess } from '../start-in-process.ts'

let dataDir: string
const stopping: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-first-setup-'))
})
afterEach(async () => {
  await Promise.all(stopping.splice(0).map((stop) => stop()))
  await rm(dataDir, { recursive: true, force: true })
})

async function start(settings: Record<string, string> = {}) {
  const { url, setupUrl, stop } = await startInProcess({ DATA_DIR: dataDir, ...settings })
  stopping.push(stop)
  return { url, setupUrl: new URL(String(setupUrl)), stop }
}

/** Starts the program as an operator does, for what it prints. */
async function run(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await runServer({ DATA_DIR: dataDir, ...settings })
  stopping.push(() => server.end('SIGKILL'))
  return server
}

/** The address that the program prints for the operator. */
function printedAddress(server: ServerProcess): Promise<URL> {
  return vi.waitFor(() => {
    const address = /create the first one at (\S+)/.exec(server.written())?.[1]
    return new URL(String(address))
  })
}

const tokenOf = ({ hash }: URL) => hash.replace(/^#token=/, '')

/** Sets up with any `Host`, which `fetch` does not allow. */
async function setUp(url: string, headers: Record<string, string> = {}): Promise<string | number> {
  const { promise, resolve, reject } = Promise.withResolvers<string | number>()
  const outgoing = request(url + SIGN_IN_API.setupAdmin, { method: 'POST', headers })
  outgoing.on('error', reject).on('response', async (response) => {
    const body = (await json(response)) as { code?: string }
    resolve(body.code ?? response.statusCode ?? 0)
  })
  outgoing.end()
  return promise
}

test('on this machine the first setup needs no token', async () => {
  const server = await start()
  expect(await setUp(server.url)).toBe(201)
})

test('what was passed on needs the token, with TRUST_PROXY and without', async () => {
  const shown: Record<string, string>[] = [
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-host': 'localhost' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '127.0.0.1' },
  ]
  const codesOf = ({ url }: { url: string }) => Promise.all(shown.map((headers) => setUp(url, headers)))
  const server = await start()
  expect(await codesOf(server)).toEqual(shown.map(() => 'setup_token_wrong'))
  await server.stop()
  const trusting = await start({ TRUST_PROXY: '1' })
  expect(await codesOf(trusting)).toEqual(shown.map(() => 'setup_token_wrong'))
  expect(await setUp(trusting.url, { ...shown[0], 'x-setup-token': 'wrong' })).toBe('setup_token_wrong')
  const token = tokenOf(trusting.setupUrl)
  expect(await setUp(trusting.url, { ...shown[0], 'x-setup-token': token })).toBe(201)
})

test('behind a proxy that passes on nothing, which PUBLIC_URL gives away, it needs the token too', async () => {
  const server = await start({ PUBLIC_URL: 'https://careers.example.com' })
  expect(await setUp(server.url)).toBe('setup_token_wrong')
  expect(await setUp(server.url, { host: 'careers.example.com' })).toBe('setup_token_wrong')
  const token = tokenOf(server.setupUrl)
  expect(await setUp(server.url, { host: 'careers.example.com', 'x-setup-token': token })).toBe(201)
})

test('a page of another name that leads here (DNS rebinding) cannot set up at all', async () => {
  const server = await start()
  const token = tokenOf(server.setupUrl)
  expect(await setUp(server.url, { host: 'evil.example' })).toBe('wrong_host')
  expect(await setUp(server.url, { host: 'evil.example', 'x-setup-token': token })).toBe('wrong_host')
})

test('the token is the same after a restart, stands in no file, and is of no use once there is an admin', async () => {
  const first = await run()
  const address = await printedAddress(first)
  const token = tokenOf(address)
  expect(address.pathname).toBe('/admin/setup')
  expect(token).toMatch(/^[0-9a-f]{32}$/)
  await first.end('SIGKILL')

  const second = await run()
  expect(tokenOf(await printedAddress(second))).toBe(token)
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toContain('wellhead.sqlite')
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    // The server's write check of the disk is deleted at any moment.
    const file = await Promise.all([readFile(path), stat(path)]).catch(undefinedIfMissing)
    if (!file) continue
    const [content, { mode }] = file
    expect(content.includes(token), name).toBe(false)
    expect(mode & 0o077, name).toBe(0)
  }
  const asStranger = { via: '1.1 proxy', 'x-setup-token': token }
  expect(await setUp(second.url, asStranger)).toBe(201)
  expect(await setUp(second.url, asStranger)).toBe('setup_closed')
  await second.end('SIGTERM')

  const third = await run()
  expect(await setUp(third.url, asStranger)).toBe('setup_closed')
  expect(third.written()).not.toMatch(/no admin yet|token/)
})

test('another installation has another token', async () => {
  const one = await start()
  const other = await start({ DATA_DIR: join(dataDir, 'other') })
  expect(tokenOf(other.setupUrl)).not.toBe(tokenOf(one.setupUrl))
})

test('SETUP_TOKEN replaces the generated token, is required on this machine too, and is not printed', async () => {
  const SETUP_TOKEN = 'correct-horse-battery-staple'
  const server = await run({ SETUP_TOKEN })
  expect((await printedAddress(server)).hash).toBe('')
  await vi.waitFor(() => expect(server.written()).toContain('the SETUP_TOKEN that you have set'))
  expect(server.written()).not.toContain(SETUP_TOKEN)
  expect(await setUp(server.url)).toBe('setup_token_wrong')
  expect(await setUp(server.url, { 'x-setup-token': SETUP_TOKEN })).toBe(201)
})

const outside = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address

test.skipIf(!outside)('another machine needs the token, and PUBLIC_URL', async () => {
  const PORT = String(await freePort())
  const url = `http://${outside}:${PORT}`
  const unset = await run({ HOST: '0.0.0.0', PORT })
  await vi.waitFor(() => expect(unset.written()).toMatch(/on this machine only: set PUBLIC_URL/))
  expect(await setUp(url)).toBe('wrong_host')
  expect(await setUp(url, { host: 'localhost' })).toBe('setup_token_wrong')
  await unset.end('SIGTERM')

  const server = await run({ HOST: '0.0.0.0', PORT, PUBLIC_URL: url })
  const address = await printedAddress(server)
  expect(address.origin).toBe(url)
  expect(await setUp(url)).toBe('setup_token_wrong')
  expect(await setUp(url, { 'x-setup-token': tokenOf(address) })).toBe(201)
  expect(server.written()).not.toContain('this machine only')
})
