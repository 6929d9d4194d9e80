import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RECOVERY_MARKER } from '../../contract/vocabulary.ts'
import { migrations } from './migrations.ts'
import { openDatabase } from './open-database.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-migrations-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A database as an earlier version has left it. */
async function databaseOf(version: string, fill: (sqlite: SqliteDatabase.Database) => void): Promise<void> {
  const sqlite = new SqliteDatabase(join(folder, 'wellhead.sqlite'))
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(version)
  if (error) throw error
  fill(sqlite)
  await db.destroy()
}

test('applications from before the list could be searched are found, sorted and counted like new ones', async () => {
  await databaseOf('0001-first-tables', (sqlite) => {
    const insert = sqlite.prepare(
      `insert into applications (name, email, note, status, archived, created_at, content_hash)
       values (?, ?, ?, 'pending', 0, '2025-06-01T00:00:00.000Z', '')`,
    )
    sqlite.transaction(() => {
      for (let number = 1; number <= 1_000; number++) insert.run(`Person ${number}`, 'p@example.com', null)
      insert.run('Ana NÚÑEZ', 'Ana@Example.com', `${RECOVERY_MARKER}\nJob title: X`)
    })()
  })
  const db = await openDatabase(folder)
  const found = await db.selectFrom('applications').select(['name_key', 'search_text', 'is_recovery']).execute()
  expect(found).toHaveLength(1_001)
  expect(found[999]).toEqual({ name_key: 'person 1000', search_text: 'person 1000\np@example.com\n', is_recovery: 0 })
  expect(found[1_000]).toEqual({
    name_key: 'ana nunez',
    search_text: 'ana nunez\nana@example.com\ndata recovery resubmission\njob title: x',
    is_recovery: 1,
  })
  await db.destroy()
})

test('resumes from before there was a scanner are kept, and noted as never asked about', async () => {
  await databaseOf('0003-resume-copies', (sqlite) =>
    sqlite.exec(`
      insert into applications (id, name, email, status, archived, created_at, content_hash, name_key, search_text, is_recovery)
      values (1, 'Ana', 'a@example.com', 'pending', 0, '2025-06-01T00:00:00.000Z', '', 'ana', '', 0);
      insert into resumes (application_id, original_name, kind, size, sha256) values (1, 'cv.pdf', 'pdf', 1, 'x');`),
  )
  const db = await openDatabase(folder)
  expect(await db.selectFrom('resumes').select(['original_name', 'scan']).execute()).toEqual([
    { original_name: 'cv.pdf', scan: null },
  ])
  await db.destroy()
})

test('a change of the schema that fails half-way leaves nothing of itself behind', async () => {
  await databaseOf('0001-first-tables', (sqlite) => sqlite.exec('create index applications_by_job on jobs (title)'))
  await expect(openDatabase(folder)).rejects.toThrow('already exists')
  const sqlite = new SqliteDatabase(join(folder, 'wellhead.sqlite'))
  sqlite.exec('drop index applications_by_job')
  sqlite.close()
  await (await openDatabase(folder)).destroy()
})
