import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '../free-port.ts'

const root = resolve(import.meta.dirname, '../..')
/** More lines than a pipe of 64 kB holds. */
const REQUESTS = 600
/** Throws where nothing catches it. */
const FAULT_ON_SIGUSR2 = `--import=data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { throw new Error('made up') })")}`

let folder: string
let child: ChildProcess
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-log-'))
})
afterEach(async () => {
  child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** A pipe as a shell makes it. It is opened for reading as well, so that it has a reader until the test closes it. */
function openPipe(): number {
  const path = join(folder, 'pipe')
  spawnSync('mkfifo', [path])
  return openSync(path, 'r+')
}

/** Starts the program with both of its outputs at one descriptor, and returns its address once it responds. */
async function start(output: number): Promise<string> {
  const PORT = String(await freePort())
  const url = `http://127.0.0.1:${PORT}`
  child = spawn(process.execPath, [join(root, 'server/main.js')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'data'),
      HOST: '127.0.0.1',
      PORT,
      LOG_LEVEL: 'debug',
      NODE_OPTIONS: FAULT_ON_SIGUSR2,
    },
    stdio: ['ignore', output, output],
  })
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), { timeout: 30_000 })
  return url
}

/** Has the program write a line of its log for each request. */
async function requestOften(url: string): Promise<void> {
  for (let sent = 0; sent < REQUESTS; sent += 20) {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${url}/api/auth/me`, { signal: AbortSignal.timeout(10_000) })),
    )
    expect(responses.every(({ status }) => status === 401)).toBe(true)
  }
}

/** Resolves to the exit code. */
async function endBy(signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  const [code] = await ended
  return code
}

const outputs: [string, () => { output: number; spoil(): void }][] = [
  [
    'whose reader has ended',
    () => {
      const reader = openPipe()
      const output = openSync(join(folder, 'pipe'), 'w')
      return { output, spoil: () => [reader, output].map((one) => closeSync(one)) }
    },
  ],
  ['that is full and that nothing reads', () => ({ output: openPipe(), spoil: () => undefined })],
  ['on a full disk', () => ({ output: openSync('/dev/full', 'w'), spoil: () => undefined })],
]

test.each(outputs)('with an output %s the server continues to respond, and SIGTERM ends it with 0', async (_, make) => {
  const { output, spoil } = make()
  const url = await start(output)
  spoil()
  await requestOften(url)
  expect(await endBy('SIGTERM')).toBe(0)
})

test.each(outputs)('with an output %s a fault that nothing caught ends the process with 1', async (_, make) => {
  const { output, spoil } = make()
  const url = await start(output)
  spoil()
  await requestOften(url)
  expect(await endBy('SIGUSR2')).toBe(1)
})
