import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { builtPages } from '../../server/features/pages/page-source.ts'
import { startServer } from '../../server/start.ts'
import { APPLICANT, applicationForm, fixture, form } from '../factories.ts'
import { runServer, type ServerProcess } from '../run-server.ts'

const UPLOADS = 20
/** Makes the program throw where nothing catches it, like a bug of the program. */
const FAULT_ON_SIGUSR2 = (fault: string) =>
  `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${fault} })`)}`

let dataDir: string
const running: ServerProcess[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-end-'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')))
  await rm(dataDir, { recursive: true, force: true })
})

async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await runServer({ DATA_DIR: dataDir, SUBMISSIONS_PER_HOUR: '0', ...environment })
  running.push(server)
  return server
}

/** An upload that is sent as far as the test says. */
async function openUpload(url: string, mark: string) {
  const content = Buffer.concat([fixture('resume.pdf'), Buffer.from(`\n% ${mark}\n`)])
  const sample = new Response(form({ ...APPLICANT }, { name: 'resume.pdf', content }))
  const body = Buffer.from(await sample.arrayBuffer())
  const headers = { 'content-type': sample.headers.get('content-type') ?? '', 'content-length': body.length }
  const outgoing = request(`${url}/api/submit-application`, { method: 'POST', headers })
  const { promise: status, resolve } = Promise.withResolvers<number | 'cut'>()
  outgoing
    .on('response', (response) => resolve(response.resume().statusCode ?? 'cut'))
    .on('error', () => resolve('cut'))
  const sent = body.indexOf('%PDF') + 500
  outgoing.write(body.subarray(0, sent))
  return { sha256: createHash('sha256').update(content).digest('hex'), status, outgoing, rest: body.subarray(sent) }
}

/** Waits until `count` uploads have begun. An empty file is no upload: the program reads the folder's time with it. */
async function untilUploading(count: number): Promise<void> {
  const begun = async () => {
    const folder = join(dataDir, 'tmp')
    const files = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))))
    expect(files.filter(({ size }) => size > 0)).toHaveLength(count)
  }
  await vi.waitFor(begun, { timeout: 10_000 })
}

test(`SIGTERM in the middle of ${UPLOADS} uploads stores each 201 completely and cuts the others without a trace`, async () => {
  const server = await start()
  const uploads = await Promise.all(
    Array.from({ length: UPLOADS }, (_, mark) => openUpload(server.url, `mark ${mark}`)),
  )
  await untilUploading(UPLOADS)

  const ended = server.end('SIGTERM')
  for (const [index, { outgoing, rest }] of uploads.entries()) {
    setTimeout(() => (index % 4 === 0 ? outgoing.destroy() : outgoing.end(rest)), 25 * index)
  }
  const statuses = await Promise.all(uploads.map(({ status }) => status))
  expect(await ended).toBe(0)

  const accepted = uploads.filter((_, index) => statuses[index] === 201)
  const files = await readdir(join(dataDir, 'resumes'))
  using database = openReadOnly()
  const stored = database.sqlite.prepare('select sha256 from resumes order by 1').pluck().all()
  console.log(`${UPLOADS} uploads at SIGTERM: ${accepted.length} got 201, ${stored.length} rows, ${files.length} files`)
  expect(statuses).toEqual(uploads.map((_, index) => (index % 4 === 0 ? 'cut' : 201)))
  expect(stored).toEqual(accepted.map(({ sha256 }) => sha256).toSorted())
  expect(files).toHaveLength(accepted.length)
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
})

function openReadOnly() {
  const sqlite = new SqliteDatabase(join(dataDir, 'wellhead.sqlite'), { readonly: true })
  return { sqlite, [Symbol.dispose]: () => sqlite.close() }
}

test('uploads that hang are cut when the time to drain is over, and leave nothing behind', async () => {
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }, 'development')
  const server = await startServer(config, builtPages(resolve(import.meta.dirname, '../../dist')))
  const uploads = await Promise.all(Array.from({ length: 5 }, (_, mark) => openUpload(server.url, `${mark}`)))
  await untilUploading(uploads.length)
  await server.stop(200)
  expect(await Promise.all(uploads.map(({ status }) => status))).toEqual(uploads.map(() => 'cut'))
  expect([await readdir(join(dataDir, 'tmp')), await readdir(join(dataDir, 'resumes'))]).toEqual([[], []])
})

test('a second signal ends the process at once, and one that npm repeats does not', async () => {
  const server = await start({ LOG_LEVEL: 'info' })
  const { outgoing, status } = await openUpload(server.url, 'hangs')
  await untilUploading(1)
  const ended = server.end('SIGINT')
  await vi.waitFor(() => expect(server.written()).toContain('"stopping"'), { timeout: 10_000 })
  server.process.kill('SIGINT')
  // Only time makes the next signal a second one.
  await wait(700)
  expect(server.process.exitCode).toBeNull()
  server.process.kill('SIGTERM')
  expect(await ended).toBe(1)
  expect(await status).toBe('cut')
  outgoing.destroy()
})

test('a fault in one request gets a bland response, is logged, and ends neither the process nor the next request', async () => {
  const server = await start()
  const logged = collect(server)
  const credentials = await (await fetch(`${server.url}/api/auth/setup-admin`, { method: 'POST' })).text()
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body: credentials })
  const { token } = (await login.json()) as { token: string }
  const database = new SqliteDatabase(join(dataDir, 'wellhead.sqlite'))
  database.exec('alter table applications rename to gone')
  database.close()

  const authorization = `Bearer ${token}`
  for (const path of ['/api/applications', '/api/applications?limit=5']) {
    const response = await fetch(server.url + path, { headers: { authorization } })
    expect([path, response.status, await response.json()]).toEqual([
      path,
      500,
      { code: 'internal', message: 'Something went wrong on our side. Please try again.' },
    ])
  }
  const submission = await fetch(`${server.url}/api/submit-application`, { method: 'POST', body: applicationForm() })
  expect(submission.status).toBe(500)
  expect(await submission.text()).not.toMatch(/gone|sqlite|\bat /i)
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
  expect((await fetch(`${server.url}/api/jobs?active=true`)).status).toBe(200)
  await vi.waitFor(() => expect(logged().filter(({ code }) => code === 'internal')).toHaveLength(3))
  expect(JSON.stringify(logged())).not.toContain(APPLICANT.email)
})

test.each([
  ['an uncaught exception', "throw new Error('made up')", 'uncaughtException'],
  ['an unhandled rejection', "Promise.reject(new Error('made up'))", 'unhandledRejection'],
])('%s is logged, and the process ends with 1 after the requests in progress', async (_what, fault, origin) => {
  const server = await start({ NODE_OPTIONS: FAULT_ON_SIGUSR2(fault) })
  const logged = collect(server)
  const { outgoing, status, rest } = await openUpload(server.url, randomUUID())
  await untilUploading(1)
  const ended = server.end('SIGUSR2')
  await vi.waitFor(() => expect(logged().filter(({ level }) => level === 60)).toHaveLength(1), { timeout: 10_000 })
  outgoing.end(rest)
  expect(await status).toBe(201)
  expect(await ended).toBe(1)
  const fatal = logged().filter(({ level }) => level === 60)
  expect(fatal).toMatchObject([{ origin, err: { message: 'made up' }, msg: 'unexpected error: the process ends' }])
})

/** The lines of the log from now on. */
function collect(server: ServerProcess): () => { level: number; code?: string }[] {
  let written = ''
  server.process.stdout?.on('data', (chunk) => {
    written += chunk
  })
  return () =>
    written
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
}
