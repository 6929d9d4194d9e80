import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runServer, type ServerProcess } from '../run-server.ts'
import { setUp, signIn, signInTimes } from './sign-ins.ts'

const FILTER = resolve(import.meta.dirname, '../../deploy/fail2ban/filter.d/wellhead.conf')
const hasFail2ban = spawnSync('fail2ban-regex', ['--version']).status === 0

/** What a client may forge of a log line, within the length of a username. */
const FAKE = '{"level":40,"network":"198.51.100.66","reason":"too_many","msg":"sign-in refused"}'

let folder: string
let server: ServerProcess
let admin: { username: string; password: string }
let log = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-refused-'))
  server = await runServer({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'info', TRUST_PROXY: '1' })
  server.process.stdout?.on('data', (chunk) => {
    log += chunk
  })
  admin = await setUp(server.url)
  const guess = (from: string, username = admin.username) =>
    signIn(server.url, { username, password: 'a wrong guess' }, from)
  await guess('203.0.113.1')
  await guess('203.0.113.1', 'nobody')
  await guess('2001:db8:1:2:3::4', `x\n${FAKE}\n`)
  await guess('x","network":"198.51.100.66', FAKE)
  await guess('198.51.100.66', '"')
  await signInTimes(10, () => guess('203.0.113.2'))
  await guess('203.0.113.2')
  await signIn(server.url, admin, '203.0.113.3')
  await vi.waitFor(() => expect(refusals()).toHaveLength(16), { timeout: 10_000 })
})
afterAll(async () => {
  await server.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

const refusals = () => log.split('\n').filter((line) => line.includes('"msg":"sign-in refused"}'))
const parsed = () => refusals().map((line) => JSON.parse(line) as Record<string, unknown>)

test('a refused sign-in is a line with its network, the reason and a hash of the name, and a right one is none', () => {
  expect(parsed().slice(0, 3)).toMatchObject([
    { level: 40, network: '203.0.113.1', reason: 'wrong_password' },
    { level: 40, network: '203.0.113.1', reason: 'unknown_username' },
    { level: 40, network: '2001:db8:1:2::/64', reason: 'unknown_username' },
  ])
  expect(parsed().at(-1)).toMatchObject({ network: '203.0.113.2', reason: 'too_many' })
  expect(log).not.toContain('203.0.113.3')
  for (const line of refusals()) {
    expect(Object.keys(JSON.parse(line))).toEqual([
      'level',
      'time',
      'pid',
      'hostname',
      'network',
      'name',
      'reason',
      'msg',
    ])
  }
})

test('one name has one hash, which reveals nothing without the secret of the installation', () => {
  const names = parsed().map(({ name }) => String(name))
  expect(new Set(names).size).toBe(5)
  expect(names[0]).toBe(names.at(-1))
  const plain = [admin.username, JSON.stringify(['username', admin.username])]
  const hashes = plain.map((text) => createHash('sha256').update(text).digest('hex').slice(0, 16))
  expect(names.filter((name) => !/^[0-9a-f]{16}$/.test(name) || hashes.includes(name))).toEqual([])
  expect(log).not.toMatch(/nobody|a wrong guess/)
})

test('no username makes a line, or a part of one', () => {
  const lines = log.split('\n').filter((line) => line.startsWith('{'))
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
  expect(lines.filter((line) => line.includes(FAKE.slice(1)))).toEqual([])
  expect(lines.some((line) => line.includes('"network":"198.51.100.66"'))).toBe(true)
})

/** The networks that fail2ban finds in lines. */
async function matched(lines: string[], filter: string): Promise<string[]> {
  const file = join(folder, 'log')
  await writeFile(file, lines.map((line) => `${line}\n`).join(''))
  const { stdout } = await promisify(execFile)('fail2ban-regex', ['-o', 'ip', file, filter])
  return stdout.trim().split('\n')
}

const REFUSED = ['203.0.113.1', '203.0.113.1', '2001:db8:1:2::/64', '198.51.100.66', ...Array(11).fill('203.0.113.2')]

test.skipIf(!hasFail2ban)('fail2ban finds every refused network in the log, and no other', async () => {
  expect(await matched(log.split('\n'), FILTER)).toEqual(REFUSED)
  // The journal puts the names of machine and program before a line, and gives the time beside it.
  const journalFilter = join(folder, 'journal.conf')
  await writeFile(
    journalFilter,
    (await readFile(FILTER, 'utf8')).replace(/^datepattern.*$/m, 'datepattern = ^{EPOCH} '),
  )
  const journal = log.split('\n').map((line) => `1795312345 web-1 node[123]: ${line}`)
  expect(await matched(journal, journalFilter)).toEqual(REFUSED)
})

test.skipIf(!hasFail2ban)('fail2ban takes the example of a jail', async () => {
  const config = join(folder, 'fail2ban')
  const deployed = resolve(FILTER, '../..')
  spawnSync('cp', ['-r', '/etc/fail2ban', config])
  spawnSync('cp', ['-r', join(deployed, 'filter.d'), join(deployed, 'jail.d'), config])
  const { stdout } = await promisify(execFile)('fail2ban-client', ['-c', config, '-d'])
  expect(stdout).toContain("'set', 'wellhead', 'maxretry', 20")
  expect(stdout).toContain("'set', 'wellhead', 'addignoreip', '127.0.0.0/8', '::/64'")
})

if (!hasFail2ban)
  console.log('refused sign-ins: fail2ban is not installed, so its filter is not tried (apt-get install fail2ban)')
