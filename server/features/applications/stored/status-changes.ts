import { type SqlBool, sql } from 'kysely'
import type { ApplicationEvent } from '../../../../contract/applications/history.ts'

/**
 * Whether an audit entry is a change of status: the condition of the index `audit_trail_status_changes`, letter by letter,
 * because otherwise no engine uses it.
 */
export const IS_STATUS_CHANGE = sql<SqlBool>`event like '{"action":"status_changed"%'`

/** What a change of status did. */
export type StatusMove = Pick<Extract<ApplicationEvent, { action: 'status_changed' }>, 'from' | 'to'> & {
  /** Whether it put back the status that the change before had replaced. */
  undone: boolean
}

/** Reads the recorded event of a change of status. */
export function readStatusMove(event: string): StatusMove {
  const { from, to, undone = false } = JSON.parse(event) as Extract<ApplicationEvent, { action: 'status_changed' }>
  return { from, to, undone }
}

/**
 * The changes of one application's status that were not undone. An undo takes back the last change that still stands,
 * because `undo-change.ts` refuses it after a later one.
 * @param changes the oldest first
 */
export function withoutUndone<Change extends Pick<StatusMove, 'undone'>>(changes: readonly Change[]): Change[] {
  const kept: Change[] = []
  for (const change of changes) {
    if (change.undone) kept.pop()
    else kept.push(change)
  }
  return kept
}
