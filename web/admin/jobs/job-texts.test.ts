import { expect, test } from 'vitest'
import { describeApplicationsOf, formatJobDay, jobStateOf, whyStillHidden } from './job-texts.ts'

test.each([
  ['active', true, 'Active'],
  ['active', false, 'Inactive'],
  ['filled', true, 'Filled'],
  ['draft', false, 'Draft'],
  ['cancelled', false, 'Cancelled'],
] as const)('a posting that is %s with the switch %s is called %s', (status, isActive, word) => {
  expect(jobStateOf({ status, isActive }).word).toBe(word)
})

test.each([
  ['draft', 'It is still a draft, so visitors do not see it. Change its Job Status in Edit.'],
  ['filled', 'It is filled, so visitors do not see it. Change its Job Status in Edit.'],
  ['cancelled', 'It is cancelled, so visitors do not see it. Change its Job Status in Edit.'],
  ['active', undefined],
] as const)(
  'switched on, a posting that is %s explains why it is hidden; switched off it never does',
  (status, words) => {
    expect(whyStillHidden({ status, isActive: true })).toBe(words)
    expect(whyStillHidden({ status, isActive: false })).toBeUndefined()
  },
)

test('a day is short and American, and a dash where there is none', () => {
  expect([formatJobDay('2025-06-13T12:00:00.000Z'), formatJobDay(null)]).toEqual(['Jun 13, 2025', '-'])
})

test('the question before a deletion says how many applications stay', () => {
  expect([0, 1, 12].map(describeApplicationsOf)).toEqual([
    'It has no applications.',
    'Its 1 application stays and is shown under “Unknown Position” from then on.',
    'Its 12 applications stay and are shown under “Unknown Position” from then on.',
  ])
})
