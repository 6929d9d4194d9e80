import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { builtPages } from '../../server/features/pages/page-source.ts'
import { migrations } from '../../server/platform/database/migrations/migrations.ts'
import { HOMES_LOCK } from '../../server/platform/database/postgres/lock-keys.ts'
import { connectOrExplain, openPostgres } from '../../server/platform/database/postgres/open-postgres.ts'
import type { PostgresLine } from '../../server/platform/database/postgres/postgres-line.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { startServer } from '../../server/start.ts'
import { insertApplicant } from '../factories.ts'
import { freePort } from '../free-port.ts'
import { makePostgresDatabase } from '../test-database.ts'

let url: string
let remove: () => Promise<void>
let opened: { db: Kysely<Tables>; line: PostgresLine }[] = []
beforeEach(async () => {
  ;({ url, remove } = await makePostgresDatabase(true))
})
afterEach(async () => {
  await Promise.all(opened.flatMap(({ db, line }) => [db.destroy(), line.close()]))
  opened = []
  await remove()
})

/** Opened as one of several processes; closed again by the test's end. */
const open = async (address = url) => {
  const settings = { url: address, poolSize: 2 }
  const { db, line } = await openPostgres(settings, { isShared: true, startLimitMs: 500 })
  opened.push({ db, line })
  return db
}

async function ask(statement: string, address = url): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address)
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows
}

test('processes that start together on an empty database make its schema once', async () => {
  const databases = await Promise.all(Array.from({ length: 5 }, () => open()))
  const made = await ask('select name from kysely_migration order by name')
  expect(made.map(({ name }) => name)).toEqual(Object.keys(migrations))
  expect(await databases[4]?.selectFrom('installation').select('id').execute()).toEqual([{ id: 1 }])
})

test('a database that a newer version has changed is refused, and stays as it is', async () => {
  await open()
  await ask("insert into kysely_migration values ('9999-of-the-future', '2040-01-01')")
  await expect(open()).rejects.toThrow('A newer version of Wellhead has changed the database (9999-of-the-future)')
})

test('numbers come as numbers, a number is never given twice, and text is sorted by its bytes', async () => {
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

test('a start without a database to speak to says so, without the password', async () => {
  const port = await freePort()
  const waitedFor: string[] = []
  const settings = { url: `postgres://ana:much-too-secret@127.0.0.1:${port}/wellhead`, poolSize: 2 }
  const patience = { isShared: true, startLimitMs: 500, onWaiting: (place: string) => waitedFor.push(place) }
  const fault = await openPostgres(settings, patience).catch((error) => error)
  expect(waitedFor).toEqual([`127.0.0.1:${port}`])
  expect(fault.message).toContain(`The database wellhead at 127.0.0.1:${port} cannot be used: `)
  expect(fault.message).not.toContain('secret')
})

test('a start whose bucket cannot be used goes on, and says so', async () => {
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
  }
  const said: string[] = []
  const pages = builtPages(resolve(import.meta.dirname, '../../dist'))
  const server = await startServer(readConfig(environment, 'production'), pages, { write: (line) => said.push(line) })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await vi.waitUntil(() => said.length > 0, { timeout: 20_000 })
  expect(said).toEqual([expect.stringContaining('resumes cannot be kept: S3 cannot be reached')])
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
])('%s is told at once, with what to do', async (_, wrong, advice) => {
  await expect(open(wrong(url))).rejects.toThrow(advice)
})

test('a database of another encoding is told, with how to make one', async () => {
  const name = `latin_${Date.now()}`
  await ask(`create database ${name} encoding 'LATIN1' locale_provider libc locale 'C' template template0`)
  await expect(open(url.replace(/[^/]+$/, name))).rejects.toThrow(
    `create database "${name}_utf8" owner "postgres" encoding 'UTF8'`,
  )
  await ask(`drop database ${name}`)
})

test('a role that may not make tables is told what it needs', async () => {
  const role = `guest_${Date.now()}`
  await ask(`create role ${role} login password 'guest'`)
  await expect(open(url.replace('postgres:postgres@', `${role}:guest@`))).rejects.toThrow(
    'grant usage, create on schema',
  )
  await ask(`drop role ${role}`)
})

test('a database that leaves commits in memory is asked for them to be on the disk', async () => {
  const name = url.split('/').at(-1)
  await ask(`alter database ${name} set synchronous_commit = off`)
  const db = await open()
  const { rows } = await sql`show synchronous_commit`.execute(db)
  expect(rows).toEqual([{ synchronous_commit: 'on' }])
})

test('a process whose files the others do not find is not let in beside them, and the other way round', async () => {
  await open()
  const alone = { url, poolSize: 2 }
  const patience = { isShared: false, startLimitMs: 500 }
  await expect(openPostgres(alone, patience)).rejects.toThrow(/S3_ENDPOINT[\s\S]*set DATA_DIR_SHARED=true/)
  await Promise.all(opened.splice(0).flatMap(({ db, line }) => [db.destroy(), line.close()]))
  opened.push(await openPostgres(alone, patience))
  await expect(open()).rejects.toThrow('keeps its files to itself')
})

test('a process that shares its files in another bucket or folder is not let in either', async () => {
  const at = async (home: string) =>
    opened.push(await openPostgres({ url, poolSize: 2 }, { isShared: true, home, startLimitMs: 500 }))
  await at('resumes/')
  await at('resumes/')
  for (const home of ['resumes/other/', 'folder']) await expect(at(home)).rejects.toThrow('S3_BUCKET, S3_KEY_PREFIX')
  await Promise.all(opened.splice(0).flatMap(({ db, line }) => [db.destroy(), line.close()]))
  await at('folder')
})

test('a start that is interrupted while it takes its place leaves no connection behind', async () => {
  const holder = new pg.Client(url)
  await holder.connect()
  const key = createHash('sha256').update('resumes/').digest().readUInt32BE() >>> 1
  await holder.query('select pg_advisory_lock($1, $2)', [HOMES_LOCK, key])
  const refused = openPostgres({ url, poolSize: 2 }, { isShared: true, home: 'resumes/' }).catch((error) => error)
  const lines = "from pg_stat_activity where application_name like 'wellhead line%' and datname = current_database()"
  const waiting = `select pg_cancel_backend(pid) ${lines} and wait_event = 'advisory'`
  await vi.waitFor(async () => expect((await holder.query(waiting)).rows).toHaveLength(1), { timeout: 5_000 })
  expect((await refused).message).toContain('canceling statement')
  await vi.waitFor(async () => expect((await holder.query(`select pid ${lines}`)).rows).toEqual([]))
  await holder.end()
})

test('what waits as long as it takes has no limit, whatever the database presets', async () => {
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout']
  for (const limit of limits) await ask(`alter database ${url.split('/').at(-1)} set ${limit} = '200ms'`)
  const db = connectOrExplain({ url, poolSize: 1 })
  await sql`select pg_sleep(0.3)`.execute(db)
  const { rows } = await sql`
    select name, setting from pg_settings where name in (${sql.join(limits)}) and setting <> '0'`.execute(db)
  await db.destroy()
  expect(rows).toEqual([])
})

test('changes of the schema that somebody ends from outside are told as that', async () => {
  await open()
  const holder = new pg.Client(url)
  await holder.connect()
  await holder.query('begin; lock table kysely_migration_lock')
  const fault = open().catch((error) => error)
  const waiting = () =>
    ask(`select pg_cancel_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`)
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 5_000 })
  expect((await fault).message).toContain('Start again, and let it take its time')
  await holder.end()
})
