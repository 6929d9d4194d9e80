import { expect, test } from 'vitest'
import { goalOf, neighborOf } from './use-row-keys.ts'

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

test.each([
  ['alone', 3, [1, 2, 4, 5], 4],
  ['with the row above it', 3, [1, 4, 5], 4],
  ['with the two rows above it', 4, [1, 5], 5],
  ['with all rows below it', 3, [1, 2], 2],
  ['with all other rows, while new ones come', 3, [6, 7], 6],
  ['as the last one', 3, [], undefined],
])('a row that leaves %s gives the focus to the next one that stays', (_how, left, ids, next) => {
  expect(neighborOf(left, [1, 2, 3, 4, 5], ids)).toBe(next)
})
