import { expect, test } from 'vitest'
import { createToday } from './calendar-day.ts'

test.each([
  [
    'a day that the clocks make longer',
    'America/Chicago',
    '2026-11-01T18:00Z',
    '2026-11-01',
    '05:00',
    '2026-11-02T06:00',
  ],
  ['a day that has no midnight', 'America/Havana', '2026-03-08T12:00Z', '2026-03-08', '05:00', '2026-03-09T04:00'],
  ['a day that is over elsewhere', 'Pacific/Auckland', '2026-06-30T13:00Z', '2026-07-01', '12:00', '2026-07-01T12:00'],
])('%s begins and ends with the clocks of its zone', (_, timeZone, now, date, start, end) => {
  const day = createToday(() => new Date(now), timeZone)()
  expect(day.date).toBe(date)
  expect(new Date(day.startsAt).toISOString().slice(11, 16)).toBe(start)
  expect(new Date(day.endsAt).toISOString().slice(0, 16)).toBe(end)
})

test('the day is the same until it is over, and another when the clock is set back', () => {
  let now = new Date('2026-06-30T00:00:00.000Z')
  const today = createToday(() => now, 'UTC')
  const first = today()
  now = new Date('2026-06-30T23:59:59.999Z')
  expect(today()).toBe(first)
  now = new Date('2026-07-01T00:00:00.000Z')
  expect(today().date).toBe('2026-07-01')
  now = new Date('2026-06-30T23:59:59.999Z')
  expect(today()).toEqual(first)
})
