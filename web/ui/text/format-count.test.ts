import { expect, test } from 'vitest'
import { roundDown } from './format-count.ts'

test.each([
  [0, 0],
  [1, 1],
  [9, 5],
  [25, 20],
  [188, 100],
  [200, 200],
  [999, 500],
  [12_014, 10_000],
])('of a count that is at least %i, the plain figure is %i', (count, figure) => {
  expect(roundDown(count)).toBe(figure)
})
