import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plansOf } from '../../../test/databases/query-plans.ts'
import { makeTestDatabase, type TestDatabase } from '../../../test/databases/test-database.ts'
import { insertHistories } from '../../../test/status-history.ts'
import { readInsights } from './read-insights.ts'

const NOW = new Date('2026-04-16T12:00:00.000Z')

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-plans-'))
  database = await makeTestDatabase(folder)
  await insertHistories(database.db, [
    { created_at: '2026-04-14T08:00:00.000Z', moves: [['2026-04-15T08:00:00.000Z', 'interview']] },
  ])
})
afterAll(async () => {
  await database.remove()
  await rm(folder, { recursive: true })
})

test('the report reads applications and their changes from two indexes alone, sums from the first week on, and sorts no applications', async () => {
  const [page, changes, received, sums, count, oldest] = await plansOf(database.db, (db) =>
    readInsights(db, { period: '26', jobId: undefined }, { now: NOW, timeZone: 'UTC' }),
  )
  expect(page).toMatch('SEARCH applications USING COVERING INDEX applications_by_age (quarantined=? AND created_at>?)')
  expect(changes).toMatch('SEARCH audit_trail USING COVERING INDEX audit_trail_status_changes (subject_id=?)')
  for (const plan of [received, sums]) expect(plan).toMatch(/SEARCH insight_sums USING INDEX \w+ \(period>\?\)/)
  expect(count).toMatch('USING COVERING INDEX applications_by_')
  expect(oldest).toMatch('SEARCH applications USING INDEX applications_by_tab (')
  expect([page, changes, count, oldest].join()).not.toContain('TEMP B-TREE')
})
