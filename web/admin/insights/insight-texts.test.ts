import { expect, test } from 'vitest'
import { describeMedian, describeSample, formatDuration, formatMonday, formatShare } from './insight-texts.ts'

test.each([
  [null, '–'],
  [0, '0 days'],
  [0.5, '0.5 days'],
  [1, '1 day'],
  [3.5, '3.5 days'],
  [31, '31 days'],
])('%j days are written as %j', (days, words) => {
  expect(formatDuration(days)).toBe(words)
})

test('a Monday is named in UTC, whatever the zone', () => {
  expect(formatMonday('2026-03-02')).toBe('Mar 2')
})

test('a sample and a share say so when there is nothing', () => {
  expect(describeSample({ count: 0, days: null }, 'hire')).toBe('no hire yet')
  expect(describeSample({ count: 1, days: 2 }, 'hire')).toBe('of 1 hire')
  expect(describeMedian({ count: 0, days: null }, 'hire')).toBe('no hire yet')
  expect(describeMedian({ count: 3, days: 2 }, 'hire')).toBe('median of 3 hires')
  expect([formatShare(1, 3), formatShare(0, 0)]).toEqual(['33%', ''])
})
