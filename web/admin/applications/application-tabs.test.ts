import { expect, expectTypeOf, test } from 'vitest'
import type { ApplicationSummary } from '../../../contract/applications/application-list.ts'
import { TABS, type Tab } from './application-tabs.ts'

test('each tab has a count', () => {
  expectTypeOf<keyof ApplicationSummary['tabs']>().toEqualTypeOf<Tab>()
})

test('the six tabs are in the order of the specification', () => {
  const labels = ['Pending', 'Reviewing', 'Interview', 'Hired', 'Rejected', 'Archived']
  expect(TABS.map(({ label }) => label)).toEqual(labels)
})
