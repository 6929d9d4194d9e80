import { expect, test } from 'vitest'
import { isBusy, likelyLastDay, toLocal, weekdayMornings, weekdaysOf } from './offered-week.ts'

test('mornings are suggested on weekdays after today, at the first half hour at which nobody is taken', () => {
  const busy = [
    { from: '2026-03-03T09:00', until: '2026-03-03T09:45' },
    { from: '2026-03-05T08:00', until: '2026-03-05T12:00' },
  ]
  expect(weekdayMornings('2026-03-02', { minutes: 45, busy, most: 8 })).toEqual([
    '2026-03-03T10:00',
    '2026-03-04T09:00',
    '2026-03-06T09:00',
    '2026-03-09T09:00',
    '2026-03-10T09:00',
    '2026-03-11T09:00',
    '2026-03-12T09:00',
    '2026-03-13T09:00',
  ])
})

test('meetings that touch do not overlap', () => {
  const busy = [{ from: '2026-03-03T10:00', until: '2026-03-03T11:00' }]
  const at = ['09:14', '09:15', '09:16', '10:59', '11:00'].map((time) => isBusy(`2026-03-03T${time}`, 45, busy))
  expect(at).toEqual([false, false, true, true, false])
})

test('the last day to choose is two days before the first time, tomorrow at the earliest, and never after the last time', () => {
  expect(likelyLastDay(['2026-03-10T09:00', '2026-03-09T09:00'], '2026-03-02')).toBe('2026-03-07')
  expect(likelyLastDay(['2026-03-04T09:00', '2026-03-09T09:00'], '2026-03-03')).toBe('2026-03-04')
  expect(likelyLastDay(['2026-03-03T17:00', '2026-03-03T16:00'], '2026-03-03')).toBe('2026-03-03')
  expect(likelyLastDay([], '2026-03-03')).toBe('')
})

test('an instant is shown on the clocks of a zone, also across its change of clocks', () => {
  expect(toLocal('2026-03-08T07:59:00.000Z', 'America/Chicago')).toBe('2026-03-08T01:59')
  expect(toLocal('2026-03-08T08:00:00.000Z', 'America/Chicago')).toBe('2026-03-08T03:00')
  expect(weekdaysOf('2026-03-08')).toEqual(['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'])
})
