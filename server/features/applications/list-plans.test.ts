import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApplicationListQuery } from '../../../contract/application-list.ts'
import { insertApplicants } from '../../../test/factories.ts'
import { makeTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { engineOf } from '../../platform/database/engine.ts'
import { readInOrder } from '../../platform/database/planned-reads.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { countApplicationGroups } from './application-count-queries.ts'
import { readApplicationPage } from './application-list.ts'
import { listApplications } from './application-queries.ts'

/** More than a search looks at before it asks the text index; too new for any statistics. */
const STORED = 400

let folder: string
let database: TestDatabase
let isPostgres: boolean
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-plans-'))
  database = await makeTestDatabase(folder)
  isPostgres = engineOf(database.db) === 'postgres'
  await insertApplicants(
    database.db,
    Array.from({ length: STORED }, (_, index) => ({ name: `Person ${index}`, job_id: index % 2 ? 7 : null })),
  )
})
afterAll(async () => {
  await database.remove()
  await rm(folder, { recursive: true })
})

/** How the database goes about every query of a read. */
async function plansOf(read: (db: Kysely<Tables>) => Promise<unknown>): Promise<string[]> {
  const executor = database.db.getExecutor()
  const queries: CompiledQuery[] = []
  const noted = database.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      queries.push(executor.compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await read(noted)
  return database.db.transaction().execute(async (trx) => {
    const plans: string[] = []
    for (const query of queries) {
      // On PostgreSQL a plan depends on what was set before.
      if (query.sql.includes('set local')) await trx.executeQuery(query)
      else if (query.sql !== 'rollback') plans.push(await explain(trx, query))
    }
    return plans
  })
}

async function explain(db: Db, { sql, parameters }: CompiledQuery): Promise<string> {
  const command = isPostgres ? 'explain' : 'explain query plan'
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${command} ${sql}`, [...parameters]))
  return rows.map((row) => Object.values(row as object).at(-1)).join('; ')
}

const along = (index: string) =>
  isPostgres
    ? expect.stringMatching(`Index (Only )?Scan( Backward)? using ${index} on applications`)
    : expect.stringMatching(`SEARCH applications USING (COVERING )?INDEX ${index} \\(`)
const SORTED = /TEMP B-TREE|Sort/
const WHOLE = /Seq Scan on application|SCAN applications|Bitmap/

test.each<[string, ApplicationListQuery]>([
  ['applications_by_tab', { status: 'pending', archived: 'false' }],
  ['applications_by_tab', { status: 'pending', archived: 'false', sort: 'date' }],
  ['applications_by_tab_and_name', { status: 'hired', archived: 'false', sort: 'name' }],
  ['applications_by_tab_and_number', { status: 'hired', archived: 'false', sort: '-status' }],
  ['applications_by_job', { jobId: 7, status: 'hired', archived: 'false' }],
  ['applications_by_job', { jobId: 'none', status: 'hired', archived: 'false' }],
  ['applications_by_job_and_name', { jobId: 'none', status: 'hired', archived: 'true', sort: '-name' }],
  ['applications_by_job_and_number', { jobId: 7, status: 'hired', archived: 'false', sort: 'status' }],
])('a page is read along the index %s, and nothing is sorted', async (index, query) => {
  const [page] = await plansOf((db) => readApplicationPage(db, { limit: 50, ...query }))
  expect(page).toEqual(along(index))
  expect(page).not.toMatch(SORTED)
})

test.each<[string, number, ApplicationListQuery]>([
  ['applications_by_tab_and_name', 5, { archived: 'true', sort: 'name' }],
  ['applications_by_tab', 10, { quarantined: 'true' }],
  ['applications_by_job', 5, { archived: 'true', jobId: 'none' }],
])('a list of several parts is read along the index %s, %i times', async (index, parts, query) => {
  const plans = await plansOf((db) => readApplicationPage(db, { limit: 50, ...query }))
  // Its parts are noted one by one before it.
  const page = plans.find((plan) => /UNION|Append/.test(plan)) ?? ''
  expect(page.split(`${index} `)).toHaveLength(parts + 1)
  expect(page).not.toMatch(WHOLE)
})

test('the whole list is read along an index, and nothing is sorted', async () => {
  const last = { created_at: '2026-01-01T00:00:00.000Z', id: 7 }
  const plans = await plansOf((db) => readInOrder(db, (trx) => listApplications(trx, 500, last)))
  expect(plans).toEqual([along('applications_by_age')])
  expect(plans[0]).not.toMatch(SORTED)
})

test('a text that is rare is found by the text index, and only what it found is read', async () => {
  const plans = await plansOf((db) =>
    readApplicationPage(db, { limit: 25, status: 'pending', archived: 'false', q: 'nobody' }),
  )
  const byText = isPostgres ? 'Bitmap Index Scan on applications_by_text' : 'SCAN application_search VIRTUAL TABLE'
  const found = plans.findLast((plan) => plan.includes(byText))
  expect(found).toMatch(
    isPostgres ? /Bitmap Heap Scan on applications/ : /SEARCH applications USING INTEGER PRIMARY KEY/,
  )
  expect(found).not.toMatch(/Seq Scan on application|SCAN applications/)
  for (const plan of plans.filter((plan) => !plan.includes(byText))) expect(plan).not.toMatch(WHOLE)
})

test('an application that is named by its reference is found by its number, and no list is read for it', async () => {
  const plans = await plansOf((db) => readApplicationPage(db, { limit: 25, archived: 'false', q: 'APP-0017' }))
  expect(plans[0]).toMatch(
    isPostgres ? /Index Scan using applications_pkey/ : /SEARCH applications USING INTEGER PRIMARY/,
  )
  for (const plan of plans.slice(1)) expect(plan).not.toMatch(/Seq Scan on application|SCAN applications/)
})

test('all counts come out of the table of counts, and no application is looked at', async () => {
  for (const plan of await plansOf((db) => countApplicationGroups(db, 7))) {
    expect(plan).toMatch(/application_counts/)
    expect(plan).not.toMatch(/applications[^_]/)
  }
})
