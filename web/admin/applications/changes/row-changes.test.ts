import { expect, test } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import { APPLICATION_STATUSES } from '../../../../contract/applications/status-lists.ts'
import { recordOf } from '../../../../contract/wire/records.ts'
import { applicant } from '../../../../test/web-test-kit.ts'
import { afterChange, changePage, moveCounts, undoOnPage } from './row-changes.ts'

const SUMMARY = {
  totalApplications: 10,
  activeJobs: 4,
  pendingReviews: 5,
  interviewStage: 2,
  tabs: { ...recordOf(APPLICATION_STATUSES, () => 0), pending: 3, reviewing: 1, interview: 1, archived: 2 },
  promise: { answerWithinDays: 10, overdue: 0, unanswered: 0 },
  recovery: { resubmitted: 0, original: 0 },
  withdrawn: 1,
  quarantined: 3,
}

const page = { applications: [applicant(1), applicant(2), applicant(3)], total: 60, hasMore: false, nextCursor: 'next' }
const ids = (applications: Application[]) => applications.map(({ id }) => id)

test('a row leaves its former tab, and returns to its index', () => {
  const before = applicant(2)
  const changed = changePage(page, 'pending', 2, afterChange(before, { status: 'hired' }))
  expect([ids(changed.applications), changed.total]).toEqual([[1, 3], 59])
  expect(undoOnPage(changed, before, 1)).toEqual(page)
})

test('a row that stays is brought up to date, and put back', () => {
  const before = applicant(2, { archived: true })
  const archived = { ...page, applications: [before] }
  const after = afterChange(before, { status: 'rejected' })
  const changed = changePage(archived, 'archived', 2, after)
  expect(changed.applications).toEqual([{ ...before, status: 'rejected' }])
  expect(undoOnPage(changed, before, 0)).toEqual(archived)
})

test('a page without the row stays the same object', () => {
  expect(changePage(page, 'pending', 9, null)).toBe(page)
})

test('archiving keeps the total and leaves the stat counts', () => {
  const before = applicant(2)
  const after = afterChange(before, { archived: true })
  const moved = moveCounts(SUMMARY, before, after, true)
  expect(moved).toEqual({ ...SUMMARY, pendingReviews: 4, tabs: { ...SUMMARY.tabs, pending: 2, archived: 3 } })
  expect(moveCounts(moved, after, before, true)).toEqual(SUMMARY)
})

test('deleting counts everywhere but in the tabs of another posting', () => {
  const moved = moveCounts(SUMMARY, applicant(2), afterChange(applicant(2), null), false)
  expect(moved).toEqual({ ...SUMMARY, totalApplications: 9, pendingReviews: 4 })
})

test('what leaves the quarantine counts from then on, under its status', () => {
  const before = applicant(2, { quarantined: true })
  const after = afterChange(before, { quarantined: false })
  const moved = moveCounts(SUMMARY, before, after, true)
  const tabs = { ...SUMMARY.tabs, pending: 4 }
  expect(moved).toEqual({ ...SUMMARY, totalApplications: 11, pendingReviews: 6, tabs, quarantined: 2 })
  const list = { ...page, applications: [applicant(1), before] }
  expect(changePage(list, 'quarantine', 2, after).applications).toEqual([applicant(1)])
})

test('what is deleted in quarantine is missing nowhere else', () => {
  const moved = moveCounts(SUMMARY, applicant(2, { quarantined: true }), null, true)
  expect(moved).toEqual({ ...SUMMARY, quarantined: 2 })
})
