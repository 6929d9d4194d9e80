import { expect, test } from 'vitest'
import type { ApplicantBoard } from '../../../../contract/applications/applicant-board.ts'
import { daysInStage, findCard, placeCard } from './board-moves.ts'

const card = (id: number) => ({
  id,
  version: 1,
  name: `Applicant ${id}`,
  inStageSince: '2026-03-01T08:00:00.000Z',
  createdAt: '2026-03-02T08:00:00.000Z',
  answerBy: '2026-03-12',
  firstAnswer: null,
  marks: [],
  isWithdrawn: false,
  interviewDate: null,
})
const BOARD: ApplicantBoard = {
  columns: [
    { status: 'pending', total: 120, cards: [card(1), card(3), card(5)] },
    { status: 'hired', total: 1, cards: [card(4)] },
  ],
}
const shape = ({ columns }: ApplicantBoard) => columns.map(({ total, cards }) => [total, cards.map(({ id }) => id)])

test('a moved card leaves its column for its position in the other, and both totals follow', () => {
  expect(shape(placeCard(BOARD, card(3), 'hired'))).toEqual([
    [119, [1, 5]],
    [2, [3, 4]],
  ])
})

test('a card that moves back restores the board', () => {
  expect(placeCard(placeCard(BOARD, card(3), 'hired'), card(3), 'pending')).toEqual(BOARD)
})

test('a card that is taken off the board is in no column', () => {
  const board = placeCard(BOARD, card(3), null)
  expect(shape(board)).toEqual([
    [119, [1, 5]],
    [1, [4]],
  ])
  expect(findCard(board, 3)).toBeUndefined()
  expect(findCard(board, 4)?.status).toBe('hired')
})

test('days in a stage are whole days, and never below zero', () => {
  const days = (now: string) => daysInStage(card(1), Date.parse(now))
  expect(days('2026-03-02T07:59:00.000Z')).toBe(0)
  expect(days('2026-03-02T08:00:00.000Z')).toBe(1)
  expect(days('2026-02-01T08:00:00.000Z')).toBe(0)
})
