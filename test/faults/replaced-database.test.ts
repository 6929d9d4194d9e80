import { copyFile, cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applicationForm } from '../factories.ts'
import { runOperatorCommand } from '../run-operator-command.ts'
import { runServer, type ServerProcess } from '../run-server.ts'

let folder: string
let dataDir: string
let file: string
let server: ServerProcess
let log: string[]
let admin: { authorization: string }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-replaced-'))
  dataDir = join(folder, 'data')
  file = join(dataDir, 'wellhead.sqlite')
  await start()
})
afterEach(async () => {
  await server.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  server = await runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'info', SUBMISSIONS_PER_HOUR: '0' })
  log = []
  if (server.process.stdout) createInterface({ input: server.process.stdout }).on('line', (line) => log.push(line))
}

const submit = async () =>
  (await fetch(`${server.url}/api/submit-application`, { method: 'POST', body: applicationForm() })).status
const ready = async () => (await fetch(`${server.url}/readyz`)).status

async function signIn(): Promise<void> {
  const credentials = await (await fetch(`${server.url}/api/auth/setup-admin`, { method: 'POST' })).text()
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body: credentials })
  admin = { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` }
}

/** Whatever is acknowledged with success must be refused; what only reads may go on. */
async function expectNothingAcknowledged(): Promise<void> {
  const json = { ...admin, 'content-type': 'application/json' }
  const calls: [string, string, RequestInit][] = [
    ['a form', '/api/submit-application', { method: 'POST', body: applicationForm() }],
    ['a status', '/api/applications/1', { method: 'PATCH', headers: json, body: '{"status":"hired"}' }],
    ['a deletion', '/api/admin/applications/1', { method: 'DELETE', headers: admin }],
    [
      'a sign-in',
      '/api/auth/login',
      { method: 'POST', headers: json, body: '{"username":"admin","password":"not it, this"}' },
    ],
    ['a download, which is recorded', '/api/applications/1/resume', { headers: admin }],
    ['readiness', '/readyz', {}],
  ]
  for (const [what, path, init] of calls) {
    const answer = await fetch(server.url + path, init)
    expect([what, answer.status, answer.headers.get('retry-after')]).toEqual([what, 503, '60'])
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  }
}

test('a database that is moved away and put back: nothing is acknowledged meanwhile, and it goes on by itself', async () => {
  await signIn()
  expect(await submit()).toBe(201)
  const away = join(folder, 'away.sqlite')
  await rename(file, away)
  await expectNothingAcknowledged()
  const told = log.filter((line) => line.includes('the database is no longer where it was'))
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('wellhead.sqlite was moved, deleted or replaced by another file. Nothing is stored until')
  expect(told[0]).toContain('Put it back')

  await rename(away, file)
  expect(await ready()).toBe(200)
  expect(await submit()).toBe(201)
  expect(log.join('\n')).toContain('the database is where it was again')
  await server.end('SIGKILL')
  const verified = await runOperatorCommand('verify', dataDir)
  expect(verified.stdout).toContain('has 2 applications')
})

test.each<[string, () => Promise<void>]>([
  ['another database is moved over it', () => rename(join(folder, 'other.sqlite'), file)],
  ['another database is copied over it', () => copyFile(join(folder, 'other.sqlite'), file)],
  ['it is deleted', () => rm(file)],
  ['its write-ahead log is deleted', () => rm(`${file}-wal`)],
  ['the index of its log is deleted', () => rm(`${file}-shm`)],
  ['the lock of the folder is deleted', () => rm(join(dataDir, 'lock.sqlite'))],
  ['the whole folder is moved away', () => rename(dataDir, join(folder, 'elsewhere'))],
])('nothing more is acknowledged once %s', async (_what, replace) => {
  // The copy that an operator has of yesterday.
  await server.end('SIGTERM')
  await copyFile(file, join(folder, 'other.sqlite'))
  await start()
  await signIn()
  expect(await submit()).toBe(201)
  expect(await ready()).toBe(200)
  await replace()
  await expectNothingAcknowledged()
  expect((await fetch(`${server.url}/api/jobs?active=true`)).status).toBe(200)
})

test('a database that was copied over keeps what was copied, also when the server stops', async () => {
  await server.end('SIGTERM')
  const other = join(folder, 'other.sqlite')
  await cp(file, other)
  await start()
  expect(await submit()).toBe(201)
  await copyFile(other, file)
  expect(await submit()).toBe(503)
  expect(await server.end('SIGTERM')).toBe(0)
  expect((await readFile(file)).equals(await readFile(other))).toBe(true)
})

test('an acknowledged application survives that its write-ahead log was deleted, when the server is stopped in order', async () => {
  expect(await submit()).toBe(201)
  await rm(`${file}-wal`)
  expect(await submit()).toBe(503)
  expect(await server.end('SIGTERM')).toBe(0)
  expect((await runOperatorCommand('verify', dataDir)).stdout).toContain('has 1 application')
})

test('other programs that read and write the database, or touch its file, are no alarm', async () => {
  await signIn()
  expect(await submit()).toBe(201)
  expect(await runOperatorCommand('admin', dataDir, 'create', 'second')).toMatchObject({ code: 0 })
  expect(await runOperatorCommand('backup', dataDir, join(folder, 'backup.tar'))).toMatchObject({ code: 0 })
  const sqlite = new SqliteDatabase(file)
  sqlite.exec('vacuum')
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  sqlite.close()
  await copyFile(file, join(folder, 'hot-copy.sqlite'))
  expect(await ready()).toBe(200)
  expect(await submit()).toBe(201)
})

test('the folder of the resumes moved away: no form is taken, and forms are again once it is back', async () => {
  expect(await submit()).toBe(201)
  const [resumes, away] = [join(dataDir, 'resumes'), join(folder, 'resumes')]
  await rename(resumes, away)
  expect(await submit()).toBe(503)
  await rename(away, resumes)
  expect(await submit()).toBe(201)
  await server.end('SIGTERM')
  expect((await runOperatorCommand('verify', dataDir)).stdout).toContain('Everything is whole.')
})
