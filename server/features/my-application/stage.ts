import type { ApplicationStatus } from '../../../contract/applications/application-statuses.ts'
import type { ApplicationStage } from '../../../contract/applications/my-application.ts'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import type { StatusMove } from '../applications/status-changes.ts'

const STAGES: Readonly<Record<ApplicationStatus, ApplicationStage>> = {
  pending: 'received',
  reviewing: 'in_review',
  interview: 'interview',
  rejected: 'decided',
  hired: 'decided',
}

/** What an applicant may know of: the changes of status that stand, newest first, and when refusals have left. */
export type KnownMoves = {
  moves: readonly (Pick<StatusMove, 'from'> & { at: Date })[]
  refusalsSentAt: readonly Date[]
}

/**
 * The stage that an applicant sees. An interview or a hire shows once it cannot be undone any more, and a refusal as soon
 * as its message has left; until then the last status shows that was shown before (`design.md` section 7).
 */
export function stageOf(status: ApplicationStatus, { moves, refusalsSentAt }: KnownMoves, now: Date): ApplicationStage {
  let [shown, until] = [status, now]
  for (const { from, at } of moves) {
    const isShown =
      shown === 'rejected'
        ? refusalsSentAt.some((sent) => sent >= at && sent <= until)
        : isOpenStage(shown) || until.getTime() - at.getTime() >= UNDO_TIME_MS
    if (isShown) break
    shown = from
    until = at
  }
  return STAGES[shown]
}

/** Whether a status shows at once: it promises nothing. */
function isOpenStage(status: ApplicationStatus): boolean {
  return STAGES[status] === 'received' || STAGES[status] === 'in_review'
}
