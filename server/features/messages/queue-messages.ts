import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { UNDO_TIME_MS } from '../../../contract/limits.ts'
import { PAGE } from '../../../contract/paths.ts'
import { encodeReceipt, RECEIPT_PARAMETER, type Receipt, withoutAnswers } from '../../../contract/receipt.ts'
import { ANSWERED_STATUSES, type AnsweredStatus, type ApplicationStatus } from '../../../contract/vocabulary.ts'
import type { ApplicationRow, Db, MessageRow, Tables } from '../../platform/database/tables.ts'
import { type Actor, recordAction } from '../audit/audit-queries.ts'
import type { ReceiptSubject, Receipts } from '../receipts/receipts.ts'
import { readSettings } from '../settings/settings-queries.ts'
import { cancelMessagesOfChange, restoreSuperseded, supersedeMessages } from './decision-messages.ts'
import { LINK_MESSAGE, type Template } from './default-templates.ts'
import { type Addressee, fillTexts } from './fill-texts.ts'
import { findMessagesByReason, insertMessages, type NewMessage } from './message-queries.ts'
import { BEYOND_LIMIT, mayMailReceipt } from './receipt-limit.ts'
import { readTemplate } from './template-queries.ts'

/** An application that is moved; one that was withdrawn gets no message. */
type Decided = Addressee & Pick<ApplicationRow, 'withdrawn_at'>

/** A move of applications to a status. */
type Decision = { status: ApplicationStatus; changeId: number; by: Actor; now: Date }

/** Writes messages in the transactions of their causes. */
export type MessageWriter = {
  /**
   * Queues the receipt of an application, unless its address has had too many of them today: then it is kept as not sent.
   * @param receipt the signed one, if it was issued already
   */
  received(
    trx: Transaction<Tables>,
    application: Addressee & ReceiptSubject,
    now: Date,
    receipt?: Receipt,
  ): Promise<void>
  /** Whether the receipt of an application goes by mail, as far as its sender is told: one in quarantine looks the same. */
  isReceiptMailed(db: Db, applicationId: number): Promise<boolean>
  /** Queues a new private link, at most one an hour for each application. */
  linkRequested(trx: Transaction<Tables>, addressee: Addressee, now: Date): Promise<void>
  /**
   * Queues the messages of a decision, as the settings say, for the end of the undo time, or as drafts. Unsent messages
   * about earlier decisions on the same applications are cancelled.
   */
  decided(trx: Transaction<Tables>, applications: readonly Decided[], decision: Decision): Promise<void>
  /**
   * Cancels the unsent messages of a decision that is undone, and restores those that it had cancelled.
   * @param applicationIds those that have what they had before, at least one
   */
  undone(
    trx: Transaction<Tables>,
    applicationIds: readonly number[],
    undone: { changeId: number; now: Date },
  ): Promise<void>
  /**
   * Queues what a person wrote, one message to each applicant, for the end of the undo time.
   * @param written.idempotencyKey a repeated request with the same key and text queues nothing more
   * @returns the messages of the request, also of a repeated one
   */
  wrote(
    trx: Transaction<Tables>,
    addressees: readonly Addressee[],
    written: { text: Template; by: Actor; now: Date; idempotencyKey: string | undefined },
  ): Promise<MessageRow[]>
  /** The text of a message to one applicant. */
  fill(db: Db, addressee: Addressee, text: Template, sender: string): Promise<Template>
}

/** The company, where applicants reach the site, what signs receipts, and whether a mail server is configured. */
type Writing = { company: string; publicUrl: string; receipts: Receipts; sendsMail: boolean }

