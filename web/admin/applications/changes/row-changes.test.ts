import { expect, test } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import { applicant } from '../../../../test/web-test-kit.ts'
import { afterChange, changePage, undoOnPage } from './row-changes.ts'

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

test('what leaves the quarantine leaves its list', () => {
  const before = applicant(2, { quarantined: true })
  const list = { ...page, applications: [applicant(1), before] }
  const after = afterChange(before, { quarantined: false })
  expect(changePage(list, 'quarantine', 2, after).applications).toEqual([applicant(1)])
})
