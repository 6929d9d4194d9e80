import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PROCESSES_LOCK } from '../../server/database/lock-keys.ts'
import { openPostgres } from '../../server/database/open-postgres.ts'
import { startLine } from '../cuttable-line.ts'
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

/** The connections on which a process holds its place. */
async function places(): Promise<number[]> {
  const { rows } = await observer.query(
    `select pid from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted
     and database = (select oid from pg_database where datname = current_database())`,
    [...PROCESSES_LOCK],
  )
  return rows.map(({ pid }) => pid)
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

test('a place that PostgreSQL still keeps for a lost connection of the same process is waited for', async () => {
  const address = new URL(database.url)
  const wire = await startLine(Number(address.port))
  address.port = new URL(wire.url).port
  const { db, line } = await openPostgres({ url: address.href, poolSize: 1 }, { isShared: false })
  const lost = vi.fn()
  line.placeLost.then(lost)
  const warn = vi.fn()
  line.listen({ onJobsChanged: () => undefined, log: { warn } as unknown as FastifyBaseLogger })
  const [held] = await places()
  if (held === undefined) throw new Error('no place was taken')
  // What is stopped does not notice that its connection has ended.
  process.kill(held, 'SIGSTOP')
  try {
    await wire.goAway()
    await wire.comeBack()
    await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(expect.stringContaining('still keeps the place')), {
      timeout: 5_000,
    })
  } finally {
    process.kill(held, 'SIGCONT')
  }
  await vi.waitFor(
    async () => {
      expect(await places()).toHaveLength(1)
      expect(await places()).not.toContain(held)
    },
    { timeout: 10_000 },
  )
  expect(lost).not.toHaveBeenCalled()
  await line.close()
  await db.destroy()
  await wire.stop()
})