/** Makes the writer of messages. */
export function createMessageWriter({ company, publicUrl, receipts, sendsMail }: Writing): MessageWriter {
  const { hostname } = new URL(publicUrl)

  /** Messages to applicants. @param sender name of the person who sends them; the company without one */
  const compose = async (db: Db, addressees: readonly Addressee[], text: Template, sender: string | null) => {
    const filled = await fillTexts(db, addressees, text, { company, sender: sender ?? company })
    return filled.map(({ addressee, ...texts }) => ({
      application_id: addressee.id,
      to_name: addressee.name,
      to_address: addressee.email,
      ...texts,
      message_id: `<${randomUUID()}@${hostname}>`,
    }))
  }

  /** Queues a message that the program sends by itself, at once. */
  const queueAutomatic = async (
    trx: Transaction<Tables>,
    addressee: Addressee,
    {
      template,
      now,
      ...message
    }: Pick<NewMessage, 'kind' | 'reason' | 'receipt' | 'state' | 'response'> & { template: Template; now: Date },
  ) => {
    const texts = await compose(trx, [addressee], template, null)
    const messages = texts.map((text): NewMessage => ({ ...text, ...message, change_id: null, username: null }))
    await insertMessages(trx, messages, { now, delayMs: 0 })
  }

  return {
    received: async (trx, application, now, issued) => {
      const signed = issued ?? (await receipts.issue(trx, application))
      const template = await readTemplate(trx, 'receipt')
      // In the text too: where no mail server is configured, an admin copies it.
      const proof = `Keep this message. Should your application ever be lost, this link brings it back:\n${publicUrl}${PAGE.recovery}#${RECEIPT_PARAMETER}=${encodeReceipt(signed)}\n`
      const isMailed = await mayMailReceipt(trx, application.email, now)
      const state = isMailed ? 'waiting' : 'not_sent'
      await queueAutomatic(trx, application, {
        kind: 'receipt',
        reason: receiptReason(application.id),
        template: { ...template, body: `${template.body.trimEnd()}\n\n${proof}` },
        // A form could send any text to any address: the mail does not repeat the answers.
        receipt: JSON.stringify(withoutAnswers(signed)),
        now,
        state,
        ...(!isMailed && { response: BEYOND_LIMIT }),
      })
      if (isMailed) return
      const event = { action: 'message', kind: 'receipt', state } as const
      await recordAction(trx, { by: null, now, id: application.id, subject: 'application', event })
    },

    isReceiptMailed: async (db, applicationId) => {
      if (!sendsMail) return false
      const [message] = await findMessagesByReason(db, [receiptReason(applicationId)])
      return message?.state !== 'not_sent'
    },

    linkRequested: (trx, addressee, now) => {
      const reason = `link:${addressee.id}:${now.toISOString().slice(0, 13)}`
      return queueAutomatic(trx, addressee, { kind: 'link', reason, template: LINK_MESSAGE, now, state: 'waiting' })
    },

    decided: async (trx, applications, { status, changeId, by, now }) => {
      if (applications.length === 0) return
      await supersedeMessages(
        trx,
        applications.map(({ id }) => id),
        { changeId, status, now },
      )
      if (!isAnswered(status)) return
      const { settings } = await readSettings(trx)
      const rule = settings.decisionMessages[status]
      if (rule === 'never') return
      // Those who have withdrawn were promised to be left alone.
      const addressees = applications.filter(({ withdrawn_at }) => withdrawn_at === null)
      const texts = await compose(trx, addressees, await readTemplate(trx, status), by.username)
      const messages = texts.map(
        (text): NewMessage => ({
          ...text,
          kind: status,
          reason: `change:${changeId}:${text.application_id}`,
          change_id: changeId,
          username: by.username,
          state: rule === 'always' ? 'waiting' : 'draft',
        }),
      )
      await insertMessages(trx, messages, { now, delayMs: UNDO_TIME_MS })
    },

    undone: async (trx, applicationIds, { changeId, now }) => {
      await cancelMessagesOfChange(trx, changeId, now)
      await restoreSuperseded(trx, applicationIds, { changeId, now, delayMs: UNDO_TIME_MS })
    },

    wrote: async (trx, addressees, { text, by, now, idempotencyKey = randomUUID() }) => {
      if (addressees.length === 0) return []
      const batch = createHash('sha256')
        .update(JSON.stringify([by.id, idempotencyKey, text.subject, text.body]))
        .digest('hex')
      const texts = await compose(trx, addressees, text, by.username)
      const messages = texts.map(
        (each): NewMessage => ({
          ...each,
          kind: 'personal',
          reason: `personal:${batch}:${each.application_id}`,
          change_id: null,
          username: by.username,
          state: 'waiting',
        }),
      )
      await insertMessages(trx, messages, { now, delayMs: UNDO_TIME_MS })
      return findMessagesByReason(
        trx,
        messages.map(({ reason }) => reason),
      )
    },

    fill: async (db, addressee, text, sender) => {
      const [filled] = await fillTexts(db, [addressee], text, { company, sender })
      return { subject: filled?.subject ?? '', body: filled?.body ?? '' }
    },
  }
}

/** The reason key of the receipt of an application. */
function receiptReason(applicationId: number): string {
  return `receipt:${applicationId}`
}

function isAnswered(status: ApplicationStatus): status is AnsweredStatus {
  return (ANSWERED_STATUSES as readonly string[]).includes(status)
}
