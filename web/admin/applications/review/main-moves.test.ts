import { expect, test } from 'vitest'
import { mainMovesOf } from './main-moves.ts'

test.each([
  ['pending', ['rejected', 'reviewing', 'interview'], 'interview'],
  ['reviewing', ['rejected', 'pending', 'interview'], 'interview'],
  ['interview', ['rejected', 'reviewing', 'hired'], 'hired'],
  ['hired', ['rejected', 'reviewing', 'interview'], undefined],
  ['rejected', ['pending', 'reviewing', 'interview'], undefined],
] as const)('from %s the three moves are %j, and the next step is %s', (status, moves, next) => {
  expect(mainMovesOf(status)).toEqual({ moves, next })
})
