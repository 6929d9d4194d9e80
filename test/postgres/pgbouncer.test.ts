import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { findOptional } from '../../scripts/optional-programs.ts'
import { openPostgres } from '../../server/platform/database/postgres/open-postgres.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { jobBody } from '../factories.ts'
import { runOperatorCommand } from '../run-operator-command.ts'
import { runServer, type ServerProcess } from '../run-server.ts'
import { type Pooler, type PoolMode, startPooler } from './pooler.ts'

const pgbouncer = findOptional('pgbouncer')

describe.skipIf(!pgbouncer)('behind PgBouncer', () => {
  let database: Awaited<ReturnType<typeof makePostgresDatabase>>
  let observer: pg.Client
  let dataDir: string
  beforeAll(async () => {
    database = await makePostgresDatabase(true)
    dataDir = await mkdtemp(join(tmpdir(), 'wellhead-pooled-'))
    observer = new pg.Client(database.url)
    await observer.connect()
  })
  afterAll(async () => {
    await observer.end()
    await database.remove()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Stopped again by the end of the test. */
  async function pool(mode: PoolMode): Promise<Pooler> {
    const databases = { wellhead: database.url, elsewhere: `${database.url}_not_there` }
    const pooler = await startPooler(pgbouncer as string, databases, mode)
    onTestFinished(() => pooler.stop())
    return pooler
  }

  const connections = async () => {
    const { rows } = await observer.query(`select application_name as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    return rows.map(({ name }) => name)
  }
  const start = (url: string) => runServer({ DATA_DIR: dataDir, DATA_DIR_SHARED: 'true', DATABASE_URL: url })

  test.each(['transaction', 'statement'] as const)(
    'with pool_mode = %s nothing starts, and no lock or setting is left',
    async (mode) => {
      const pooler = await pool(mode)
      const opening = openPostgres({ url: pooler.urlOf('wellhead'), poolSize: 2 }, { sharedStore: 'test' })
      await expect(opening).rejects.toThrow('pool_mode = session')
      const { rows } = await observer.query(`select 1 from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`)
      expect(rows).toEqual([])
      const client = new pg.Client(pooler.urlOf('wellhead'))
      await client.connect()
      const left = await client.query(`select to_regclass('kysely_migration') as tables,
      current_setting('idle_in_transaction_session_timeout') as of_the_listener, current_setting('lock_timeout') as of_the_pool`)
      expect(left.rows).toEqual([{ tables: null, of_the_listener: '0', of_the_pool: '0' }])
      await client.end()
    },
  )

  test('with pool_mode = transaction the program and its commands say what to change, without a stack', async () => {
    const url = (await pool('transaction')).urlOf('wellhead')
    const [program, admin, copy] = await Promise.all([
      start(url).catch((error: Error) => error.message),
      runOperatorCommand('admin', { DATA_DIR: dataDir, DATABASE_URL: url }, 'list'),
      runOperatorCommand('copy-database', {}, '--from', url, '--to', `sqlite:${join(dataDir, 'copy')}`),
    ])
    expect([admin.code, copy.code]).toEqual([1, 1])
    for (const said of [program, admin.stderr, copy.stderr]) {
      expect(said).toContain('pool_mode = session')
      expect(said).not.toMatch(/^\s+at /m)
    }
  })

  describe('with pool_mode = session', () => {
    test('a posting that one process stores or removes appears in or leaves the other', async () => {
      const url = (await pool('session')).urlOf('wellhead')
      const servers = await Promise.all([start(url), start(url)])
      onTestFinished(async () => {
        await Promise.all(servers.map((server) => server.end('SIGTERM')))
      })
      const [one, other] = servers as [ServerProcess, ServerProcess]
      const shown = async () => (await (await fetch(`${other.url}/api/jobs`)).json()) as unknown[]
      expect(await shown()).toEqual([])

      const json = { 'content-type': 'application/json' }
      const setup = await fetch(`${one.url}/api/auth/setup-admin`, { method: 'POST' })
      const signIn = { method: 'POST', headers: json, body: JSON.stringify(await setup.json()) }
      const { token } = (await (await fetch(`${one.url}/api/auth/login`, signIn)).json()) as { token: string }
      const headers = { ...json, authorization: `Bearer ${token}` }
      const posted = { method: 'POST', headers, body: JSON.stringify(jobBody()) }
      expect((await fetch(`${one.url}/api/admin/jobs`, posted)).status).toBe(201)
      await vi.waitFor(async () => expect(await shown()).toHaveLength(1), { timeout: 5_000 })
    })

    test('timeouts and durable commits are the same as without it', async () => {
      const url = (await pool('session')).urlOf('wellhead')
      const { db, listener } = await openPostgres({ url, poolSize: 2 }, { sharedStore: 'test' })
      const { rows } = await sql`select current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('synchronous_commit') as commit`.execute(db)
      await Promise.all([db.destroy(), listener.close()])
      expect(rows).toEqual([{ statement: '4s', lock: '3s', idle: '10s', commit: 'on' }])
    })

    test('nothing is written while the pooler is in transaction mode', async () => {
      const pooler = await pool('session')
      const settings = { url: pooler.urlOf('wellhead'), poolSize: 2 }
      const { db, listener } = await openPostgres(settings, { sharedStore: 'test', heartbeatMs: 500 })
      const errors: string[] = []
      const log = {
        info: () => undefined,
        warn: () => undefined,
        error: (message: string) => void errors.push(message),
      }
      listener.subscribe({ onNotification: () => undefined, onListening: () => undefined, log: log as never })
      onTestFinished(async () => {
        await Promise.all([db.destroy(), listener.close()])
      })
      await pooler.setMode('transaction')
      await vi.waitFor(() => expect(listener.isUnsafe()).toBe(true), { timeout: 20_000 })
      expect(errors).toEqual([expect.stringContaining('pool_mode = session')])
      await pooler.setMode('session')
      await vi.waitFor(() => expect(listener.isUnsafe()).toBe(false), { timeout: 20_000 })
    })

    test('a process that ends releases its lock, so the next one starts at once', async () => {
      const pooler = await pool('session')
      const { db, listener } = await openPostgres(
        { url: pooler.urlOf('wellhead'), poolSize: 2 },
        { sharedStore: 'test' },
      )
      expect(await connections()).toContainEqual(expect.stringContaining('wellhead listener'))
      await Promise.all([db.destroy(), listener.close()])
      const again = await openPostgres({ url: pooler.urlOf('wellhead'), poolSize: 2 })
      await Promise.all([again.db.destroy(), again.listener.close()])
    })

    test.each([
      ['a wrong password', (url: string) => url.replace(':postgres@', ':wrong@'), 'Look at user and password'],
      [
        'a user that it does not know',
        (url: string) => url.replace('//postgres:', '//ana:'),
        'Look at user and password',
      ],
      ['a database that it does not know', (url: string) => `${url}_too`, 'its list of databases'],
      [
        'a database behind it that is not there',
        (url: string) => url.replace(/wellhead$/, 'elsewhere'),
        'its list of databases',
      ],
      ['start-up options', (url: string) => `${url}?options=-c%20work_mem=8MB`, 'Take it out of DATABASE_URL'],
    ])('%s is refused at once, with advice', async (_, wrong, advice) => {
      const url = wrong((await pool('session')).urlOf('wellhead'))
      const onWaiting = vi.fn()
      const refusal = openPostgres({ url, poolSize: 2 }, { sharedStore: 'test', onWaiting })
      await expect(refusal).rejects.toThrow(advice)
      expect(onWaiting).not.toHaveBeenCalled()
    })
  })
})
