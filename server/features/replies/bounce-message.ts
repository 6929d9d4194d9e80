import type { Transaction } from 'kysely'
import type { MessageState } from '../../../contract/messages/message-states.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { forgetAnswered, lockMessages } from '../messages/record-answered.ts'

/** States of messages that a mail server may return. */
export const LEFT_MAIL: readonly MessageState[] = ['sent', 'perhaps_sent', 'dismissed']

/** What is kept of the words of a mail server, in characters. */
const MOST_OF_WORDS = 1_000

/**
 * Notes that a message came back: its applicant does not know what it says. It counts as answered only where another message says it.
 * @returns whether the message was still one that had left
 */
export async function bounceMessage(
  trx: Transaction<Tables>,
  id: number,
  { words, now }: { words: string; now: Date },
): Promise<boolean> {
  const [message] = await lockMessages(trx, [id])
  if (!message || !LEFT_MAIL.includes(message.state)) return false
  await trx
    .updateTable('mails')
    .set({ state: 'bounced', perhaps_sent_at: null, response: words.slice(0, MOST_OF_WORDS) || null })
    .where('id', '=', id)
    .execute()
  await forgetAnswered(trx, message)
  const event = { action: 'message', kind: message.kind, state: 'bounced' } as const
  await recordAction(trx, { by: null, now, id: message.application_id, subject: 'application', event })
  return true
}
