import { expect, test } from 'vitest'
import { formatMoment, formatSpan } from './written-times.ts'

test('people read a day and a time as the site writes them, and the zone once', () => {
  expect(formatMoment('2026-03-02T20:30:00.000Z', 'America/Chicago')).toBe(
    'Monday, March 2, 2026, at 2:30 PM Central Standard Time',
  )
  const span = { from: '2026-07-14T21:00:00.000Z', to: '2026-07-14T21:45:00.000Z' }
  expect(formatSpan(span, 'Pacific/Auckland')).toBe(
    'Wednesday, July 15, 2026, 9:00 AM to 9:45 AM New Zealand Standard Time',
  )
})
