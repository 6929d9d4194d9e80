import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApplicationListQuery } from '../../contract/application-list.ts'
import { DATABASE_FILE, openDatabase } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { countApplicationGroups } from './application-count-queries.ts'
import { readApplicationPage } from './application-list.ts'
import { listApplications } from './application-queries.ts'

let dataDir: string
let sqlite: SqliteDatabase.Database
let db: Kysely<Tables>
let queries: CompiledQuery[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-plans-'))
  await (await openDatabase(dataDir)).destroy()
  sqlite = new SqliteDatabase(join(dataDir, DATABASE_FILE))
  db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: sqlite }),
    log: ({ query }) => {
      queries.push(query)
    },
  })
})
afterAll(async () => {
  await db.destroy()
  await rm(dataDir, { recursive: true })
})

/** How the database goes about every query of a read. */
async function plansOf(read: () => Promise<unknown>): Promise<string[]> {
  queries = []
  await read()
  return queries.map(({ sql, parameters }) => {
    const steps = sqlite.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[]
    return steps.map(({ detail }) => detail).join('; ')
  })
}

test.each<[string, ApplicationListQuery]>([
  ['applications_by_tab', { status: 'pending', archived: 'false' }],
  ['applications_by_tab_and_name', { status: 'hired', archived: 'false', sort: 'name' }],
  ['applications_by_archive', { archived: 'true' }],
  ['applications_by_job', { jobId: 7 }],
  ['applications_by_name', { sort: '-name' }],
  ['applications_by_age', { quarantined: 'true' }],
])('a page is read along the index %s, and nothing is sorted', async (index, query) => {
  const [page] = await plansOf(() => readApplicationPage(db, { limit: 50, ...query }))
  expect(page).toContain(`SEARCH applications USING INDEX ${index} (`)
  expect(page).not.toContain('TEMP B-TREE')
})

test('the whole list is read along an index, and nothing is sorted', async () => {
  const [list] = await plansOf(() => listApplications(db))
  expect(list).toContain('SEARCH applications USING INDEX applications_by_age (')
  expect(list).not.toContain('TEMP B-TREE')
})

test('all counts come out of one index, without the rows', async () => {
  const plans = await plansOf(() => countApplicationGroups(db, 7))
  expect(plans).toEqual(['SCAN applications USING COVERING INDEX applications_by_tab'])
})
