import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { migrations } from '../../server/database/migrations.ts'
import { connectOrExplain, openPostgres } from '../../server/database/open-postgres.ts'
import type { PostgresLine } from '../../server/database/postgres-line.ts'
import type { Tables } from '../../server/database/tables.ts'
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
  expect(await databases[4]?.selectFrom('installation_secret').select('id').execute()).toEqual([{ id: 1 }])
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
  const fault = await open(`postgres://ana:much-too-secret@127.0.0.1:${port}/wellhead`).catch((error) => error)
  expect(fault.message).toContain(`The database wellhead at 127.0.0.1:${port} cannot be used: `)
  expect(fault.message).not.toContain('secret')
})

test.each([
  ['a database that is not there', (address: string) => `${address}_not_there`, "create database NAME encoding 'UTF8'"],
  ['a wrong password', (address: string) => address.replace(':postgres@', ':wrong@'), 'Look at user and password'],
])('%s is told at once, with what to do', async (_, wrong, advice) => {
  await expect(open(wrong(url))).rejects.toThrow(advice)
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
  const waiting = () => ask("select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'")
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 5_000 })
  expect((await fault).message).toContain('Start again, and let it take its time')
  await holder.end()
})
