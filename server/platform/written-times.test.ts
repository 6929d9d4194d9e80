import { expect, test } from 'vitest'
import { zoneName } from '../../contract/site/zone-name.ts'
import { formatMoment, formatSpan, formatStart } from './written-times.ts'

test('people read a day and a time as the site writes them, the zone once, and the year where it is another one', () => {
  const inMidland = { timeZone: 'America/Chicago', today: '2026-02-28' }
  expect(formatMoment('2026-03-02T20:30:00.000Z', inMidland)).toBe('Monday, March 2, at 2:30 PM Central Standard Time')
  const span = { from: '2026-12-31T11:00:00.000Z', to: '2026-12-31T11:45:00.000Z' }
  expect(formatSpan(span, inMidland)).toBe('Thursday, December 31, 5:00 AM to 5:45 AM Central Standard Time')
  expect(formatSpan(span, { timeZone: 'Pacific/Auckland', today: '2026-12-31' })).toBe(
    'Friday, January 1, 2027, 12:00 AM to 12:45 AM New Zealand Daylight Time',
  )
  expect(formatStart('2026-03-09T15:00:00.000Z', inMidland)).toBe('Monday, March 9, 10:00 AM')
  expect(formatStart('2027-01-04T15:00:00.000Z', inMidland)).toBe('Monday, January 4, 2027, 9:00 AM')
  expect(zoneName('America/Chicago')).toBe('Central Time')
  expect(zoneName('UTC')).toBe('Coordinated Universal Time')
})
