import type { Transaction } from 'kysely'
import { type Receipt, withoutAnswers } from '../../../contract/applications/receipt.ts'
import type { AutomaticKind } from '../../../contract/messages/message-kinds.ts'
import { acquireLockWithin } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { BEYOND_LIMIT } from '../../platform/mail/mailbox-limit.ts'
import { PRIORITY } from '../../platform/outbox/task-kinds.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import type { ReceiptSubject } from '../receipts/receipts.ts'
import { findMessagesByReason, insertMessages, type NewMessage } from './message-queries.ts'
import { LINK_MESSAGE, LINKS_MESSAGE, type Template } from './templates/default-templates.ts'
import type { Addressee } from './templates/fill-texts.ts'
import { readTemplate } from './templates/template-queries.ts'

/** How long a request for new links waits for another one, in milliseconds; a suspended process would hold all of them up. */
const LOCK_MS = 3_000

/** Fills in a text for applicants. @param sender name of the person who sends it; the company without one */
type Compose = (
  db: Db,
  addressees: readonly Addressee[],
  text: Template,
  sender: string | null,
) => Promise<Pick<NewMessage, 'application_id' | 'to_name' | 'to_address' | 'subject' | 'body' | 'message_id'>[]>

/** Makes what writes the messages that anyone can cause: they leave at once, within the limit of their mailbox. */
export function createAutomaticMessages(
  { receipts, mailboxes }: Pick<Services, 'receipts' | 'mailboxes'>,
  compose: Compose,
) {
  /** Beyond the limit of its mailbox a message is kept as not sent. */
  const queueAutomatic = async (
    trx: Transaction<Tables>,
    addressee: Addressee,
    {
      template,
      now,
      share,
      ...message
    }: Pick<NewMessage, 'reason' | 'receipt'> & {
      kind: AutomaticKind
      template: Template
      now: Date
      share: string | null
    },
  ) => {
    const isMailed = await mailboxes.take(trx, addressee.email, now)
    const state: NewMessage['state'] = isMailed ? 'waiting' : 'not_sent'
    const about = { ...message, state, change_id: null, username: null, ...(!isMailed && { response: BEYOND_LIMIT }) }
    const texts = await compose(trx, [addressee], template, null)
    const messages = texts.map((text): NewMessage => ({ ...text, ...about }))
    await insertMessages(trx, messages, { now, delayMs: 0, place: { priority: PRIORITY.usual, share } })
    if (isMailed) return
    const event = { action: 'message', kind: message.kind, state: 'not_sent' } as const
    await recordAction(trx, { by: null, now, id: addressee.id, subject: 'application', event })
  }

  return {
    /**
     * Queues the receipt of an application. Beyond the limit of its mailbox it is kept as not sent.
     * @param received.receipt the signed one, if it was issued already
     * @param received.share of the customer prefix that sent it; left out where an admin lets it leave
     */
    received: async (
      trx: Transaction<Tables>,
      application: Addressee & ReceiptSubject,
      { now, receipt, share }: { now: Date; receipt?: Receipt; share?: string },
    ): Promise<void> => {
      const signed = receipt ?? (await receipts.issue(trx, application))
      const template = await readTemplate(trx, 'receipt')
      await queueAutomatic(trx, application, {
        kind: 'receipt',
        reason: `receipt:${application.id}`,
        template,
        // A form could send any text to any address: the mail does not repeat the answers.
        receipt: JSON.stringify(withoutAnswers(signed)),
        now,
        share: share ?? null,
      })
    },

    /**
     * Queues one mail with a new private link to each application of an address, at most one an hour. Beyond the limit of the
     * mailbox it is kept as not sent.
     * @param addressees the applications, at least one, newest first: the mail belongs to the first
     * @param requested.share of the customer prefix that asked
     */
    linksRequested: async (
      trx: Transaction<Tables>,
      addressees: [Addressee, ...Addressee[]],
      { now, share }: { now: Date; share: string | null },
    ): Promise<void> => {
      const [newest] = addressees
      const reason = `link:${newest.id}:${now.toISOString().slice(0, 13)}`
      // Requests at the same time must not count a mail each.
      await acquireLockWithin(trx, reason, LOCK_MS)
      if ((await findMessagesByReason(trx, [reason])).length > 0) return
      const template = addressees.length === 1 ? LINK_MESSAGE : LINKS_MESSAGE
      await queueAutomatic(trx, newest, { kind: 'link', reason, template, now, share })
    },
  }
}
