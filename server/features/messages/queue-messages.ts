import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { ApplicationStatus } from '../../../contract/applications/application-statuses.ts'
import { hasMessage, isRefusal } from '../../../contract/applications/status-lists.ts'
import type { OfferMessageKind, TemplateKind } from '../../../contract/messages/message-kinds.ts'
import { fillTemplate } from '../../../contract/messages/message-template.ts'
import type { DecisionMessage, FilledMessage } from '../../../contract/messages/messages.ts'
import { RETENTION } from '../../../contract/personal-data/personal-data-limits.ts'
import { addDays } from '../../../contract/promise/calendar-days.ts'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import type { ApplicationRow, Db, MessageRow, Tables } from '../../platform/database/tables.ts'
import { newMessageId } from '../../platform/mail/mail-queue.ts'
import { PRIORITY } from '../../platform/outbox/task-kinds.ts'
import { type Actor, shownName } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { readDocument } from '../settings/document-queries.ts'
import { SETTINGS } from '../settings/documents.ts'
import { createAutomaticMessages } from './automatic-messages.ts'
import {
  cancelMessagesOfChange,
  listNotified,
  restoreSuperseded,
  supersedeMessages,
  takeOverMessages,
} from './decision-messages.ts'
import { findMessagesByReason, insertMessages, type NewMessage } from './message-queries.ts'
import { findReplaceable, findWrittenByHand, reasonByHand, reasonOfChange, replaceMessages } from './one-mail.ts'
import type { Template } from './templates/default-templates.ts'
import { type Addressee, fillTexts, type TextContext } from './templates/fill-texts.ts'
import { readTemplate } from './templates/template-queries.ts'

/** An application that is moved; one that was withdrawn gets no message. */
type Decided = Addressee & Pick<ApplicationRow, 'withdrawn_at'>

declare module '../feature.ts' {
  interface Services {
    /** Writes messages in the transactions of their causes. */
    messages: ReturnType<typeof createMessageWriter>
  }
}

