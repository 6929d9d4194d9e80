import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findTerms } from '../../server/features/applications/search/search-terms.ts'
import {
  findMatches,
  hasTerms,
  isAmongMatches,
  searchByIndex,
} from '../../server/features/applications/stored/application-search-queries.ts'
import type { Db } from '../../server/platform/database/tables.ts'
import { insertApplicants } from '../factories.ts'
import { startTestApp } from '../test-app.ts'

const BATCHES = 6
const BATCH = 100
const MOST = 400

/** How often the connection has read the whole text index, as far as its server has not yet added that up. */
async function countFullReads(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select seq_scan::int as count from pg_stat_xact_user_tables
    where relname = 'application_search'`.execute(db)
  return rows[0]?.count ?? 0
}

test('a word that nearly all applications have is found without reading the words of them all', async () => {
  const app = await startTestApp()
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
  const note = `Commissioning of well pads. ${words}`
  for (let batch = 0; batch < BATCHES; batch += 1) await insertApplicants(app.db, Array(BATCH).fill({ note }))
  await sql`analyze`.execute(app.db)
  const terms = await findTerms(app.db, 'commissioning')
  const search = async (db: Db) => {
    const before = await countFullReads(db)
    expect(await findMatches(db, terms, MOST)).toHaveLength(MOST)
    for (const isMatch of [hasTerms(db, terms), isAmongMatches(db, terms)]) {
      const page = await db.selectFrom('applications').select('id').where(isMatch).limit(25).execute()
      expect(page).toHaveLength(25)
    }
    return (await countFullReads(db)) - before
  }
  expect(await app.db.transaction().execute(search), 'left to the planner').toBeGreaterThan(0)
  expect(await searchByIndex(app.db, terms, search)).toBe(0)
  await app.stop()
})
