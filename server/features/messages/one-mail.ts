import type { Transaction } from 'kysely'
import { REFUSAL_STATUSES } from '../../../contract/applications/status-lists.ts'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import type { Db, MessageRow, Tables } from '../../platform/database/tables.ts'
import { CANCELLED, cancelledState } from './cancelled-state.ts'
import { redraftCancelled, restOfWait, scheduleMessages, selectMessages } from './message-queries.ts'

/** Begins the reason of what a person has written, also where it tells a decision. */
const BY_HAND = 'personal'

/** The reason of a message by hand. @param batch names the request */
export function reasonByHand(batch: string, applicationId: number): string {
  return `${BY_HAND}:${batch}:${applicationId}`
}

/** The reason of a message about a change of status. @param isByHand whether it has the text that a person had written */
export function reasonOfChange(changeId: number, applicationId: number, isByHand: boolean): string {
  return `${isByHand ? `${BY_HAND}-` : ''}change:${changeId}:${applicationId}`
}

/** Whether a person has written a message. */
export function isByHand({ reason }: Pick<MessageRow, 'reason'>): boolean {
  return reason.startsWith(BY_HAND)
}

/** The newest messages by hand that wait, by application: a refusal says what they say, so that one mail leaves. */
export async function findWrittenByHand(db: Db, applicationIds: readonly number[]): Promise<Map<number, MessageRow>> {
  if (applicationIds.length === 0) return new Map()
  const waiting = selectMessages(db)
    .where('application_id', 'in', applicationIds)
    .where('kind', '=', 'personal')
    .where('state', '=', 'waiting')
    .orderBy('id')
  return new Map((await waiting.execute()).map((message) => [message.application_id, message]))
}

/**
 * The messages about refusals that have not left and that a message by hand replaces, by application: those that wait, and drafts
 * within the undo time. An older draft is a mail of its own.
 */
export async function findReplaceable(
  db: Db,
  applicationIds: readonly number[],
  now: Date,
): Promise<Map<number, MessageRow>> {
  if (applicationIds.length === 0) return new Map()
  const recent = new Date(now.getTime() - UNDO_TIME_MS).toISOString()
  const open = selectMessages(db)
    .where('application_id', 'in', applicationIds)
    .where('kind', 'in', REFUSAL_STATUSES)
    .where('change_id', 'is not', null)
    .where(({ eb, or, and }) =>
      or([eb('state', '=', 'waiting'), and([eb('state', '=', 'draft'), eb('created_at', '>', recent)])]),
    )
    .orderBy('id')
  return new Map(
    (await open.execute()).filter((message) => !isByHand(message)).map((message) => [message.application_id, message]),
  )
}

/** Cancels messages about refusals in favor of those by hand that tell the same. */
export async function replaceMessages(
  trx: Transaction<Tables>,
  byHand: readonly MessageRow[],
  replaceable: ReadonlyMap<number, MessageRow>,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  for (const message of byHand) {
    const replaced = replaceable.get(message.application_id)
    if (!replaced || message.change_id !== replaced.change_id) continue
    const ended = { state: cancelledState(), cancelled_at: at, settled_at: at, superseded_state: replaced.state }
    await trx
      .updateTable('mails')
      .set({ ...ended, replaced_by: message.id })
      .where('id', '=', replaced.id)
      .execute()
  }
}

/** Restores the messages about refusals that messages by hand had replaced: these are cancelled. @returns their ids */
export async function restoreReplaced(
  trx: Transaction<Tables>,
  byHandIds: readonly number[],
  now: Date,
): Promise<number[]> {
  if (byHandIds.length === 0) return []
  const replaced = await selectMessages(trx)
    .where('replaced_by', 'in', byHandIds)
    .where('state', 'in', CANCELLED)
    .execute()
  if (replaced.length === 0) return []
  const restored = await redraftCancelled(
    trx,
    replaced.filter(({ superseded_state }) => superseded_state === 'draft').map(({ id }) => id),
  )
  const waiting = replaced.filter(({ superseded_state }) => superseded_state !== 'draft')
  for (const [delayMs, alike] of Map.groupBy(waiting, (message) => restOfWait(message, now)))
    restored.push(...(await scheduleMessages(trx, alike, { from: CANCELLED, now, delayMs })))
  await trx.updateTable('mails').set({ replaced_by: null }).where('replaced_by', 'in', byHandIds).execute()
  return restored
}
