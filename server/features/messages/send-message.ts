import type { Kysely } from 'kysely'
import { formatReceiptFile, readReceipt, receiptFileName } from '../../../contract/receipt.ts'
import type { MessageState } from '../../../contract/vocabulary.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, MessageRow, Tables } from '../../platform/database/tables.ts'
import { MailFault } from '../../platform/mail/mail-fault.ts'
import type { MailSender } from '../../platform/mail/mail-sender.ts'
import { retryDelayMs } from '../../platform/mail/retry-times.ts'
import { handleTask } from '../../platform/outbox/task-kinds.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { lockApplications } from '../resumes/resume-queries.ts'
import { lockAnswered, recordAnswers } from './answers.ts'
import { findMessage, listReferences, scheduleMessage } from './message-queries.ts'
import { sendMessageTask } from './message-tasks.ts'
import { fillPrivateLink } from './private-links.ts'
import { delayOthers, isRateReached, rateOf } from './sending-rate.ts'

type Sending = { db: Kysely<Tables>; clock: Clock; mail: MailSender | null; publicUrl: string }

/** What sends messages. Without a mail server they are kept as not sent. */
export function createMessageTasks(parts: Sending) {
  return {
    [sendMessageTask.kind]: handleTask(
      sendMessageTask,
      ({ messageId, taskNumber }) => sendMessage(parts, messageId, taskNumber),
      // The messages take turns on one connection.
      { atOnce: 1 },
    ),
  }
}

/**
 * Sends a message once. The row says before the mail server gets the content that the end may become uncertain, so that a
 * message is never repeated by itself after that.
 */
async function sendMessage(parts: Sending, id: number, taskNumber: number): Promise<void> {
  const message = await findMessage(parts.db, id)
  if (!message || message.task_number !== taskNumber) return
  if (message.state === 'sending' && message.content_begun_at !== null) {
    return settle(parts, message, 'perhaps_sent', 'The program was stopped while the mail server took the message.')
  }
  // A run that has died before the content leaves the message in this state.
  if (message.state !== 'waiting' && message.state !== 'sending') return
  if (message.state === 'sending' && message.cancelled_at !== null) return postpone(parts, message, 0)
  if (!parts.mail) return settle(parts, message, 'not_sent', 'No mail server is configured (SMTP_URL).')
  const rate = rateOf(parts.mail.settings.perMinute)
  if (await isRateReached(parts.db, rate, parts.clock())) {
    await delayOthers(parts.db, sendMessageTask.kind, rate, parts.clock())
    return postpone(parts, message, rate.windowMs)
  }
  await attempt(parts, parts.mail, message)
}

async function attempt(parts: Sending, mail: MailSender, message: MessageRow): Promise<void> {
  const { db, clock } = parts
  const begun = await beginAttempt(parts, message)
  if (!begun) return
  try {
    const { from, replyTo } = mail.settings
    const outgoing = {
      from,
      replyTo,
      to: { name: begun.to_name, address: begun.to_address },
      subject: begun.subject,
      text: begun.body,
      messageId: begun.message_id,
      references: await listReferences(db, begun),
      date: clock(),
      isAutomatic: begun.kind === 'receipt' || begun.kind === 'link',
      attachments: attachmentsOf(begun),
      calendar: begun.calendar,
    }
    const response = await mail.send(outgoing, () => markContentBegun(db, begun, clock()))
    await settle(parts, begun, 'sent', response)
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    await afterFault(parts, begun, error)
  }
}

/** The signed receipt as a file to keep. */
function attachmentsOf(message: MessageRow) {
  const receipt = message.receipt === null ? undefined : readReceipt(message.receipt)
  if (!receipt) return []
  const fileName = receiptFileName(receipt)
  return [{ fileName, mediaType: 'application/json', content: formatReceiptFile(receipt) }]
}

async function afterFault(parts: Sending, message: MessageRow, { outcome, message: said }: MailFault): Promise<void> {
  if (outcome === 'refused') return settle(parts, message, 'failed', said)
  if (outcome === 'uncertain') return settle(parts, message, 'perhaps_sent', said)
  const delayMs = retryDelayMs(message.attempts)
  if (delayMs === null) return settle(parts, message, 'failed', `Given up after two days: ${said}`)
  await postpone(parts, message, delayMs, said)
}

/**
 * Notes an attempt. Only the returned message has the private link.
 * @returns undefined when the message was cancelled meanwhile
 */
function beginAttempt(
  { db, clock, publicUrl }: Sending,
  { id, application_id, task_number }: MessageRow,
): Promise<MessageRow | undefined> {
  const now = clock()
  return db.transaction().execute(async (trx) => {
    // In the order of a deletion, so that neither waits for the other.
    await lockApplications(trx, [application_id])
    const begun = await trx
      .updateTable('messages')
      .set((update) => ({
        state: 'sending',
        attempts: update('attempts', '+', 1),
        attempted_at: now.toISOString(),
        content_begun_at: null,
      }))
      .where('id', '=', id)
      .where('task_number', '=', task_number)
      .where('state', 'in', ['waiting', 'sending'])
      .returningAll()
      .executeTakeFirst()
    // An interviewer never gets the applicant's private link, whatever the text says.
    if (!begun || begun.to_interviewer === 1) return begun
    return { ...begun, body: await fillPrivateLink(trx, begun, { publicUrl, now }) }
  })
}

async function markContentBegun(db: Db, { id, attempts, task_number }: MessageRow, now: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ content_begun_at: now.toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('task_number', '=', task_number)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('another process sends this message')
}

/** Records how a message ended, in its row and in the history of its application. */
async function settle(
  { db, clock }: Sending,
  message: MessageRow,
  state: Extract<MessageState, 'sent' | 'failed' | 'perhaps_sent' | 'not_sent'>,
  response: string,
): Promise<void> {
  const { id, application_id, attempts, task_number, kind } = message
  const now = clock()
  await db.transaction().execute(async (trx) => {
    if (state === 'sent') await lockAnswered(trx, [message])
    const { numUpdatedRows } = await trx
      .updateTable('messages')
      .set({ state, response: response.slice(0, 1_000), settled_at: now.toISOString() })
      .where('id', '=', id)
      .where('task_number', '=', task_number)
      .where('attempts', '=', attempts)
      // A paused process may learn late that its message has arrived after all.
      .where('state', 'in', state === 'sent' ? ['sending', 'perhaps_sent'] : ['waiting', 'sending'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    if (state === 'sent') await recordAnswers(trx, [message], { by: null, now })
    const event = { action: 'message', kind, state } as const
    await recordAction(trx, { by: null, now, id: application_id, subject: 'application', event })
  })
}

/** Lets a message wait for another attempt, unless it was cancelled meanwhile. */
async function postpone(
  { db, clock }: Sending,
  message: MessageRow,
  delayMs: number,
  response?: string,
): Promise<void> {
  const [now, said] = [clock(), response === undefined ? {} : { response }]
  await db.transaction().execute(async (trx) => {
    const cancelled = trx
      .updateTable('messages')
      .set({ state: 'cancelled', settled_at: now.toISOString(), ...said })
      .where('id', '=', message.id)
      .where('task_number', '=', message.task_number)
      .where('attempts', '=', message.attempts)
      .where('state', '=', 'sending')
      .where('cancelled_at', 'is not', null)
    const { numUpdatedRows } = await cancelled.executeTakeFirst()
    if (numUpdatedRows > 0n) return
    await scheduleMessage(trx, message, { from: ['waiting', 'sending'], now, delayMs, ...said })
  })
}
