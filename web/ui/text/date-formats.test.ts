import { expect, test } from 'vitest'
import {
  formatDay,
  formatDayAndTime,
  formatDayAndTimeWithoutComma,
  formatShortDay,
  formatWeekdayAndDay,
} from './date-formats.ts'
import { formatPostedDay } from './posted-day.ts'

test('a day is short and American', () => {
  expect(formatDay('2025-06-13T12:00:00.000Z')).toBe('Jun 13, 2025')
})

test('a day of another year keeps its year', () => {
  const now = new Date(2026, 10, 22)
  const days = [new Date(2026, 5, 13), new Date(2025, 5, 13), new Date(2027, 0, 1)]
  expect(days.map((day) => formatShortDay(day.toISOString(), now))).toEqual(['Jun 13', 'Jun 13, 2025', 'Jan 1, 2027'])
})

test('a missing and an invalid date say so', () => {
  expect([formatDay(null), formatDay('soon'), formatDay(null, '-')]).toEqual(['N/A', 'Invalid date', '-'])
})

test('day and time are in the browser’s zone, to the minute', () => {
  expect(formatDayAndTime(new Date(2025, 5, 13, 16, 17).toISOString())).toMatch(/^Jun 13, 2025, 4:17\sPM$/)
})

test.each([
  [new Date(2025, 5, 13, 16, 17), 'Jun 13, 2025 4:17 PM'],
  [new Date(2025, 11, 1, 0, 5), 'Dec 1, 2025 12:05 AM'],
])('the time of an application is written as in the specification: %s', (date, words) => {
  expect(formatDayAndTimeWithoutComma(date.toISOString())).toBe(words)
  expect(formatDayAndTimeWithoutComma('soon')).toBe('Invalid date')
})

test('today is written in words', () => {
  expect(formatWeekdayAndDay(new Date(2025, 5, 13))).toBe('Friday, June 13, 2025')
})

test('a posting shows its long US date in UTC', () => {
  expect(formatPostedDay('2025-06-13T04:17:00.000Z')).toBe('June 13, 2025')
  expect(formatPostedDay('2025-06-13T23:59:59.000Z')).toBe('June 13, 2025')
})

test.each(['', 'soon', '2025-13-40'])('the invalid date "%s" reads as recently posted', (text) => {
  expect(formatPostedDay(text)).toBe('Recently posted')
})
