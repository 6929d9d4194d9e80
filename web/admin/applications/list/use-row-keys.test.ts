import { expect, test } from 'vitest'
import { goalOf } from './use-row-keys.ts'

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 4, 4],
  ['ArrowUp', 4, 3],
  ['ArrowUp', 0, 0],
  ['Home', 3, 0],
  ['End', 1, 4],
  ['Tab', 1, undefined],
])('%s on row %i of five goes to %s', (key, index, goal) => {
  expect(goalOf(key, index, 5)).toBe(goal)
})
