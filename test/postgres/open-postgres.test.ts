import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { builtPages } from '../../server/features/pages/page-source.ts'
import { migrations } from '../../server/platform/database/migrations/migrations.ts'
import { connectOrExplain, openPostgres } from '../../server/platform/database/postgres/open-postgres.ts'
import type { PostgresListener } from '../../server/platform/database/postgres/postgres-listener.ts'
import { PROCESS_LOCK_GUARD } from '../../server/platform/database/postgres/process-lock.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { startServer } from '../../server/start.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { insertApplicant } from '../factories.ts'
import { freePort } from '../free-port.ts'

let url: string
let remove: () => Promise<void>
let opened: { db: Kysely<Tables>; listener: PostgresListener }[] = []
beforeEach(async () => {
  ;({ url, remove } = await makePostgresDatabase(true))
})
afterEach(async () => {
  await Promise.all(opened.flatMap(({ db, listener }) => [db.destroy(), listener.close()]))
  opened = []
  await remove()
})

/** Opens it as one of several processes; closed by the end of the test. */
const open = async (address = url) => {
  const settings = { url: address, poolSize: 2 }
  const { db, listener } = await openPostgres(settings, { sharedStore: 'test', startLimitMs: 500 })
  opened.push({ db, listener })
  return db
}

async function query(statement: string, address = url): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address)
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows
}

test('processes that start together on an empty database create its schema once', async () => {
  const databases = await Promise.all(Array.from({ length: 5 }, () => open()))
  const made = await query('select name from kysely_migration order by name')
  expect(made.map(({ name }) => name)).toEqual(Object.keys(migrations))
  expect(await databases[4]?.selectFrom('installation').select('id').execute()).toEqual([{ id: 1 }])
})

test('a database that a newer version has changed is refused and not changed', async () => {
  await open()
  await query("insert into kysely_migration values ('9999-of-the-future', '2040-01-01')")
  await expect(open()).rejects.toThrow('Another version of Wellhead has changed the database (9999-of-the-future)')
})

test('counts are JavaScript numbers, no id is given twice, and text is sorted by its bytes', async () => {
  const db = await open()
  for (const name of ['Zoe', 'ana', 'Ana', 'émile']) await insertApplicant(db, { name })
  const { count, sum } = await db
    .selectFrom('applications')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('id').as('sum')])
    .executeTakeFirstOrThrow()
  expect([count, sum]).toEqual([4, 10])
  const sorted = await db.selectFrom('applications').select('name').orderBy('name').execute()
  expect(sorted.map(({ name }) => name)).toEqual(['Ana', 'Zoe', 'ana', 'émile'])
  await db.deleteFrom('applications').execute()
  expect(await insertApplicant(db)).toBe(5)
  const { rows } = await sql`select table_name from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`.execute(db)
  expect(rows).toEqual([])
})

test('a start without a reachable database says so, without the password', async () => {
  const port = await freePort()
  const waitedFor: string[] = []
  const settings = { url: `postgres://ana:much-too-secret@127.0.0.1:${port}/wellhead`, poolSize: 2 }
  const options = { sharedStore: 'test', startLimitMs: 500, onWaiting: (host: string) => waitedFor.push(host) }
  const fault = await openPostgres(settings, options).catch((error) => error)
  expect(waitedFor).toEqual([`127.0.0.1:${port}`])
  expect(fault.message).toContain(`The database wellhead at 127.0.0.1:${port} cannot be used: `)
  expect(fault.message).not.toContain('secret')
})

test('a start whose bucket does not respond succeeds with a warning', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-no-bucket-'))
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    S3_BUCKET: 'resumes',
    S3_ACCESS_KEY_ID: 'wellhead',
    S3_SECRET_ACCESS_KEY: 'much-too-secret',
    SECRET_KEY: 'receipts of the tests are sealed by this',
  }
  const said: string[] = []
  const pages = builtPages(resolve(import.meta.dirname, '../../dist'))
  const server = await startServer(readConfig(environment, 'production'), pages, { write: (line) => said.push(line) })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await vi.waitUntil(() => said.length > 0, { timeout: 20_000 })
  expect(said).toEqual([expect.stringContaining('resumes cannot be stored: S3 cannot be reached')])
  await server.stop(0)
  await rm(dataDir, { recursive: true })
})

