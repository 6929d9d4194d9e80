import { expect, test } from 'vitest'
import { describeAhead, describeTelling } from './ahead-texts.ts'
import { askedAbout, withInterviewAhead } from './interviews-ahead.ts'

const NOW = Date.parse('2026-05-04T10:00:00.000Z')
const row = (name: string, interviewDate: string | null) => ({ name, interviewDate })
const ana = row('Ana', '2026-05-05T10:00:00.000Z')
const soon = row('Ben', '2026-05-04T10:30:00.000Z')
const past = row('Cy', '2026-05-04T10:00:00.000Z')
const all = [ana, soon, past, row('Dee', null)]

test('an interview lies ahead until it begins', () => {
  expect(withInterviewAhead(all, NOW)).toEqual([ana, soon])
})

test('only rejecting and archiving ask, and only while nothing is chosen', () => {
  expect(askedAbout({ status: 'rejected' }, all, NOW)).toEqual([ana, soon])
  expect(askedAbout({ archived: true }, all, NOW)).toEqual([ana, soon])
  for (const change of [
    { status: 'hired' } as const,
    { archived: false },
    { status: 'rejected', interviews: 'keep' } as const,
    { archived: true, interviews: 'cancel' } as const,
  ])
    expect(askedAbout(change, all, NOW)).toEqual([])
})

test('the question names one applicant and the time, and counts several', () => {
  expect(describeAhead([ana])).toMatch(/^Ana has an interview on \w+, May \d+, \d+:\d\d.[AP]M$/)
  expect(describeAhead([ana, soon])).toBe('2 of these applicants have interviews planned')
})

test('what is said of the cancellation is true within the hour, and without mail', () => {
  expect(describeTelling([ana], true, NOW)).toBe('Those who were invited are told in 10 minutes, unless you undo it.')
  expect(describeTelling([soon], true, NOW)).toContain('at once')
  expect(describeTelling([ana, soon], true, NOW)).toContain('in 10 minutes, and at once')
  expect(describeTelling([soon], false, NOW)).toContain('tell those who were invited yourself')
})
