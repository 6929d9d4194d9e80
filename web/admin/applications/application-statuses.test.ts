import { expect, expectTypeOf, test } from 'vitest'
import type { ApplicationSummary } from '../../../contract/applications/application-list.ts'
import type { APPLICATION_STATUSES } from '../../../contract/applications/application-statuses.ts'
import { type STATUS_VIEWS, statOf, TABS, type Tab } from './application-statuses.ts'

test('an additional status does not compile until it has a tab, a count, a menu item and a badge', () => {
  expectTypeOf<keyof typeof STATUS_VIEWS>().toEqualTypeOf<(typeof APPLICATION_STATUSES)[number]>()
  expectTypeOf<keyof ApplicationSummary['tabs']>().toEqualTypeOf<Tab>()
})

test('the six tabs are in the order of the specification', () => {
  const labels = ['Pending', 'Reviewing', 'Interview', 'Hired', 'Rejected', 'Archived']
  expect(TABS.map(({ label }) => label)).toEqual(labels)
})

test('two statuses have a stat card beside their tab', () => {
  expect([statOf('pending'), statOf('interview'), statOf('hired')]).toEqual([
    'pendingReviews',
    'interviewStage',
    undefined,
  ])
})