/** Makes what writes messages in the transactions of their causes. */
export function createMessageWriter({
  config,
  receipts,
  mailboxes,
  mail,
  today,
}: Pick<Services, 'config' | 'receipts' | 'mailboxes' | 'mail' | 'today'>) {
  const { publicUrl } = config
  const { name: company, timeZone } = config.company
  const contextOf = (sender: string | null, eraseOn?: string): TextContext => ({
    ...{ company, timeZone, today: today().date, sender },
    ...(eraseOn !== undefined && { eraseOn }),
  })

  /** Messages to applicants. @param sender name of the person who sends them; the company without one */
  const compose = async (
    db: Db,
    addressees: readonly Addressee[],
    text: Template,
    sender: string | null,
    eraseOn?: string,
  ) => {
    const filled = await fillTexts(db, addressees, text, contextOf(sender, eraseOn))
    return filled.map(({ addressee, ...texts }) => ({
      application_id: addressee.id,
      to_name: addressee.name,
      to_address: addressee.email,
      ...texts,
      message_id: newMessageId(publicUrl),
    }))
  }

  /** The text of a message to one applicant. */
  const fill = async (db: Db, addressee: Addressee, text: Template, by: Actor, eraseOn?: string): Promise<Template> => {
    const [filled] = await fillTexts(db, [addressee], text, contextOf(by.displayName, eraseOn))
    return { subject: filled?.subject ?? '', body: filled?.body ?? '' }
  }

  return {
    ...createAutomaticMessages({ receipts, mailboxes }, compose),

    /**
     * Whether mail leaves here at all. It is all that the sender of an application is told: of one receipt it would say
     * whether others have applied with its address today, and whether it is in quarantine.
     */
    sendsMail: mail !== null,

    /**
     * Queues the messages of a decision, as the settings say, for the end of the undo time, or as drafts. Unsent messages
     * about earlier decisions on the same applications are cancelled. A refusal says what a person has written to the
     * applicant and what has not left: one mail leaves.
     * @param decision.message what it tells in place of what settings and template say
     * @param decision.needsNoMessage whether applicants learn of the status by other means, as by an invitation: then nothing is queued
     */
    decided: async (
      trx: Transaction<Tables>,
      applications: readonly Decided[],
      decision: {
        status: ApplicationStatus
        changeId: number
        by: Actor
        now: Date
        message?: DecisionMessage | undefined
        needsNoMessage: boolean
      },
    ): Promise<void> => {
      const { status, changeId, by, now, message } = decision
      if (applications.length === 0) return
      await supersedeMessages(
        trx,
        applications.map(({ id }) => id),
        { changeId, now },
      )
      if (decision.needsNoMessage || !hasMessage(status)) return
      const rule = message?.rule ?? (await readDocument(trx, SETTINGS)).value.decisionMessages[status]
      if (rule === 'never') return
      // Those who have withdrawn were promised to be left alone.
      const addressees = applications.filter(({ withdrawn_at }) => withdrawn_at === null)
      const ids = addressees.map(({ id }) => id)
      const byHand = isRefusal(status) ? await findWrittenByHand(trx, ids) : new Map<number, MessageRow>()
      await takeOverMessages(trx, [...byHand.values()], { changeId, now })
      const template = message?.text ?? (await readTemplate(trx, status))
      const texts = await compose(trx, addressees, template, by.displayName)
      const messages = texts.map((text): NewMessage => {
        const written = byHand.get(text.application_id)
        return {
          ...text,
          ...(written && { subject: written.subject, body: written.body }),
          kind: status,
          reason: reasonOfChange(changeId, text.application_id, written !== undefined),
          change_id: changeId,
          username: written ? written.username : shownName(by),
          // What a person has sent needs no second confirmation.
          state: written || rule === 'always' ? 'waiting' : 'draft',
        }
      })
      await insertMessages(trx, messages, { now, delayMs: UNDO_TIME_MS })
    },

    /**
     * Cancels the unsent messages of a decision that is undone, and restores those that it had cancelled.
     * @param applicationIds those that have what they had before, at least one
     * @returns those of them that a message of the decision has left for already, and those whose message by hand was cancelled
     */
    undone: async (
      trx: Transaction<Tables>,
      applicationIds: readonly number[],
      { changeId, now }: { changeId: number; now: Date },
    ): Promise<{ notified: number[]; withheld: number[] }> => {
      const withheld = await cancelMessagesOfChange(trx, changeId, now)
      await restoreSuperseded(trx, applicationIds, { changeId, now, delayMs: UNDO_TIME_MS })
      return { notified: await listNotified(trx, applicationIds, changeId), withheld }
    },

    /**
     * Queues what a person wrote, one message to each applicant, for the end of the undo time. To an applicant whose refusal
     * has not been told, it is the message about that. Lock the applications before.
     * @param written.idempotencyKey a repeated request with the same key and text queues nothing more
     * @returns the messages of the request, also of a repeated one
     */
    wrote: async (
      trx: Transaction<Tables>,
      addressees: readonly Addressee[],
      written: { text: Template; by: Actor; now: Date; idempotencyKey: string | undefined },
    ): Promise<MessageRow[]> => {
      const { text, by, now, idempotencyKey = randomUUID() } = written
      if (addressees.length === 0) return []
      const batch = createHash('sha256')
        .update(JSON.stringify([by.id, idempotencyKey, text.subject, text.body]))
        .digest('hex')
      const ids = addressees.map(({ id }) => id)
      const reasons = ids.map((id) => reasonByHand(batch, id))
      const repeated = await findMessagesByReason(trx, reasons)
      if (repeated.length > 0) return repeated
      const replaceable = await findReplaceable(trx, ids, now)
      const texts = await compose(trx, addressees, text, by.displayName)
      const messages = texts.map((each): NewMessage => {
        const replaced = replaceable.get(each.application_id)
        return {
          ...each,
          kind: replaced?.kind ?? 'personal',
          reason: reasonByHand(batch, each.application_id),
          change_id: replaced?.change_id ?? null,
          username: shownName(by),
          state: 'waiting',
        }
      })
      await insertMessages(trx, messages, { now, delayMs: UNDO_TIME_MS })
      const stored = await findMessagesByReason(trx, reasons)
      await replaceMessages(trx, stored, replaceable, now)
      return stored
    },

    /**
     * Queues a message about offered times.
     * @param about.interview what is offered, for the variable of this name
     * @param about.sender name of the person who signs it; the company without one
     * @param about.username what admins read of who has offered the times
     * @param about.delayMs how long it waits, in milliseconds
     */
    aboutOffer: async (
      trx: Transaction<Tables>,
      addressee: Addressee,
      about: {
        kind: OfferMessageKind
        offerId: number
        interview: string
        sender: string | null
        username: string
        now: Date
        delayMs: number
      },
    ): Promise<void> => {
      const { kind, offerId, interview, sender, username, now, delayMs } = about
      const { subject, body } = await readTemplate(trx, kind)
      const texts = await compose(trx, [addressee], { subject, body: fillTemplate(body, { interview }) }, sender)
      const messages = texts.map(
        (text): NewMessage => ({
          ...text,
          kind,
          reason: `${kind}:${offerId}`,
          change_id: null,
          offer_id: offerId,
          username,
          state: 'waiting',
        }),
      )
      await insertMessages(trx, messages, { now, delayMs })
    },

    /**
     * Drafts apologies for answers that are late, once for each application and promise.
     * @param late.day the new day that they promise
     */
    promiseMissed: async (
      trx: Transaction<Tables>,
      addressees: readonly Addressee[],
      { day, now }: { day: string; now: Date },
    ): Promise<void> => {
      const promised = new Map(addressees.map(({ id, answer_by }) => [id, answer_by]))
      const named = addressees.map((addressee) => ({ ...addressee, answer_by: day }))
      const texts = await compose(trx, named, await readTemplate(trx, 'apology'), null)
      const messages = texts.map(
        (text): NewMessage => ({
          ...text,
          kind: 'apology',
          reason: `apology:${text.application_id}:${promised.get(text.application_id)}`,
          day,
          change_id: null,
          username: null,
          state: 'draft',
        }),
      )
      await insertMessages(trx, messages, { now, delayMs: 0 })
    },

    /**
     * Queues the notice that what the applicant sent will be erased.
     * @param about.eraseOn the day that it names @param about.reason one reason makes one notice
     */
    erasureAnnounced: async (
      trx: Transaction<Tables>,
      addressee: Addressee,
      { eraseOn, reason, now }: { eraseOn: string; reason: string; now: Date },
    ): Promise<void> => {
      const [text] = await compose(trx, [addressee], await readTemplate(trx, 'erasure_notice'), null, eraseOn)
      if (!text) return
      const about = { kind: 'erasure_notice', reason, day: eraseOn, change_id: null, username: null } as const
      const place = { priority: PRIORITY.last, share: null }
      await insertMessages(trx, [{ ...text, ...about, state: 'waiting' }], { now, delayMs: 0, place })
    },

    /**
     * The text of a message to one applicant, and whether it and a refusal become one mail.
     * @param decision the decision that the message is to tell; undefined for one by hand
     */
    preview: async (
      db: Db,
      addressee: Addressee,
      text: Template,
      { by, now, decision }: { by: Actor; now: Date; decision: TemplateKind | undefined },
    ): Promise<Template & Pick<FilledMessage, 'oneMail'>> => {
      const { id } = addressee
      const byHand = decision === 'rejected' ? (await findWrittenByHand(db, [id])).get(id) : undefined
      if (byHand) return { subject: byHand.subject, body: byHand.body, oneMail: 'by_hand' }
      // No day is set yet: the preview shows what one looks like.
      const eraseOn = decision === 'erasure_notice' ? addDays(today().date, RETENTION.setAsideDays) : undefined
      const filled = await fill(db, addressee, text, by, eraseOn)
      const isRefusalTold = decision === undefined && (await findReplaceable(db, [id], now)).has(id)
      return { ...filled, oneMail: isRefusalTold ? 'decision' : null }
    },

    fill,
  }
}
