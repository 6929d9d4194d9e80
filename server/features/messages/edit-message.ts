import type { Transaction } from 'kysely'
import type { EditedMessage, Message } from '../../../contract/messages/messages.ts'
import type { MessageRow, Tables } from '../../platform/database/tables.ts'
import { changedMeanwhile, notFound } from '../../platform/http/request-error.ts'
import { type Action, recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { presentMessages } from './message-list.ts'
import { lockMessages } from './record-answered.ts'

/**
 * Gives a message that waits to be confirmed another text, in which variables are filled in. A repeated request changes
 * nothing.
 * @throws {RequestError} `not_found`, or `changed_meanwhile`, with the stored message, when another text is stored than the
 * one that was read, or when it waits no longer
 */
export function editMessage(
  { db, messages, findAddressees }: Pick<Services, 'db' | 'messages' | 'findAddressees'>,
  { id, by, now }: Action,
  { seen, ...text }: EditedMessage,
): Promise<Message> {
  return db.transaction().execute(async (trx) => {
    const [stored] = await lockMessages(trx, [id])
    if (!stored) throw notFound('This message no longer exists.')
    const [addressee] = await findAddressees(trx, [stored.application_id])
    const filled = addressee ? await messages.fill(trx, addressee, text, by) : text
    if (isSame(stored, filled)) return presentOne(trx, stored)
    if (stored.state !== 'draft' || !isSame(stored, seen)) throw changedMeanwhile(await presentOne(trx, stored))
    await trx.updateTable('mails').set(filled).where('id', '=', id).execute()
    const event = { action: 'message', kind: stored.kind, state: 'draft', edited: true } as const
    await recordAction(trx, { by, now, id: stored.application_id, subject: 'application', event })
    return presentOne(trx, { ...stored, ...filled })
  })
}

async function presentOne(trx: Transaction<Tables>, message: MessageRow): Promise<Message> {
  const [presented] = await presentMessages(trx, [message])
  if (!presented) throw notFound()
  return presented
}

function isSame(one: { subject: string; body: string }, other: { subject: string; body: string }): boolean {
  return one.subject === other.subject && one.body === other.body
}
