import { sql } from 'kysely'
import type { MessageState } from '../../../contract/messages/message-states.ts'
import type { MessageRow } from '../../platform/database/tables.ts'

/** The states of what is not to be sent, as {@link cancelledState} gives them. */
export const CANCELLED: readonly MessageState[] = ['cancelled', 'dismissed']

/** What a message becomes that is not to be sent. One that may have arrived is never cancelled: nothing may take it for unsent. */
export function cancelledState() {
  return sql<'cancelled' | 'dismissed'>`case when perhaps_sent_at is null then 'cancelled' else 'dismissed' end`
}

/** Whether an admin has cancelled a message that had not left; a decision or a withdrawal notes the time as well. */
export function isCancelledByHand({
  state,
  superseded_state,
  superseded_by,
  cancelled_at,
}: Pick<MessageRow, 'state' | 'superseded_state' | 'superseded_by' | 'cancelled_at'>): boolean {
  return CANCELLED.includes(state) && superseded_state !== null && superseded_by === null && cancelled_at === null
}

/** Whether one that was perhaps sent was to leave once more, and a change has cancelled that: no admin has discarded it. */
export function wasToLeaveAgain({ state, superseded_state }: Pick<MessageRow, 'state' | 'superseded_state'>): boolean {
  return state === 'dismissed' && superseded_state === null
}
