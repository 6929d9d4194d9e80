import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { insertJob } from '../../server/features/jobs/job-queries.ts'
import { newJobRow } from '../../server/features/jobs/job-rules.ts'
import { JOBS_CHANNEL } from '../../server/platform/database/postgres/job-notices.ts'
import { HOMES_LOCK, PROCESSES_LOCK } from '../../server/platform/database/postgres/lock-keys.ts'
import { connectOrExplain, openPostgres } from '../../server/platform/database/postgres/open-postgres.ts'
import { startLine } from '../cuttable-line.ts'
import { jobBody } from '../factories.ts'
import { runServer } from '../run-server.ts'
import { makePostgresDatabase } from '../test-database.ts'

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

const HELD = `select pid from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted
  and database = (select oid from pg_database where datname = current_database())`

/** The connections on which a process holds its place. */
async function places(): Promise<number[]> {
  return (await observer.query(HELD, [...PROCESSES_LOCK])).rows.map(({ pid }) => pid)
}

/** Has PostgreSQL end the connection that holds the place. */
async function cut(): Promise<number | undefined> {
  const [pid] = await places()
  await observer.query('select pg_terminate_backend($1)', [pid])
  return pid
}

test('a process that keeps its files to itself ends when another takes its place, and not when its line is cut', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-place-'))
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
        expect(await places()).toHaveLength(1)
        expect(await places()).not.toContain(before)
      },
      { timeout: 5_000 },
    )
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

    // Waits in the queue, so that the place is its own before the process can ask again.
    await other.connect()
    const taken = other.query('select pg_advisory_lock($1, $2)', [...PROCESSES_LOCK])
    await vi.waitFor(async () => {
      const { rows } = await observer.query(
        "select 1 from pg_stat_activity where wait_event = 'advisory' and datname = current_database()",
      )
      expect(rows).toHaveLength(1)
    })
    const ended = once(server.process, 'exit')
    await cut()
    await taken
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

test('while the line is down postings are read anew, also where PostgreSQL still keeps the place for the lost one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-place-'))
  const own = await makePostgresDatabase()
  const address = new URL(own.url)
  const wire = await startLine(Number(address.port))
  address.port = new URL(wire.url).port
  const editor = new pg.Client(own.url)
  await editor.connect()
  const setActive = (isActive: number) => editor.query('update jobs set is_active = $1', [isActive])
  const held = async () => (await editor.query(HELD, [...PROCESSES_LOCK])).rows.map(({ pid }) => pid as number)
  const db = connectOrExplain({ url: own.url, poolSize: 1 })
  await insertJob(db, newJobRow(jobBody({ title: 'Soon Closed' }), new Date(), null))
  await db.destroy()
  const server = await runServer({ DATA_DIR: dataDir, DATABASE_URL: address.href })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await editor.end()
    await wire.stop()
    await own.remove()
    await rm(dataDir, { recursive: true, force: true })
  })
  let written = ''
  server.process.stdout?.on('data', (chunk) => {
    written += chunk
  })
  const landing = async () => (await fetch(server.url)).text()
  const [before] = await held()
  if (before === undefined) throw new Error('no place was taken')
  try {
    for (let times = 0; times < 3; times++) expect(await landing()).toContain('Soon Closed')
    // What is stopped does not notice that its connection has ended.
    process.kill(before, 'SIGSTOP')
    await wire.goAway()
    for (let times = 0; times < 3; times++) expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    await wire.comeBack()
    await vi.waitFor(() => expect(written).toContain('still keeps the place'), { timeout: 10_000 })
    expect(await landing()).toContain('Soon Closed')
    await setActive(0)
    await vi.waitFor(async () => expect(await landing()).not.toContain('Soon Closed'), { timeout: 10_000 })
    expect(await (await fetch(`${server.url}/api/jobs`)).json()).toEqual([])
  } finally {
    process.kill(before, 'SIGCONT')
  }
  await vi.waitFor(
    async () => {
      expect(await held()).toHaveLength(1)
      expect(await held()).not.toContain(before)
    },
    { timeout: 20_000 },
  )
  await setActive(1)
  await vi.waitFor(async () => {
    await editor.query(`notify ${JOBS_CHANNEL}`)
    expect(await landing()).toContain('Soon Closed')
  })
  const errors = written.split('\n').filter((line) => /"level":50.*"reqId"(?!.*"msg":"answered")/.test(line))
  expect(errors).toEqual([expect.stringMatching(/"msg":"database does not answer: PostgreSQL does not answer[^\n]*/)])
  expect(errors[0]).not.toContain('stack')
  expect(written).toContain('the line to PostgreSQL is lost: postings are read every second')
  expect(await server.end('SIGTERM')).toBe(0)
})

test('a process that is refused ends none of those that run, and one that looks in between is waited for', async () => {
  const own = await makePostgresDatabase()
  const settings = { url: own.url, poolSize: 1 }
  const client = new pg.Client(own.url)
  await client.connect()
  const lines = async (): Promise<number[]> =>
    (
      await client.query(`select pid from pg_stat_activity where application_name like 'wellhead line%'
      and datname = current_database() order by backend_start`)
    ).rows.map(({ pid }) => pid)
  const open = (home: string) => openPostgres(settings, { isShared: true, home })
  const [one, sibling] = [await open('bucket/'), await open('bucket/')]
  const told: boolean[] = []
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  one.line.listen({ onJobsChanged: () => undefined, onTold: (isTold) => told.push(isTold), log })
  let loss: Error | undefined
  one.line.placeLost.then((error) => {
    loss = error
  })

  const refused = open('other/').catch((error) => error)
  await vi.waitFor(async () => expect(await lines()).toHaveLength(3), { timeout: 5_000 })
  await client.query('select pg_terminate_backend($1)', [(await lines())[0]])
  expect((await refused).message).toContain('S3_BUCKET')
  await vi.waitFor(() => expect(told).toEqual([false, true]), { timeout: 10_000 })

  // As an older version does while it is being refused.
  await client.query('select pg_advisory_lock_shared($1, 7)', [HOMES_LOCK])
  const line = (await lines()).at(-1)
  await client.query('select pg_terminate_backend($1)', [line])
  await vi.waitFor(async () => expect((await lines()).filter((pid) => pid !== line)).toHaveLength(2), {
    timeout: 5_000,
  })
  await client.query('select pg_advisory_unlock_shared($1, 7)', [HOMES_LOCK])
  await vi.waitFor(() => expect(told).toEqual([false, true, false, true]), { timeout: 10_000 })
  expect(loss).toBeUndefined()

  for (const { db, line } of [one, sibling]) await Promise.all([db.destroy(), line.close()])
  await client.end()
  await own.remove()
})
