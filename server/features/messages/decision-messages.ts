import { sql, type Transaction } from 'kysely'
import { DELIVERED_MAIL } from '../../../contract/messages/mail-terms.ts'
import type { MessageState } from '../../../contract/messages/message-states.ts'
import type { Db, MessageRow, Tables } from '../../platform/database/tables.ts'
import { isInOrPerhapsSent } from '../../platform/mail/perhaps-sent.ts'
import { CANCELLED } from './cancelled-state.ts'
import { cancelUnsent, redraftCancelled, scheduleMessages } from './message-queries.ts'
import { isByHand } from './one-mail.ts'

/**
 * Cancels what a change of status would have sent; what has left stays.
 * @returns the applications of those that a person had written after the change
 */
export async function cancelMessagesOfChange(trx: Transaction<Tables>, changeId: number, now: Date): Promise<number[]> {
  const cancelled = await cancelUnsent(trx, now)
    .where('change_id', '=', changeId)
    .returning(['application_id', 'reason', 'state'])
    .$narrowType<Pick<MessageRow, 'application_id'>>()
    .execute()
  // One that the change had taken over is restored as what it was.
  return cancelled
    .filter(({ reason, state }) => state === 'cancelled' && isByHand({ reason }) && !reason.includes('change:'))
    .map(({ application_id }) => application_id)
}

/** Cancels everything about one application that has not left, for good, but what tells interviewers not to come. */
export async function cancelMessagesTo(trx: Transaction<Tables>, applicationId: number, now: Date): Promise<void> {
  await cancelUnsent(trx, now)
    .where('application_id', '=', applicationId)
    .where(({ eb, or }) => or([eb('to_interviewer', '=', 0), eb('kind', '!=', 'interview_cancellation')]))
    .execute()
  await trx
    .updateTable('mails')
    .set({ superseded_by: null })
    .where('application_id', '=', applicationId)
    .where('superseded_by', 'is not', null)
    .execute()
}

/** Cancels the unsent messages about earlier changes of status, until the new change is undone. */
export async function supersedeMessages(
  trx: Transaction<Tables>,
  applicationIds: readonly number[],
  { changeId, now }: { changeId: number; now: Date },
): Promise<void> {
  await cancelUnsent(trx, now)
    .set({
      superseded_by: changeId,
      superseded_state: sql<MessageState>`case when state = 'draft' then state else 'waiting' end`,
    })
    .where('application_id', 'in', applicationIds)
    .where('change_id', 'is not', null)
    .execute()
}

/** Cancels the unsent messages about earlier changes of status for good: no undo takes the new one back. */
export async function cancelDecisionMessages(
  trx: Transaction<Tables>,
  applicationId: number,
  now: Date,
): Promise<void> {
  await cancelUnsent(trx, now).where('application_id', '=', applicationId).where('change_id', 'is not', null).execute()
}

/** Cancels messages by hand that wait, because a refusal says what they say; its undo restores them. */
export async function takeOverMessages(
  trx: Transaction<Tables>,
  messages: readonly MessageRow[],
  { changeId, now }: { changeId: number; now: Date },
): Promise<void> {
  if (messages.length === 0) return
  const ids = messages.map(({ id }) => id)
  await cancelUnsent(trx, now)
    .set({ superseded_by: changeId, superseded_state: 'waiting' })
    .where('id', 'in', ids)
    .execute()
}

/**
 * Restores the messages that a change of status had cancelled, for the applications that get back what they had. One that
 * was to leave by itself waits once more, so that an undo never sends anything at once.
 */
export async function restoreSuperseded(
  trx: Transaction<Tables>,
  applicationIds: readonly number[],
  { changeId, now, delayMs }: { changeId: number; now: Date; delayMs: number },
): Promise<void> {
  const superseded = trx
    .selectFrom('mails')
    .select(['id', 'task_number', 'attempts', 'superseded_state'])
    .where('superseded_by', '=', changeId)
    .where('application_id', 'in', applicationIds)
    .where('state', 'in', CANCELLED)
    .orderBy('id')
  const messages = await superseded.execute()
  const waiting = messages.filter((each) => each.superseded_state === 'waiting')
  await scheduleMessages(trx, waiting, { from: CANCELLED, now, delayMs })
  // One that was under way may still be: it is tried again after all.
  await trx
    .updateTable('mails')
    .set({ cancelled_at: null, superseded_by: null, superseded_state: null })
    .where('superseded_by', '=', changeId)
    .where('application_id', 'in', applicationIds)
    .where('state', '=', 'sending')
    .execute()
  const drafts = messages.filter((each) => each.superseded_state === 'draft').map(({ id }) => id)
  await redraftCancelled(trx, drafts)
}

/** The applications that a message of a change of status has left for, as far as is known: one under way cannot be called back. */
export async function listNotified(
  trx: Transaction<Tables>,
  applicationIds: readonly number[],
  changeId: number,
): Promise<number[]> {
  const left = await trx
    .selectFrom('mails')
    .select('application_id')
    .$narrowType<{ application_id: number }>()
    .where('change_id', '=', changeId)
    .where('application_id', 'in', applicationIds)
    .where(isInOrPerhapsSent(['sending', ...DELIVERED_MAIL]))
    .orderBy('id')
    .execute()
  return [...new Set(left.map(({ application_id }) => application_id))]
}

/** The messages of a change of status that have not left. @param changeId null for none */
export async function listMessagesOfChange(
  db: Db,
  changeId: number | null,
): Promise<{ drafts: number[]; waiting: number[]; byHand: number[] }> {
  if (changeId === null) return { drafts: [], waiting: [], byHand: [] }
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'state', 'reason'])
    .where('change_id', '=', changeId)
    .orderBy('id')
    .execute()
  const idsIn = (wanted: string, of = rows) => of.filter(({ state }) => state === wanted).map(({ id }) => id)
  return { drafts: idsIn('draft'), waiting: idsIn('waiting'), byHand: idsIn('waiting', rows.filter(isByHand)) }
}
