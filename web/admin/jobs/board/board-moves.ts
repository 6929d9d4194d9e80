import type { ApplicantBoard, BoardCard } from '../../../../contract/applications/applicant-board.ts'
import type { ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'

/** A card and the column that it is in. */
export type PlacedCard = { card: BoardCard; status: ApplicationStatus }

/** The card of an application, and its column; undefined if the board does not show it. */
export function findCard({ columns }: ApplicantBoard, id: number): PlacedCard | undefined {
  for (const { status, cards } of columns) {
    const card = cards.find((one) => one.id === id)
    if (card) return { card, status }
  }
  return undefined
}

/**
 * The board with a card in a column, at the position that its number gives it there.
 * @param status null takes the card off the board
 */
export function placeCard(board: ApplicantBoard, card: BoardCard, status: ApplicationStatus | null): ApplicantBoard {
  const columns = board.columns.map((column) => {
    const others = column.cards.filter(({ id }) => id !== card.id)
    const total = column.total - (column.cards.length - others.length)
    if (column.status !== status) return total === column.total ? column : { ...column, total, cards: others }
    const cards = [...others, card].toSorted((one, other) => one.id - other.id)
    return { ...column, total: total + 1, cards }
  })
  return { columns }
}

/** Whole days that an application has been in its stage. @param now in milliseconds */
export function daysInStage({ inStageSince }: Pick<BoardCard, 'inStageSince'>, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(inStageSince)) / 86_400_000))
}
