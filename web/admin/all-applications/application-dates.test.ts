import { expect, test } from 'vitest'
import { formatAppliedMinute, formatToday } from './application-dates.ts'

test.each([
  [new Date(2025, 5, 13, 16, 17), 'Jun 13, 2025 4:17 PM'],
  [new Date(2025, 11, 1, 0, 5), 'Dec 1, 2025 12:05 AM'],
])('the minute of an application is written as in the specification: %s', (date, words) => {
  expect(formatAppliedMinute(date.toISOString())).toBe(words)
})

test('an unreadable instant says so', () => {
  expect(formatAppliedMinute('soon')).toBe('Invalid date')
})

test('today is written in words', () => {
  expect(formatToday(new Date(2025, 5, 13))).toBe('Friday, June 13, 2025')
})
