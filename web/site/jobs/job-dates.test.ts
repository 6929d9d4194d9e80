import { expect, test } from 'vitest'
import { formatPostedDate } from './job-dates.ts'

test('a posting shows its long US date in UTC', () => {
  expect(formatPostedDate('2025-06-13T04:17:00.000Z')).toBe('June 13, 2025')
  expect(formatPostedDate('2025-06-13T23:59:59.000Z')).toBe('June 13, 2025')
})

test.each(['', 'soon', '2025-13-40'])('the invalid date "%s" reads as recently posted', (text) => {
  expect(formatPostedDate(text)).toBe('Recently posted')
})
