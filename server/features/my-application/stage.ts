import {
  APPLICATION_STATUS,
  type ApplicationStage,
  type ApplicationStatus,
} from '../../../contract/applications/application-statuses.ts'
import { isDecision, isRefusal } from '../../../contract/applications/status-lists.ts'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import type { StatusMove } from '../applications/status-changes.ts'

/** What an applicant may know of: the changes of status that stand, newest first, and when refusals have left. */
export type KnownMoves = {
  moves: readonly (Pick<StatusMove, 'from'> & { at: Date })[]
  refusalsSentAt: readonly Date[]
}

/**
 * The stage that an applicant sees. What promises nothing shows at once, an interview or a hire once it cannot be undone any
 * more, and a refusal as soon as its message has left; until then the last status shows that was shown before (`design.md` section 7).
 */
export function stageOf(status: ApplicationStatus, { moves, refusalsSentAt }: KnownMoves, now: Date): ApplicationStage {
  let [shown, until] = [status, now]
  for (const { from, at } of moves) {
    const isShown = isRefusal(shown)
      ? refusalsSentAt.some((sent) => sent >= at && sent <= until)
      : !isDecision(shown) || until.getTime() - at.getTime() >= UNDO_TIME_MS
    if (isShown) break
    shown = from
    until = at
  }
  return APPLICATION_STATUS[shown].stage
}
