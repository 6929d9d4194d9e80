import { expect, test } from 'vitest'
import { percent, topOf } from './scale.ts'

test.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 4],
  [5, 6],
  [7, 10],
  [11, 20],
  [38, 40],
  [45, 50],
  [101, 200],
  [500, 500],
])('an axis for counts up to %i ends at %i', (largest, top) => {
  expect(topOf(largest)).toBe(top)
})

test('a share is written with at most two decimals', () => {
  expect([percent(0), percent(1 / 3), percent(1)]).toEqual(['0%', '33.33%', '100%'])
})
