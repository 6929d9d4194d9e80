import { UNDO_TIME_MS } from '../../../contract/limits.ts'
import type { ApplicationStage } from '../../../contract/my-application.ts'
import type { ApplicationStatus } from '../../../contract/vocabulary.ts'
import type { StatusMove } from '../applications/status-changes.ts'

const STAGES: Readonly<Record<ApplicationStatus, ApplicationStage>> = {
  pending: 'received',
  reviewing: 'in_review',
  interview: 'interview',
  rejected: 'decided',
  hired: 'decided',
}

/**
 * The stage that an applicant sees. An interview or a decision shows once it cannot be undone any more, and a refusal as soon
 * as its message has left; until then the status before it shows (`design.md` section 7).
 * @param lastMove the latest change of status; undefined where there was none
 */
export function stageOf(
  status: ApplicationStatus,
  {
    lastMove,
    hasRefusalLeft,
    now,
  }: { lastMove: (StatusMove & { at: Date }) | undefined } & {
    hasRefusalLeft: boolean
    now: Date
  },
): ApplicationStage {
  const stage = STAGES[status]
  if (stage !== 'interview' && stage !== 'decided') return stage
  const isFinal = !lastMove || lastMove.undone || now.getTime() - lastMove.at.getTime() >= UNDO_TIME_MS
  if (status === 'rejected' ? hasRefusalLeft : isFinal) return stage
  const before = STAGES[lastMove?.from ?? 'reviewing']
  return before === 'decided' ? 'in_review' : before
}
