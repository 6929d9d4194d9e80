import type { Kysely, Transaction } from 'kysely'
import { type MessageAction, statesThatAllow } from '../../../contract/messages/message-states.ts'
import type { MessageActionBody } from '../../../contract/messages/messages.ts'
import { MESSAGES } from '../../../contract/policies/messages-policy.ts'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import type { MessageRow, Tables } from '../../platform/database/tables.ts'
import type { Account } from '../accounts/account-queries.ts'
import { permittedTo } from '../accounts/seen-by.ts'
import { type Actor, recordActions, shownName } from '../audit/audit-queries.ts'
import { CANCELLED, isCancelledByHand } from './cancelled-state.ts'
import { findOutdated } from './find-outdated.ts'
import {
  findMessageIds,
  findMessages,
  listDrafts,
  PROBLEMS,
  recallProblems,
  redraftCancelled,
  redraftMessages,
  restOfWait,
  scheduleMessages,
  settleMessages,
} from './message-queries.ts'
import { findReplaceable, isByHand, replaceMessages, restoreReplaced } from './one-mail.ts'
import { lockMessages, recordAnswered } from './record-answered.ts'

/** Drafts that one request confirms or cancels at most, so that other requests do not wait for it. */
const DRAFTS_AT_ONCE = 100

/** What became of messages, newest first: those that changed as they are now, and the ids of those whose state forbids it. */
type Acted = { changed: MessageRow[]; refused: number[]; more: boolean }

/**
 * Lets messages leave, makes them drafts again, cancels or restores them, or marks them as sent by hand, in one transaction.
 * Wake the outbox afterwards. Messages to applicants whom the admin may not write to are left alone, as if they did not exist.
 * @param body.draftsUpTo instead of ids: the oldest drafts up to this id
 */
export function actOnMessages(
  db: Kysely<Tables>,
  { action, ids: named, draftsUpTo }: MessageActionBody,
  author: { by: Account; now: Date },
): Promise<Acted> {
  return db.transaction().execute(async (trx) => {
    const permitted = permittedTo(trx, author.by, MESSAGES.write)
    const drafts = draftsUpTo === undefined ? [] : await listDrafts(permitted, draftsUpTo, DRAFTS_AT_ONCE + 1)
    const ids = named ?? drafts.slice(0, DRAFTS_AT_ONCE)
    const messages = await lockMessages(trx, await findMessageIds(permitted, ids))
    const changedIds = await act(trx, action, messages, author)
    const changed = changedIds.length > 0 ? await findMessages(trx, changedIds) : []
    const done = new Set(changedIds)
    return { changed, refused: ids.filter((id) => !done.has(id)), more: drafts.length > DRAFTS_AT_ONCE }
  })
}

/** @param messages locked @returns the ids of those that changed */
async function act(
  trx: Transaction<Tables>,
  action: MessageAction,
  messages: readonly MessageRow[],
  author: { by: Actor; now: Date },
): Promise<number[]> {
  if (messages.length === 0) return []
  if (action === 'send') return sendNow(trx, messages, author.now)
  if (action === 'restore') return restore(trx, messages, author)
  const ids = messages.map(({ id }) => id)
  return action === 'take_back' ? redraftMessages(trx, ids) : settle(trx, action, ids, author)
}

async function sendNow(trx: Transaction<Tables>, messages: readonly MessageRow[], now: Date): Promise<number[]> {
  const outdated = await findOutdated(trx, messages)
  const present = messages.filter(({ id }) => !outdated.has(id))
  const sent: number[] = []
  for (const [delayMs, alike] of Map.groupBy(present, delayOf)) {
    const options = { from: statesThatAllow('send'), now, delayMs, attempts: 0 }
    sent.push(...(await scheduleMessages(trx, alike, options)))
  }
  const done = new Set(sent)
  await replaceAgain(
    trx,
    present.filter(({ id }) => done.has(id)),
    now,
  )
  return sent
}

/** A confirmed draft can be taken back like a decision, however old it is; sent again, it leaves at once. In milliseconds. */
function delayOf({ state }: MessageRow): number {
  return state === 'draft' ? UNDO_TIME_MS : 0
}

/** Gives messages that an admin has cancelled the state back that they had. */
async function restore(
  trx: Transaction<Tables>,
  messages: readonly MessageRow[],
  { by, now }: { by: Actor; now: Date },
): Promise<number[]> {
  const outdated = await findOutdated(trx, messages)
  const restorable = messages.filter((message) => isCancelledByHand(message) && !outdated.has(message.id))
  const drafts = restorable.filter(({ superseded_state }) => superseded_state === 'draft')
  const waiting = restorable.filter(({ superseded_state }) => superseded_state === 'waiting')
  const restored = await redraftCancelled(
    trx,
    drafts.map(({ id }) => id),
  )
  for (const [delayMs, alike] of Map.groupBy(waiting, (message) => restOfWait(message, now)))
    restored.push(...(await scheduleMessages(trx, alike, { from: CANCELLED, now, delayMs })))
  const unsentAgain = new Set(restored)
  await replaceAgain(
    trx,
    restorable.filter(({ id }) => unsentAgain.has(id)),
    now,
  )
  // Nothing leaves where a problem is one again, so it may be about what is no longer true.
  const ids = messages.map(({ id }) => id)
  restored.push(...(await recallProblems(trx, ids)))
  const done = new Set(restored)
  await recordMessages(
    trx,
    { by, now },
    messages.filter(({ id }) => done.has(id)).map((each) => ({ ...each, state: each.superseded_state ?? 'draft' })),
  )
  return restored
}

/** A message by hand that tells a refusal is its one mail again. */
async function replaceAgain(trx: Transaction<Tables>, messages: readonly MessageRow[], now: Date): Promise<void> {
  const byHand = messages.filter((message) => message.change_id !== null && isByHand(message))
  const applications = byHand.map((message) => message.application_id)
  await replaceMessages(trx, byHand, await findReplaceable(trx, applications, now), now)
}

async function settle(
  trx: Transaction<Tables>,
  action: 'cancel' | 'answered',
  ids: readonly number[],
  { by, now }: { by: Actor; now: Date },
): Promise<number[]> {
  const state = action === 'answered' ? 'answered' : 'cancelled'
  const settled = await settleMessages(trx, ids, { from: statesThatAllow(action), state, now })
  if (action === 'answered') await recordAnswered(trx, settled, { by: shownName(by), now })
  await recordMessages(trx, { by, now }, settled)
  // A message that has left, perhaps has, or could not, replaced no other one: discarding it lets nothing leave.
  const unsent = settled.filter(
    ({ superseded_state, perhaps_sent_at }) =>
      perhaps_sent_at === null && !PROBLEMS.includes(superseded_state ?? 'draft'),
  )
  if (action === 'cancel')
    await restoreReplaced(
      trx,
      unsent.map(({ id }) => id),
      now,
    )
  return settled.map(({ id }) => id)
}

/** Records what became of messages. */
function recordMessages(
  trx: Transaction<Tables>,
  author: { by: Actor; now: Date },
  messages: readonly Pick<MessageRow, 'application_id' | 'kind' | 'state'>[],
): Promise<void> {
  return recordActions(
    trx,
    author,
    messages.map(({ application_id, kind, state }) => ({
      id: application_id,
      subject: 'application',
      event: { action: 'message', kind, state },
    })),
  )
}
