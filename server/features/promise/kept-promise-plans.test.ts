import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plansOf } from '../../../test/databases/query-plans.ts'
import { makeTestDatabase, type TestDatabase } from '../../../test/databases/test-database.ts'
import { countPromiseMonths } from './kept-promises.ts'

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-plans-'))
  database = await makeTestDatabase(folder)
})
afterAll(async () => {
  await database.remove()
  await rm(folder, { recursive: true })
})

test('the months of the promise are counted from one index alone, a day at a time', async () => {
  const count = (db: typeof database.db) => countPromiseMonths(db, { today: '2026-11-28', timeZone: 'UTC' })
  const [sums, ...plans] = await plansOf(database.db, count)
  expect(sums).toMatch(/SEARCH insight_sums USING INDEX \w+ \(period=\? AND job_id=\? AND figure=\?\)/)
  expect(plans).toHaveLength(12)
  for (const plan of plans) {
    expect(plan).toMatch('SEARCH applications USING COVERING INDEX applications_by_first_promise (first_answer_by=?)')
    expect(plan).not.toContain('TEMP B-TREE')
  }
})
