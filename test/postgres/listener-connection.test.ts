import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { insertJob } from '../../server/features/jobs/job-queries.ts'
import { newJobRow } from '../../server/features/jobs/job-rules.ts'
import { JOBS_CHANGED } from '../../server/features/jobs/published-jobs.ts'
import { CHANNEL } from '../../server/platform/database/notifications.ts'
import { connectOrExplain, openPostgres } from '../../server/platform/database/postgres/open-postgres.ts'
import { PROCESS_LOCKS } from '../../server/platform/database/postgres/process-lock.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { jobBody } from '../factories.ts'
import { startTcpProxy } from '../requests/tcp-proxy.ts'
import { runServer } from '../run-server.ts'

let database: Awaited<ReturnType<typeof makePostgresDatabase>>
let observer: pg.Client
beforeAll(async () => {
  database = await makePostgresDatabase()
  observer = new pg.Client(database.url)
  await observer.connect()
})
afterAll(async () => {
  await observer?.end()
  await database?.remove()
})

/** The connections that hold the process lock. */
async function lockHolders(client = observer): Promise<number[]> {
  const { rows } = await client.query(
    `select pid from pg_locks where locktype = 'advisory' and classid = $1 and granted
     and database = (select oid from pg_database where datname = current_database())`,
    [PROCESS_LOCKS],
  )
  return rows.map(({ pid }) => pid)
}

/** Makes PostgreSQL end the connection that holds the lock. */
async function cut(): Promise<number | undefined> {
  const [pid] = await lockHolders()
  await observer.query('select pg_terminate_backend($1)', [pid])
  return pid
}

test('a process with a local store ends when another process takes the lock, and not when its connection is cut', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-lock-'))
  const server = await runServer({ DATA_DIR: dataDir, DATABASE_URL: database.url })
  const other = new pg.Client(database.url)
  try {
    let written = ''
    server.process.stdout?.on('data', (chunk) => {
      written += chunk
    })
    const before = await cut()
    await vi.waitFor(
      async () => {
        expect(await lockHolders()).toHaveLength(1)
        expect(await lockHolders()).not.toContain(before)
      },
      { timeout: 5_000 },
    )
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

    // Another process takes the lock under its own key before the server has connected again.
    await other.connect()
    const ended = once(server.process, 'exit')
    await other.query('select pg_advisory_lock_shared($1, $2)', [PROCESS_LOCKS, 7])
    const held = await lockHolders()
    await observer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1) and application_name like $2',
      [held, 'wellhead%'],
    )
    expect(await ended).toEqual([1, null])
    const fatal = written.split('\n').filter((line) => line.includes('"level":60'))
    expect(fatal).toHaveLength(1)
    expect(fatal[0]).toContain('Stop one of them for good')
  } finally {
    await server.end('SIGKILL')
    await other.end()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('while the listening connection is lost postings are read again, and a lock that PostgreSQL still holds for it is no obstacle', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-lock-'))
  const own = await makePostgresDatabase()
  const address = new URL(own.url)
  const proxy = await startTcpProxy(Number(address.port))
  address.port = new URL(proxy.url).port
  const editor = new pg.Client(own.url)
  await editor.connect()
  const setActive = (isActive: number) => editor.query('update jobs set is_active = $1', [isActive])
  const held = () => lockHolders(editor)
  const db = connectOrExplain({ url: own.url, poolSize: 1 })
  await insertJob(db, newJobRow(jobBody({ title: 'Soon Closed' }), new Date(), null))
  await db.destroy()
  const server = await runServer({ DATA_DIR: dataDir, DATABASE_URL: address.href })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await editor.end()
    await proxy.stop()
    await own.remove()
    await rm(dataDir, { recursive: true, force: true })
  })
  let written = ''
  server.process.stdout?.on('data', (chunk) => {
    written += chunk
  })
  const landing = async () => (await fetch(server.url)).text()
  const [before] = await held()
  if (before === undefined) throw new Error('the server holds no lock')
  try {
    for (let times = 0; times < 3; times++) expect(await landing()).toContain('Soon Closed')
    // A suspended backend does not notice that its connection has ended, and keeps the lock.
    process.kill(before, 'SIGSTOP')
    await proxy.stopListening()
    for (let times = 0; times < 3; times++) expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    expect(await landing()).toContain('Soon Closed')
    await setActive(0)
    await proxy.listenAgain()
    await vi.waitFor(async () => expect(await landing()).not.toContain('Soon Closed'), { timeout: 10_000 })
    expect(await (await fetch(`${server.url}/api/jobs`)).json()).toEqual([])
    await vi.waitFor(async () => expect(await held()).toHaveLength(2), { timeout: 10_000 })
  } finally {
    process.kill(before, 'SIGCONT')
  }
  await vi.waitFor(async () => expect(await held()).not.toContain(before), { timeout: 20_000 })
  await setActive(1)
  await vi.waitFor(async () => {
    await editor.query(`notify ${CHANNEL}, '${JOBS_CHANGED}'`)
    expect(await landing()).toContain('Soon Closed')
  })
  const errors = written.split('\n').filter((line) => /"level":50.*"reqId"(?!.*"msg":"response sent")/.test(line))
  expect(errors).toEqual([expect.stringMatching(/"msg":"database does not respond: PostgreSQL does not respond[^\n]*/)])
  expect(errors[0]).not.toContain('stack')
  expect(written).toContain('the listening connection to PostgreSQL is lost: postings are read every second')
  expect(await server.end('SIGTERM')).toBe(0)
})

test('a process that is refused ends none of those that run, and one that is stopping is waited for', async () => {
  const own = await makePostgresDatabase()
  const settings = { url: own.url, poolSize: 1 }
  const client = new pg.Client(own.url)
  await client.connect()
  const listeners = async (): Promise<number[]> => {
    const { rows } = await client.query(`select pid from pg_stat_activity
      where application_name like 'wellhead listener%' and datname = current_database() order by backend_start`)
    return rows.map(({ pid }) => pid)
  }
  const open = (sharedStore: string) => openPostgres(settings, { sharedStore })
  const [one, sibling] = [await open('bucket/'), await open('bucket/')]
  const isListening: boolean[] = []
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  one.listener.subscribe({ onNotification: () => undefined, onListening: (given) => isListening.push(given), log })
  let loss: Error | undefined
  one.listener.lockLost.then((error) => {
    loss = error
  })

  const refused = open('other/').catch((error) => error)
  await vi.waitFor(async () => expect(await listeners()).toHaveLength(3), { timeout: 5_000 })
  await client.query('select pg_terminate_backend($1)', [(await listeners())[0]])
  expect((await refused).message).toContain('S3_BUCKET')
  await vi.waitFor(() => expect(isListening).toEqual([false, true]), { timeout: 10_000 })

  // A process with another store that is shutting down.
  await client.query('select pg_advisory_lock_shared($1, 7)', [PROCESS_LOCKS])
  const connection = (await listeners()).at(-1)
  await client.query('select pg_terminate_backend($1)', [connection])
  await vi.waitFor(async () => expect((await listeners()).filter((pid) => pid !== connection)).toHaveLength(2), {
    timeout: 5_000,
  })
  await client.query('select pg_advisory_unlock_shared($1, 7)', [PROCESS_LOCKS])
  await vi.waitFor(() => expect(isListening).toEqual([false, true, false, true]), { timeout: 10_000 })
  expect(loss).toBeUndefined()

  for (const { db, listener } of [one, sibling]) await Promise.all([db.destroy(), listener.close()])
  await client.end()
  await own.remove()
})
