import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { REMOTE_STORES, STORES } from '../../contract/wire/file-store-names.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import { deleteResumeTask } from '../../server/features/resumes/resume-task-kinds.ts'
import { openPostgres } from '../../server/platform/database/postgres/open-postgres.ts'
import { scheduleTask } from '../../server/platform/outbox/outbox-queries.ts'
import { applicationForm, apply, createJob } from '../factories.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts'

let server: EmbeddedServer
let app: TestApp
beforeAll(async () => {
  server = await startEmbeddedServer()
  app = await startApp()
})
afterAll(async () => {
  await app?.stop()
  await server?.remove()
})

const startApp = () => startTestApp({ postgres: { url: server.urlOf('postgres'), poolSize: 5 } })
const submit = () => app.request('/api/submit-application', { method: 'POST', body: applicationForm() })

test('while PostgreSQL is away every request that needs it gets 503, visitors see the postings, and all works again afterwards', async () => {
  const job = await createJob(app)
  const headers = await app.signIn()
  const postings = await (await app.request('/api/jobs')).text()
  const application = await apply(app)
  const unvisited = await startApp()
  await server.stopImmediately()

  const begun = performance.now()
  for (const response of [
    await submit(),
    await app.request('/readyz'),
    await app.request(`/api/applications/${application}`, { method: 'PATCH', headers, body: '{"status":"hired"}' }),
    await app.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'correct horse battery' }),
    }),
  ]) {
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('60')
  }
  console.log(`outage: four requests were refused within ${Math.round(performance.now() - begun)} ms in all`)
  expect(await (await app.request('/api/jobs')).text()).toBe(postings)
  expect((await app.request(`/jobs/${job}`)).status).toBe(200)
  expect((await unvisited.request('/')).status).toBe(200)
  await unvisited.stop()
  expect((await app.request('/healthz')).status).toBe(200)

  await server.start()
  expect((await submit()).status).toBe(201)
  expect((await app.request('/readyz')).status).toBe(200)
  await scheduleTask(app.db, deleteResumeTask({ store: 'local', key: 'f'.repeat(36) }), new Date())
  const left = () => app.db.selectFrom('outbox_tasks').select('id').where('kind', '=', 'delete-resume').execute()
  await app.request(`/api/admin/applications/${application}`, { method: 'DELETE', headers })
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 8_000, interval: 50 })
})

test('a connection without responses is closed in time and not used again', async () => {
  // Suspend its processes, as on a machine that hangs.
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name like 'wellhead%'`.execute(app.db)
  const processes = [server.processId(), ...rows.map(({ pid }) => pid)]
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  const begun = performance.now()
  expect((await app.request('/readyz')).status).toBe(503)
  console.log(`a silent PostgreSQL: 503 after ${Math.round(performance.now() - begun)} ms`)
  for (const pid of processes) process.kill(pid, 'SIGCONT')
  expect((await app.request('/readyz')).status).toBe(200)
  expect((await submit()).status).toBe(201)
})

async function reload(setting: string): Promise<void> {
  for (const statement of [setting, 'select pg_reload_conf()']) await sql.raw(statement).execute(app.db)
}

test('nothing is written to a server with fsync = off', async () => {
  const headers = await app.signIn()
  const application = await apply(app)
  // Fails, and is tried again a second later.
  await scheduleTask(app.db, deleteResumeTask({ store: 's3', key: 'of no bucket' }), new Date())
  await app.request(pathTo(ADMIN_API.adminApplication, await apply(app)), { method: 'DELETE', headers })
  const failing = () =>
    app.db
      .selectFrom('outbox_tasks')
      .select(['attempts', 'run_after'])
      .where('last_error', 'like', '%s3%')
      .executeTakeFirstOrThrow()
  await vi.waitFor(failing)
  const listeners = sql`from pg_stat_activity where application_name like 'wellhead listener%'`
  const change = async (setting: string) => {
    await reload(setting)
    await sql`select pg_terminate_backend(pid) ${listeners}`.execute(app.db)
  }
  await change('alter system set synchronous_commit = off')
  const { rows } = await sql`show synchronous_commit`.execute(app.db)
  expect(rows).toEqual([{ synchronous_commit: 'on' }])
  const listening = async () => expect((await sql`select pid ${listeners}`.execute(app.db)).rows).toHaveLength(1)
  await vi.waitFor(listening, { timeout: 20_000 })
  await change('alter system set fsync = off')
  await vi.waitFor(async () => expect((await submit()).status).toBe(503), { timeout: 10_000 })
  expect((await app.request('/api/jobs')).status).toBe(200)
  expect((await app.request('/api/applications', { headers })).status).toBe(200)
  // Reads that leave an entry in the audit trail, or tasks.
  const resume = pathTo(ADMIN_API.resume, application)
  for (const path of [resume, ...REMOTE_STORES.map((name) => STORES[name].test.path)]) {
    const answer = await app.request(path, { headers })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
  }
  const failed = await failing()
  await wait(Date.parse(failed.run_after) + 1_500 - Date.now())
  expect(await failing()).toEqual(failed)
  await change('alter system reset all')
  await vi.waitFor(async () => expect((await submit()).status).toBe(201), { timeout: 20_000 })
  await vi.waitFor(async () => expect(await failing()).not.toEqual(failed), { timeout: 10_000 })
  expect((await app.request(resume, { headers })).status).toBe(200)
})

test('an open listening connection notices unsafe settings, and that they are safe again', async () => {
  const settings = { url: server.urlOf('postgres'), poolSize: 1 }
  const { db, listener } = await openPostgres(settings, { sharedStore: 'test', heartbeatMs: 50 })
  const error = vi.fn()
  const nothing = () => undefined
  listener.subscribe({ onNotification: nothing, onListening: nothing, log: { info: nothing, warn: nothing, error } })
  await reload('alter system set fsync = off')
  await vi.waitFor(() => expect(listener.isUnsafe()).toBe(true), { timeout: 10_000 })
  expect(error.mock.calls).toEqual([[expect.stringContaining('PostgreSQL runs with fsync = off')]])
  await reload('alter system reset all')
  await vi.waitFor(() => expect(listener.isUnsafe()).toBe(false), { timeout: 10_000 })
  await listener.close()
  await db.destroy()
})

test('a missing password is refused at once, without waiting', async () => {
  const { rows } = await sql<{ hba_file: string }>`show hba_file`.execute(app.db)
  const file = rows[0]?.hba_file ?? ''
  const line = 'host with_password all 127.0.0.1/32 scram-sha-256'
  await writeFile(file, `${line}\n${await readFile(file, 'utf8')}`)
  await sql`select pg_reload_conf()`.execute(app.db)
  const settings = { url: server.urlOf('with_password').replace(':postgres@', '@'), poolSize: 1 }
  const onWaiting = vi.fn()
  await vi.waitFor(async () => {
    const fault = await openPostgres(settings, { sharedStore: 'test', onWaiting }).catch((error) => error)
    expect(fault.message).toContain('asks for a password, and none is given.\nPut it in PGPASSWORD or ~/.pgpass')
  })
  expect(onWaiting).not.toHaveBeenCalled()
})
