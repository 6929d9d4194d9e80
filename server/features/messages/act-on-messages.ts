import type { Kysely, Transaction } from 'kysely'
import { type MessageAction, statesThatAllow } from '../../../contract/messages/message-states.ts'
import type { MessageActionBody } from '../../../contract/messages/messages.ts'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import type { MessageRow, Tables } from '../../platform/database/tables.ts'
import { type Actor, recordActions, shownName } from '../audit/audit-queries.ts'
import {
  type DecisionMessage,
  findMessages,
  findStatuses,
  listDecisionMessages,
  listDrafts,
  redraftMessages,
  scheduleMessages,
  settleMessages,
} from './message-queries.ts'
import { lockAgainstDecisions, lockAnswered, recordAnswered } from './record-answered.ts'

/** Drafts that one request confirms at most, so that other requests do not wait for it. */
const DRAFTS_AT_ONCE = 100

/** What became of messages, newest first: those that changed as they are now, and the ids of those whose state forbids it. */
type Acted = { changed: MessageRow[]; refused: number[]; more: boolean }

/**
 * Lets messages leave, makes them drafts again, cancels them, or marks them as sent by hand, in one transaction. Wake the
 * outbox afterwards.
 * @param body.draftsUpTo instead of ids: the oldest drafts up to this id
 */
export function actOnMessages(
  db: Kysely<Tables>,
  { action, ids: named, draftsUpTo }: MessageActionBody,
  author: { by: Actor; now: Date },
): Promise<Acted> {
  return db.transaction().execute(async (trx) => {
    const drafts = draftsUpTo === undefined ? [] : await listDrafts(trx, draftsUpTo, DRAFTS_AT_ONCE + 1)
    const ids = named ?? drafts.slice(0, DRAFTS_AT_ONCE)
    const changedIds = ids.length > 0 ? await act(trx, { action, ids }, author) : []
    const changed = changedIds.length > 0 ? await findMessages(trx, changedIds) : []
    const done = new Set(changedIds)
    return { changed, refused: ids.filter((id) => !done.has(id)), more: drafts.length > DRAFTS_AT_ONCE }
  })
}

/** @returns the ids of those that changed */
async function act(
  trx: Transaction<Tables>,
  { action, ids }: { action: MessageAction; ids: readonly number[] },
  author: { by: Actor; now: Date },
): Promise<number[]> {
  if (action === 'send') return sendNow(trx, ids, author.now)
  if (action === 'take_back') return redraftMessages(trx, ids)
  return settle(trx, action, ids, author)
}

async function sendNow(trx: Transaction<Tables>, ids: readonly number[], now: Date): Promise<number[]> {
  // A decision, its undo or a withdrawal that is under way may cancel them.
  await lockAgainstDecisions(trx, await findMessages(trx, ids))
  const messages = await findMessages(trx, ids)
  const outdated = await findOutdated(trx, messages)
  const present = messages.filter(({ id }) => !outdated.has(id))
  const sent: number[] = []
  for (const [delayMs, alike] of Map.groupBy(present, delayOf)) {
    const options = { from: statesThatAllow('send'), now, delayMs, attempts: 0 }
    sent.push(...(await scheduleMessages(trx, alike, options)))
  }
  return sent
}

/**
 * The ended ones that no longer say what is true: about a cancelled interview, about a decision that is not the present one,
 * or one that another message tells already.
 */
async function findOutdated(trx: Transaction<Tables>, messages: readonly MessageRow[]): Promise<Set<number>> {
  const ended = messages.filter(({ state }) => state !== 'draft' && state !== 'waiting')
  const applications = ended.map((message) => message.application_id)
  const statuses = await findStatuses(trx, applications)
  const named = new Set(ended.map(({ id }) => id))
  const decisions = await listDecisionMessages(trx, applications)
  const telling = decisions.filter(({ id, state }) => state !== 'cancelled' || named.has(id))
  const isOutdated = (message: MessageRow) => {
    const { application_id, kind, state, cancelled_at, change_id, interview_id } = message
    // One that was cancelled under way may have ended otherwise.
    if (interview_id !== null) return state === 'cancelled' || cancelled_at !== null
    if (change_id === null) return false
    return statuses.get(application_id) !== kind || telling.some((other) => tellsInstead(other, message))
  }
  return new Set(ended.filter(isOutdated).map(({ id }) => id))
}

/** Whether another message tells the same: a later one, or an earlier one that had not ended when this one was written. */
function tellsInstead(other: DecisionMessage, { id, application_id, kind, created_at }: MessageRow): boolean {
  if (other.application_id !== application_id || other.kind !== kind || other.id === id) return false
  if (other.id > id) return true
  return other.state !== 'cancelled' && (other.settled_at === null || other.settled_at > created_at)
}

/** A confirmed draft can be taken back like a decision, however old it is; sent again, it leaves at once. In milliseconds. */
function delayOf({ state }: MessageRow): number {
  return state === 'draft' ? UNDO_TIME_MS : 0
}

async function settle(
  trx: Transaction<Tables>,
  action: 'cancel' | 'answered',
  ids: readonly number[],
  { by, now }: { by: Actor; now: Date },
): Promise<number[]> {
  const state = action === 'cancel' ? 'cancelled' : 'answered'
  if (state === 'answered') await lockAnswered(trx, await findMessages(trx, ids))
  const settled = await settleMessages(trx, ids, { from: statesThatAllow(action), state, now })
  if (state === 'answered') await recordAnswered(trx, settled, { by: shownName(by), now })
  await recordActions(
    trx,
    { by, now },
    settled.map(({ application_id, kind }) => ({
      id: application_id,
      subject: 'application',
      event: { action: 'message', kind, state },
    })),
  )
  return settled.map(({ id }) => id)
}
