import { expect, test } from 'vitest'
import { describeReaders } from './reader-texts.ts'

test.each([
  [[], 0, ''],
  [['Priya'], 0, 'Priya is reading this too'],
  [['Priya', 'Tom'], 0, 'Priya and Tom are reading this too'],
  [['Priya', 'Ruth', 'Tom'], 0, 'Priya, Ruth and Tom are reading this too'],
  [['Priya', 'Ruth'], 2, 'Priya, Ruth and 2 others are reading this too'],
])('readers %j and %i more', (names, others, words) => {
  expect(describeReaders({ names, others })).toBe(words)
})
