import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RECOVERY_MARKER } from '../../../../contract/vocabulary.ts'
import { openDatabase } from '../sqlite/open-database.ts'
import { migrations } from './migrations.ts'

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

test('a sigma at the end of a word that was stored before is found as any other, and the text index knows of it', async () => {
  await databaseOf('0008-large-lists', (sqlite) => {
    const insert = sqlite.prepare(
      `insert into applications (name, email, status, archived, created_at, content_hash, name_key, search_text)
       values ('', '', 'pending', 0, '2025-06-01T00:00:00.000Z', '', ?, ?)`,
    )
    for (let number = 0; number < 70; number++) insert.run('ανδρεας', 'ανδρεας\na@example.com\n')
  })
  const db = await openDatabase(folder)
  const found = await db.selectFrom('applications').select(['name_key', 'search_text']).distinct().execute()
  expect(found).toEqual([{ name_key: 'ανδρεασ', search_text: 'ανδρεασ\na@example.com\n' }])
  const indexed = sql<{ rowid: number }>`select rowid from application_search where application_search match '"εασ"'`
  expect((await indexed.execute(db)).rows.length).toBeGreaterThan(0)
  await db.destroy()
})

test('an installation gets one secret of 256 bits and keeps it; hashes from before are forgotten', async () => {
  await databaseOf('0003-resume-copies', (sqlite) => {
    sqlite.exec("insert into submission_counts values ('hash without a secret', '2026-01-01T00', 3)")
  })
  const secrets: unknown[] = []
  for (let opening = 0; opening < 2; opening++) {
    const db = await openDatabase(folder)
    secrets.push(await db.selectFrom('installation_secret').selectAll().execute())
    expect(await db.selectFrom('submission_counts').selectAll().execute()).toEqual([])
    await db.destroy()
  }
  expect(secrets[0]).toEqual([{ id: 1, secret: expect.stringMatching(/^[\w-]{43}$/) }])
  expect(secrets[1]).toEqual(secrets[0])
})

test('applications from before the quarantine are in none, and are listed along its indexes', async () => {
  await databaseOf('0003-resume-copies', (sqlite) => {
    sqlite.exec(`insert into applications (name, email, status, archived, created_at, content_hash)
      values ('Ana', 'ana@example.com', 'pending', 0, '2025-06-01T00:00:00.000Z', '')`)
  })
  const db = await openDatabase(folder)
  expect(await db.selectFrom('applications').select(['id', 'quarantined']).execute()).toEqual([
    { id: 1, quarantined: 0 },
  ])
  expect(await db.selectFrom('audit_trail').selectAll().execute()).toEqual([])
  const indexes = await sql<{ sql: string }>`select sql from sqlite_master where name like 'applications_by_%'`.execute(
    db,
  )
  expect(indexes.rows).toHaveLength(7)
  for (const index of indexes.rows) expect(index.sql).toContain('("quarantined", ')
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

test('applications and postings from before versions begin with the first', async () => {
  await databaseOf('0010-final-sigma', (sqlite) =>
    sqlite.exec(`
      insert into jobs (title, job_type, location, description, requirements, status, is_active, created_at, content_hash)
      values ('T', 'Contract', 'L', 'D', 'R', 'active', 1, '2025-06-01T00:00:00.000Z', '');
      insert into applications (name, email, status, archived, created_at, content_hash, name_key, search_text)
      values ('Ana', 'a@example.com', 'pending', 0, '2025-06-01T00:00:00.000Z', '', 'ana', '');`),
  )
  const db = await openDatabase(folder)
  for (const table of ['jobs', 'applications'] as const) {
    expect(await db.selectFrom(table).select('version').execute()).toEqual([{ version: 1 }])
  }
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

test('resumes and deletions that wait keep their files when every place gets a row of its own', async () => {
  const keys = ['pdf', 'doc', 'docx', 'txt'].map((kind, index) => ({ kind, key: `${index}`.repeat(36) }))
  await databaseOf('0002-application-list', (sqlite) => {
    const apply = sqlite.prepare(
      `insert into applications (name, email, status, archived, created_at, content_hash, name_key, search_text, is_recovery)
       values ('P', 'p@example.com', 'pending', 0, '2025-06-01T00:00:00.000Z', '', 'p', 'p', 0)`,
    )
    const store = sqlite.prepare('insert into resumes values (?, ?, ?, ?, 10, ?)')
    for (const { kind, key } of keys) store.run(apply.run().lastInsertRowid, key, `cv.${kind}`, kind, `sum of ${kind}`)
    apply.run()
    sqlite.exec(
      `insert into outbox_tasks (kind, payload, attempts, run_after, last_error, created_at)
       values ('delete-resume', '{"key":"some-key"}', 3, '2025-06-02', 'busy', '2025-06-01')`,
    )
  })
  const db = await openDatabase(folder)
  const resumes = db.selectFrom('resumes').select(['application_id', 'kind', 'original_name', 'sha256'])
  expect(await resumes.execute()).toEqual(
    keys.map(({ kind }, index) => ({
      application_id: index + 1,
      kind,
      original_name: `cv.${kind}`,
      sha256: `sum of ${kind}`,
    })),
  )
  expect(await db.selectFrom('resume_copies').selectAll().execute()).toEqual(
    keys.map(({ key }, index) => ({
      application_id: index + 1,
      place: 'local',
      key,
      state: 'stored',
      last_error: null,
      changed_at: '2025-06-01T00:00:00.000Z',
      checked_at: null,
    })),
  )
  const [task] = await db.selectFrom('outbox_tasks').selectAll().execute()
  expect(JSON.parse(task?.payload ?? '')).toEqual({ place: 'local', key: 'some-key' })
  expect(task).toMatchObject({ kind: 'delete-resume', attempts: 3, run_after: '2025-06-02' })
  await db.deleteFrom('applications').where('id', '=', 1).execute()
  expect(await db.selectFrom('resumes').selectAll().execute()).toHaveLength(3)
  expect(await db.selectFrom('resume_copies').selectAll().execute()).toHaveLength(3)
  await db.destroy()
})

test.each(Object.keys(migrations))('a database of %s is brought to the schema that a new one has', async (version) => {
  const schemaOf = async () => {
    const db = await openDatabase(folder)
    const { rows } = await sql`select name, sql from sqlite_schema where sql is not null order by name`.execute(db)
    await db.destroy()
    return rows
  }
  const ofNew = await schemaOf()
  await rm(join(folder, 'wellhead.sqlite'))
  await databaseOf(version, () => undefined)
  expect(await schemaOf()).toEqual(ofNew)
})
