import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApplicationListQuery } from '../../../../contract/applications/application-list.ts'
import { plansOf } from '../../../../test/databases/query-plans.ts'
import { makeTestDatabase, type TestDatabase } from '../../../../test/databases/test-database.ts'
import { insertApplicants } from '../../../../test/factories.ts'
import { createToday } from '../../../platform/calendar-day.ts'
import { countJobGroups, findStageStarts, listBoardColumn } from '../board/applicant-board-queries.ts'
import { listApplications } from '../stored/application-queries.ts'
import { countAll, countOriginalApplications, countTabs } from './application-count-queries.ts'
import { readApplicationPage, writeCursor } from './list-applications.ts'

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-plans-'))
  database = await makeTestDatabase(folder)
  await insertApplicants(database.db, [{ name: 'Ana' }])
})
afterAll(async () => {
  await database.remove()
  await rm(folder, { recursive: true })
})

const MOMENT = { now: new Date('2026-03-05T12:00:00.000Z'), today: '2026-03-05' }

test.each<[string, ApplicationListQuery, index: string]>([
  ['a tab', { status: 'pending', archived: 'false' }, 'applications_by_tab'],
  ['a tab, oldest first', { status: 'pending', archived: 'false', sort: 'date' }, 'applications_by_tab'],
  ['what is decided but not answered', { unanswered: 'true', sort: 'date' }, 'applications_unanswered'],
  ['a tab by name', { status: 'hired', archived: 'false', sort: 'name' }, 'applications_by_name'],
  ['a tab by number', { status: 'hired', archived: 'false', sort: '-status' }, 'applications_by_number'],
])('a page of %s is read along an index, and nothing is sorted', async (_, query, index) => {
  const [page] = await plansOf(database.db, (db) => readApplicationPage(db, MOMENT, { limit: 50, ...query }))
  expect(page).toEqual(expect.stringMatching(`^SEARCH applications USING COVERING INDEX ${index} \\(`))
  expect(page).not.toContain('TEMP B-TREE')
})

test('a page of a tab by interview is read along an index, and nothing is sorted', async () => {
  const query = { status: 'interview', archived: 'false', sort: 'interview', limit: 50 } as const
  const cursor = writeCursor('interview', { key: '22026-03-01T12:00:00.000Z', id: 7 })
  const [upcoming, past] = await plansOf(database.db, (db) => readApplicationPage(db, MOMENT, query))
  const [pastBehind] = await plansOf(database.db, (db) => readApplicationPage(db, MOMENT, { ...query, cursor }))
  for (const plan of [upcoming, past, pastBehind]) {
    expect(plan).toMatch(/^SEARCH applications USING (?:COVERING )?INDEX applications_by_interview \(.*<expr>/)
    expect(plan).not.toContain('TEMP B-TREE')
  }
})

test('a page of what waits longer than promised reads that alone', async () => {
  const [page] = await plansOf(database.db, (db) => readApplicationPage(db, MOMENT, { overdue: 'true', sort: 'date' }))
  expect(page).toMatch('USING INDEX applications_answer_due (')
})

test('a page of what one person takes care of, and its counts, read that alone', async () => {
  const mine = { status: 'pending', archived: 'false', assigneeId: 7, limit: 50 } as const
  const [page] = await plansOf(database.db, (db) => readApplicationPage(db, MOMENT, mine))
  expect(page).toMatch(
    /^SEARCH applications USING COVERING INDEX applications_by_assignee \(assignee_id=\? AND archived/,
  )
  expect(page).not.toContain('TEMP B-TREE')
  const ofJob = { ...mine, jobId: 7, sort: 'name' } as const
  const [byName] = await plansOf(database.db, (db) => readApplicationPage(db, MOMENT, ofJob))
  expect(byName).toContain('INDEX applications_by_assignee (')
  const [counts = ''] = await plansOf(database.db, (db) => countTabs(db, { assigneeId: 7, jobId: 7 }))
  const searches = counts.split('; ').filter((step) => step.includes('applications'))
  expect(searches).toHaveLength(6)
  for (const search of searches)
    expect(search).toMatch('SEARCH applications USING COVERING INDEX applications_by_assignee (')
})

test('a page of the archive by name is sorted from an index alone', async () => {
  const [page] = await plansOf(database.db, (db) =>
    readApplicationPage(db, MOMENT, { limit: 50, archived: 'true', sort: 'name' }),
  )
  expect(page).toEqual(expect.stringMatching('^SEARCH applications USING COVERING INDEX applications_by_'))
})

test('the full list is read from an index, and nothing is sorted', async () => {
  const last = { created_at: '2026-01-01T00:00:00.000Z', id: 7 }
  const [plan] = await plansOf(database.db, (db) => listApplications(db, 500, last))
  expect(plan).toMatch('SEARCH applications USING INDEX applications_by_age (')
  expect(plan).not.toContain('TEMP B-TREE')
})

test('a search among few matches reads only these', async () => {
  const plans = await plansOf(database.db, (db) => readApplicationPage(db, MOMENT, { archived: 'false', q: 'ana' }))
  expect(plans.join()).toContain('SCAN application_search VIRTUAL TABLE')
  expect(plans.join()).toContain('SEARCH applications USING INTEGER PRIMARY KEY')
  expect(plans.join()).not.toContain('SCAN applications')
})

test('a column of a board is read along an index, and nothing is sorted', async () => {
  const [plan] = await plansOf(database.db, (db) => listBoardColumn(db, { jobId: 7, status: 'pending', limit: 100 }))
  expect(plan).toMatch('SEARCH applications USING INDEX applications_by_group (')
  expect(plan).not.toContain('TEMP B-TREE')
})

test('the beginnings of stages on a board are read from the index of status changes alone', async () => {
  const [plan] = await plansOf(database.db, (db) => findStageStarts(db, [1, 2]))
  expect(plan).toBe('SEARCH audit_trail USING COVERING INDEX audit_trail_status_changes (subject_id=?)')
})

test('all counts come out of an index', async () => {
  // The applications of the few replies that wait are read one by one.
  const ofReplies = 'SEARCH applications USING INTEGER PRIMARY KEY (rowid=?)'
  const searches = (plan = '') => plan.split('; ').filter((step) => step.includes('applications') && step !== ofReplies)
  const [all] = await plansOf(database.db, (db) => countAll(db, createToday(() => MOMENT.now, 'UTC')()))
  const [ofJob] = await plansOf(database.db, (db) => countTabs(db, { jobId: 7 }))
  for (const search of [...searches(all), ...searches(ofJob)]) {
    expect(search).toMatch(
      /^SEARCH applications USING COVERING INDEX applications_(?:by_group|by_age|by_tab|resubmitted|unanswered|answer_due|withdrawn)/,
    )
  }
  expect(searches(all)).toHaveLength(11)
  expect(all).toContain('USING INDEX replies_unanswered')
  expect(all).toContain('SEARCH applications USING COVERING INDEX applications_resubmitted (quarantined=?)')
  expect(all).toContain('SEARCH applications USING COVERING INDEX applications_unanswered (quarantined=?)')
  expect(all).toContain('SEARCH applications USING COVERING INDEX applications_answer_due (answer_by<?)')
  const [byJob] = await plansOf(database.db, (db) => countJobGroups(db))
  expect(byJob).toMatch(/^SEARCH applications USING COVERING INDEX applications_by_group \([^)]*\)$/)
  const [original] = await plansOf(database.db, countOriginalApplications)
  expect(original).toMatch('SEARCH applications USING COVERING INDEX applications_by_age (')
})