test.each([
  [
    'a database that is not there',
    (address: string) => `${address}_not%20%22there%22`,
    `_not ""there""" owner "postgres" encoding 'UTF8' template template0`,
  ],
  ['a wrong password', (address: string) => address.replace(':postgres@', ':wrong@'), 'Look at user and password'],
  ['a password that is missing', (address: string) => address.replace(':postgres@', '@'), 'none is given'],
  ['a server without TLS', (address: string) => `${address}?sslmode=verify-full`, 'Look at sslmode'],
])('%s is refused at once, with advice', async (_, wrong, advice) => {
  await expect(open(wrong(url))).rejects.toThrow(advice)
})

test('a database of another encoding is refused, with the statement that makes a right one', async () => {
  const name = `latin_${Date.now()}`
  await query(`create database ${name} encoding 'LATIN1' locale_provider libc locale 'C' template template0`)
  await expect(open(url.replace(/[^/]+$/, name))).rejects.toThrow(
    `create database "${name}_utf8" owner "postgres" encoding 'UTF8'`,
  )
  await query(`drop database ${name}`)
})

test('a role that may not make tables is refused with the right that it needs', async () => {
  const role = `guest_${Date.now()}`
  await query(`create role ${role} login password 'guest'`)
  await expect(open(url.replace('postgres:postgres@', `${role}:guest@`))).rejects.toThrow(
    'grant usage, create on schema',
  )
  await query(`drop role ${role}`)
})

test('every session makes commits durable where the database presets synchronous_commit = off', async () => {
  const name = url.split('/').at(-1)
  await query(`alter database ${name} set synchronous_commit = off`)
  const db = await open()
  const { rows } = await sql`show synchronous_commit`.execute(db)
  expect(rows).toEqual([{ synchronous_commit: 'on' }])
})

test('a process with a local store does not start beside processes with a shared one, nor they beside it', async () => {
  await open()
  const alone = { url, poolSize: 2 }
  const options = { startLimitMs: 500 }
  await expect(openPostgres(alone, options)).rejects.toThrow(/S3_ENDPOINT[\s\S]*set DATA_DIR_SHARED=true/)
  await Promise.all(opened.splice(0).flatMap(({ db, listener }) => [db.destroy(), listener.close()]))
  opened.push(await openPostgres(alone, options))
  await expect(open()).rejects.toThrow('stores its files locally')
})

test('a process with another shared store does not start beside others', async () => {
  const open = async (sharedStore: string) =>
    opened.push(await openPostgres({ url, poolSize: 2 }, { sharedStore, startLimitMs: 500 }))
  await open('resumes/')
  await open('resumes/')
  for (const store of ['resumes/other/', 'folder'])
    await expect(open(store)).rejects.toThrow('S3_BUCKET, S3_KEY_PREFIX')
  await Promise.all(opened.splice(0).flatMap(({ db, listener }) => [db.destroy(), listener.close()]))
  await open('folder')
})

test('a start that is cancelled while it waits for the process lock leaves no connection behind', async () => {
  const holder = new pg.Client(url)
  await holder.connect()
  await holder.query('select pg_advisory_lock($1, $2)', [...PROCESS_LOCK_GUARD])
  const refused = openPostgres({ url, poolSize: 2 }, { sharedStore: 'resumes/' }).catch((error) => error)
  const lines =
    "from pg_stat_activity where application_name like 'wellhead listener%' and datname = current_database()"
  const waiting = `select pg_cancel_backend(pid) ${lines} and wait_event = 'advisory'`
  await vi.waitFor(async () => expect((await holder.query(waiting)).rows).toHaveLength(1), { timeout: 5_000 })
  expect((await refused).message).toContain('canceling statement')
  await vi.waitFor(async () => expect((await holder.query(`select pid ${lines}`)).rows).toEqual([]))
  await holder.end()
})

test('a connection without timeouts has none, whatever the database presets', async () => {
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout']
  for (const limit of limits) await query(`alter database ${url.split('/').at(-1)} set ${limit} = '200ms'`)
  const db = connectOrExplain({ url, poolSize: 1 })
  await sql`select pg_sleep(0.3)`.execute(db)
  const { rows } = await sql`
    select name, setting from pg_settings where name in (${sql.join(limits)}) and setting <> '0'`.execute(db)
  await db.destroy()
  expect(rows).toEqual([])
})

test('changes of the schema that are cancelled from outside are explained', async () => {
  await open()
  const holder = new pg.Client(url)
  await holder.connect()
  await holder.query('begin; lock table kysely_migration_lock')
  const fault = open().catch((error) => error)
  const waiting = () =>
    query(`select pg_cancel_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`)
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 5_000 })
  expect((await fault).message).toContain('Start again, and let it take its time')
  await holder.end()
})
