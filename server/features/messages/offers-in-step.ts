import type { Transaction } from 'kysely'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import type { MessageColumns, Tables } from '../../platform/database/tables.ts'
import { CANCELLED, isCancelledByHand, wasToLeaveAgain } from './cancelled-state.ts'
import { cancelMessagesAboutOffers, scheduleMessages } from './message-queries.ts'
import { selectOpenOffers } from './open-offers.ts'

/** Brings the messages of all offers of a posting in step with its being closed or opened again. */
export async function keepPostingsOffersInStep(trx: Transaction<Tables>, jobId: number, now: Date): Promise<void> {
  const offered = trx
    .selectFrom('interview_offers')
    .innerJoin('applications', 'applications.id', 'interview_offers.application_id')
    .select('applications.id')
    .distinct()
    .where('applications.job_id', '=', jobId)
    .where('interview_offers.state', '=', 'open')
  const ids = (await offered.execute()).map(({ id }) => id)
  if (ids.length > 0) await keepOffersInStep(trx, ids, now)
}

/**
 * Brings the messages of offered times in step with a decision or its undo: a closed offer sends nothing, and one that is open
 * again sends what it had not sent, after the undo time.
 */
export async function keepOffersInStep(
  trx: Transaction<Tables>,
  applicationIds: readonly number[],
  now: Date,
): Promise<void> {
  const unclosed = trx
    .selectFrom('interview_offers')
    .select('id')
    .where('application_id', 'in', applicationIds)
    .where('state', '=', 'open')
  const offers = (await unclosed.execute()).map(({ id }) => id)
  if (offers.length === 0) return
  const stillOpen = selectOpenOffers(trx, now).select('interview_offers.id').where('interview_offers.id', 'in', offers)
  const open = (await stillOpen.execute()).map(({ id }) => id)
  const closed = offers.filter((id) => !open.includes(id))
  await cancelMessagesAboutOffers(trx, closed, now)
  if (open.length === 0) return
  const cancelled = trx
    .selectFrom('mails')
    .select(['id', 'task_number', 'attempts', 'state', 'superseded_state', 'superseded_by', 'cancelled_at'])
    .where('offer_id', 'in', open)
    .where('kind', '=', 'interview_offer')
    .where('state', 'in', CANCELLED)
    .$narrowType<MessageColumns>()
  // What an admin has discarded stays so, whatever is decided.
  const unsent = (await cancelled.execute()).filter((message) =>
    message.state === 'dismissed' ? wasToLeaveAgain(message) : !isCancelledByHand(message),
  )
  await scheduleMessages(trx, unsent, { from: CANCELLED, now, delayMs: UNDO_TIME_MS })
}
