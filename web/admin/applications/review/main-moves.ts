import { APPLICATION_STATUS, type ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import { isDecision, isOpen, isRefusal, STATUSES_BY_KEY } from '../../../../contract/applications/status-lists.ts'

/** How many moves stand in one row. */
const SHOWN = 3

/**
 * The moves that are most likely from a status, a refusal first and then by their keys, and the one among them that is the
 * next step; none follows a status that ends the application. The other statuses are in the menu.
 */
export function mainMovesOf(status: ApplicationStatus): {
  moves: ApplicationStatus[]
  next: ApplicationStatus | undefined
} {
  const others = STATUSES_BY_KEY.filter((one) => one !== status)
  const next = isOpen(status) ? others.find((one) => isForward(one) && keyOf(one) > keyOf(status)) : undefined
  const refusal = others.find(isRefusal)
  const open = others.filter(isOpen)
  const undecided = open.findLast((one) => !isDecision(one))
  const likely = [refusal, next, undecided, ...open.toReversed()].filter((one) => one !== undefined)
  const moves = [...new Set(likely)].slice(0, SHOWN)
  return {
    moves: moves.toSorted(
      (one, other) => Number(isRefusal(other)) - Number(isRefusal(one)) || keyOf(one) - keyOf(other),
    ),
    next,
  }
}

function isForward(status: ApplicationStatus): boolean {
  return isDecision(status) && !isRefusal(status)
}

function keyOf(status: ApplicationStatus): number {
  return APPLICATION_STATUS[status].key
}
