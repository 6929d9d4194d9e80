import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-dialect-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const fileOf = () => join(folder, 'wellhead.sqlite')

test('a transaction that reads first and writes later is not refused because another process writes', async () => {
  const db = await openDatabase(folder)
  const other = new SqliteDatabase(fileOf(), { timeout: 0 })
  const write = () => other.exec("insert into submission_counts values ('a', '2026-01-01T00', 1)")
  await db.transaction().execute(async (trx) => {
    expect(await trx.selectFrom('accounts').selectAll().execute()).toEqual([])
    expect(write).toThrow('database is locked')
    await trx.insertInto('accounts').values({ username: 'ana', password_hash: '', created_at: '' }).execute()
  })
  write()
  expect(await db.selectFrom('accounts').select('username').execute()).toEqual([{ username: 'ana' }])
  other.close()
  await db.destroy()
})

test('a start that ends between a migration and its record leaves neither, so the next one succeeds', async () => {
  const sqlite = new SqliteDatabase(fileOf())
  sqlite.exec(`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create trigger the_end before insert on kysely_migration when new.name like '0001%'
    begin select raise(abort, 'the end'); end`)
  await expect(openDatabase(folder)).rejects.toThrow('the end')
  sqlite.exec('drop trigger the_end')
  sqlite.close()
  await (await openDatabase(folder)).destroy()
})

test('a query that ran before sees a column that was added since, and no row once its table was made anew', async () => {
  const db = await openDatabase(folder)
  const readAll = async () => (await sql`select * from notes`.execute(db)).rows
  await sql`create table notes (id integer)`.execute(db)
  await sql`insert into notes values (1)`.execute(db)
  expect(await readAll()).toEqual([{ id: 1 }])
  await sql`alter table notes add column text varchar default 'new'`.execute(db)
  expect(await readAll()).toEqual([{ id: 1, text: 'new' }])
  await sql`drop table notes`.execute(db)
  await sql`create table notes (name varchar)`.execute(db)
  expect(await readAll()).toEqual([])
  await db.destroy()
})
