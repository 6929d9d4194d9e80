import { copyFile, mkdir, mkdtemp, readFile, rename, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { applicationForm } from '../factories.ts'
import { runOperatorCommand } from '../run-operator-command.ts'
import { runServer, type ServerProcess } from '../run-server.ts'

let folder: string
let dataDir: string
let file: string
let server: ServerProcess
const log: string[] = []
let admin: { authorization: string }

/** One server for what it gets over by itself; a test that ends it starts another. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-replaced-'))
  await startOn('data')
  await signIn()
})
afterAll(async () => {
  await server.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** @param name of the folder; beside it lies the copy that an operator has of yesterday */
async function startOn(name: string): Promise<void> {
  dataDir = join(folder, name)
  file = join(dataDir, 'wellhead.sqlite')
  await mkdir(dataDir)
  await (await openDatabase(dataDir)).destroy()
  await copyFile(file, `${dataDir}-yesterday`)
  server = await runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'info', SUBMISSIONS_PER_HOUR: '0' })
  if (server.process.stdout) createInterface({ input: server.process.stdout }).on('line', (line) => log.push(line))
}

const submit = async () =>
  (await fetch(`${server.url}/api/submit-application`, { method: 'POST', body: applicationForm() })).status
const ready = async () => (await fetch(`${server.url}/readyz`)).status

async function signIn(): Promise<void> {
  const credentials = await (await fetch(`${server.url}/api/auth/setup-admin`, { method: 'POST' })).text()
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body: credentials })
  admin = { authorization: `Bearer ${((await response.json()) as { token: string }).token}` }
}

/** Whatever is acknowledged with success must be refused; what only reads may go on. */
async function expectNothingAcknowledged(): Promise<void> {
  const json = { ...admin, 'content-type': 'application/json' }
  const requests: [string, string, RequestInit][] = [
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
  for (const [what, path, init] of requests) {
    const response = await fetch(server.url + path, init)
    expect([what, response.status, response.headers.get('retry-after')]).toEqual([what, 503, '60'])
    expect(await response.json()).toMatchObject({ code: 'unavailable' })
  }
}

test('other programs that read and write the database, or touch its file, are no alarm', async () => {
  expect(await submit()).toBe(201)
  expect(await runOperatorCommand('admin', dataDir, 'create', 'second')).toMatchObject({ code: 0 })
  expect(await runOperatorCommand('backup', dataDir, join(folder, 'backup.tar'))).toMatchObject({ code: 0 })
  const sqlite = new SqliteDatabase(file)
  sqlite.exec('vacuum')
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  sqlite.close()
  await utimes(file, new Date(0), new Date(0))
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
})

test.each<[string, () => string, () => Promise<void>]>([
  ['the database is moved away', () => file, async () => undefined],
  ['another database is moved over it', () => file, () => copyFile(`${dataDir}-yesterday`, file)],
  ['its write-ahead log is gone', () => `${file}-wal`, async () => undefined],
  ['the index of its log is gone', () => `${file}-shm`, async () => undefined],
  ['the lock of the folder is gone', () => join(dataDir, 'lock.sqlite'), async () => undefined],
  ['the data folder is gone', () => dataDir, async () => undefined],
])('nothing is acknowledged while %s, and the server continues once it is put back', async (_what, pathOf, replace) => {
  log.length = 0
  const [path, away] = [pathOf(), join(folder, 'away')]
  await rename(path, away)
  await replace()
  await expectNothingAcknowledged()
  expect((await fetch(`${server.url}/api/jobs?active=true`)).status).toBe(200)
  const logged = log.filter((line) => line.includes('the database was replaced'))
  expect(logged).toEqual([
    expect.stringContaining('was moved, deleted or replaced by another file. Nothing is stored until'),
  ])

  await rename(away, path)
  expect(await ready()).toBe(200)
  expect(await submit()).toBe(201)
  expect(log.join('\n')).toContain('the original database is back')
})

test('what was acknowledged before, between and after is all there', async () => {
  await server.end('SIGKILL')
  const { stdout } = await runOperatorCommand('verify', dataDir)
  expect(stdout).toMatch(`${dataDir} has 10 applications, 0 postings and 10 resumes.\n`)
  expect(stdout).toMatch(/\nEverything is intact\.\n$/)
})

test('nothing is acknowledged once another database replaces it, and a stop does not change that one', async () => {
  await startOn('copied-over')
  await signIn()
  expect(await submit()).toBe(201)
  await copyFile(`${dataDir}-yesterday`, file)
  await expectNothingAcknowledged()
  expect(log.join('\n')).toContain('wellhead.sqlite was written over by another program.')
  expect(await server.end('SIGTERM')).toBe(0)
  expect((await readFile(file)).equals(await readFile(`${dataDir}-yesterday`))).toBe(true)
})

test('an application survives that its write-ahead log was deleted, when the server is stopped as the log says', async () => {
  await startOn('without-log')
  expect(await submit()).toBe(201)
  await rm(`${file}-wal`)
  expect(await submit()).toBe(503)
  expect(log.join('\n')).toContain('Stop it with SIGTERM, never by force')
  expect(await server.end('SIGTERM')).toBe(0)
  expect((await runOperatorCommand('verify', dataDir)).stdout).toContain('has 1 application')
})
