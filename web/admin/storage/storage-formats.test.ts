import { expect, test } from 'vitest'
import { describeAge, formatQuantity } from './storage-formats.ts'

test.each([
  ['2026-03-02T09:59:01.000Z', 'under a minute'],
  ['2026-03-02T09:59:00.000Z', '1 minute'],
  ['2026-03-02T08:59:00.000Z', '1 hour'],
  ['2026-02-28T09:00:00.000Z', '2 days'],
  ['2026-03-02T11:00:00.000Z', 'under a minute'],
])('%s is %s ago', (instant, words) => {
  expect(describeAge(instant, Date.parse('2026-03-02T10:00:00.000Z'))).toBe(words)
})

test('one differs from many', () => {
  expect(formatQuantity(1, 'file', 'files')).toBe('1 file')
  expect(formatQuantity(5_310, 'file', 'files')).toBe('5,310 files')
})
