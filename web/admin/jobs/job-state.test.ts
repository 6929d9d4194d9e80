import { expect, test } from 'vitest'
import { FORM_STATUSES, formStatusesFor, jobBadgeOf, jobStateOf, whyHidden } from './job-state.ts'

test('Filled is offered only for a posting that is filled', () => {
  expect(formStatusesFor(undefined)).toEqual(['Active', 'Draft', 'Archived'])
  expect(formStatusesFor('draft')).toEqual(['Active', 'Draft', 'Archived'])
  expect(formStatusesFor('filled')).toEqual(['Active', 'Draft', 'Archived', 'Filled'])
})

test('each choice of Job Status stores its status and its switch', () => {
  expect(FORM_STATUSES.map(jobStateOf)).toEqual([
    { status: 'active', isActive: true },
    { status: 'draft', isActive: false },
    { status: 'cancelled', isActive: false },
    { status: 'filled', isActive: false },
  ])
})

test.each([
  ['active', true, 'Active'],
  ['active', false, 'Inactive'],
  ['filled', true, 'Filled'],
  ['draft', false, 'Draft'],
  ['cancelled', false, 'Cancelled'],
] as const)('a posting that is %s with the switch %s has the label %s', (status, isActive, word) => {
  expect(jobBadgeOf({ status, isActive, closingDate: '2026-06-30' }, '2026-06-30').word).toBe(word)
})

test.each([
  ['active', true, 'Closed'],
  ['active', false, 'Inactive'],
  ['filled', false, 'Filled'],
] as const)(
  'after its closing date a posting that is %s with the switch %s has the label %s',
  (status, isActive, word) => {
    expect(jobBadgeOf({ status, isActive, closingDate: '2026-06-30' }, '2026-07-01').word).toBe(word)
  },
)

test.each([
  ['draft', 'It is still a draft, so visitors cannot see it. Choose Edit to change its Job Status.'],
  ['filled', 'It is filled, so visitors cannot see it. Choose Edit to change its Job Status.'],
  ['cancelled', 'It is cancelled, so visitors cannot see it. Choose Edit to change its Job Status.'],
  ['active', undefined],
] as const)(
  'switched on, a posting that is %s explains why it is hidden; switched off it never does',
  (status, words) => {
    expect(whyHidden({ status, isActive: true })).toBe(words)
    expect(whyHidden({ status, isActive: false })).toBeUndefined()
  },
)
