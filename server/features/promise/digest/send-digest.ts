import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Today } from '../../../platform/calendar-day.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { OutgoingMail } from '../../../platform/mail/compose-mail.ts'
import { MailFault } from '../../../platform/mail/mail-fault.ts'
import type { MailSender } from '../../../platform/mail/mail-sender.ts'
import { retryDelayMs } from '../../../platform/mail/retry-times.ts'
import { scheduleTask } from '../../../platform/outbox/outbox-queries.ts'
import { handleTask } from '../../../platform/outbox/task-kinds.ts'
import { isRateReached, rateOf } from '../../messages/sending-rate.ts'
import { readSettings } from '../../settings/settings-queries.ts'
import { sendDigestTask } from './digest-tasks.ts'
import { readDigest } from './digest-text.ts'

/** What sending digests needs. */
export type DigestSending = {
  db: Kysely<Tables>
  clock: Clock
  /** The day of a digest is one of the company's zone. */
  today: Today
  log: FastifyBaseLogger
  mail: MailSender | null
  publicUrl: string
}

type Digest = { id: number; account_id: number; day: string; state: string; attempts: number } & {
  task_number: number
  message_id: string
  content_begun_at: string | null
  email: string | null
  username: string
}

/** What sends digests, one at a time. */
export function createDigestTasks(parts: DigestSending) {
  return {
    [sendDigestTask.kind]: handleTask(
      sendDigestTask,
      ({ digestId, taskNumber }) => sendDigest(parts, digestId, taskNumber),
      { atOnce: 1 },
    ),
  }
}

/**
 * Sends a digest once, with what is true now. Like a message, it is never repeated by itself after the mail server has begun
 * to take its content; a digest of an earlier day is not sent any more.
 */
async function sendDigest(parts: DigestSending, id: number, taskNumber: number): Promise<void> {
  const { db, clock, mail } = parts
  const digest = await findDigest(db, id)
  if (!digest || digest.task_number !== taskNumber) return
  if (digest.state === 'sending' && digest.content_begun_at !== null) return settle(parts, digest, 'perhaps_sent')
  if (digest.state !== 'waiting' && digest.state !== 'sending') return
  const content = await readContent(parts, digest)
  if (!mail || !content || digest.email === null) return settle(parts, digest, 'nothing')
  const rate = rateOf(mail.settings.perMinute)
  if (await isRateReached(db, rate, clock())) return postpone(parts, digest, rate.windowMs)
  await attempt(parts, mail, digest, { ...content, to: { name: digest.username, address: digest.email } })
}

/** What is to be said now; undefined once the day of the digest is over. */
async function readContent({ db, clock, today, publicUrl }: DigestSending, { day }: Digest) {
  if (today().date !== day) return undefined
  const { settings } = await readSettings(db)
  return readDigest(db, { settings, now: clock(), publicUrl })
}

async function attempt(
  parts: DigestSending,
  mail: MailSender,
  digest: Digest,
  content: Pick<OutgoingMail, 'to' | 'subject' | 'text'>,
): Promise<void> {
  const attempts = await beginAttempt(parts, digest)
  if (attempts === undefined) return
  const begun = { ...digest, attempts }
  const { from, replyTo } = mail.settings
  const fixed = { from, replyTo, messageId: digest.message_id, references: [], isAutomatic: true }
  try {
    await mail.send({ ...fixed, ...content, date: parts.clock() }, () => markContentBegun(parts, begun))
    await settle(parts, begun, 'sent')
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    await afterFault(parts, begun, error)
  }
}

async function afterFault(parts: DigestSending, digest: Digest, fault: MailFault): Promise<void> {
  parts.log.warn({ err: fault, digest: digest.id }, 'digest not sent')
  if (fault.outcome === 'uncertain') return settle(parts, digest, 'perhaps_sent')
  const delayMs = fault.outcome === 'refused' ? null : retryDelayMs(digest.attempts)
  return delayMs === null ? settle(parts, digest, 'failed') : postpone(parts, digest, delayMs)
}

function findDigest(db: Kysely<Tables>, id: number): Promise<Digest | undefined> {
  return db
    .selectFrom('digests')
    .innerJoin('accounts', 'accounts.id', 'digests.account_id')
    .selectAll('digests')
    .select(['accounts.email', 'accounts.username'])
    .where('digests.id', '=', id)
    .executeTakeFirst()
}

/** @returns the number of the attempt; undefined when another process has taken the digest over */
async function beginAttempt({ db, clock }: DigestSending, digest: Digest): Promise<number | undefined> {
  const begun = await db
    .updateTable('digests')
    .set((update) => ({
      state: 'sending',
      attempts: update('attempts', '+', 1),
      attempted_at: clock().toISOString(),
      content_begun_at: null,
    }))
    .where('id', '=', digest.id)
    .where('attempts', '=', digest.attempts)
    .where('task_number', '=', digest.task_number)
    .where('state', 'in', ['waiting', 'sending'])
    .returning('attempts')
    .executeTakeFirst()
  return begun?.attempts
}

async function markContentBegun({ db, clock }: DigestSending, { id, attempts }: Digest): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('digests')
    .set({ content_begun_at: clock().toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('another process sends this digest')
}

/** Records how a digest ended, unless another process has taken it over. */
async function settle(
  { db }: DigestSending,
  { id, task_number, attempts }: Digest,
  state: 'sent' | 'failed' | 'perhaps_sent' | 'nothing',
): Promise<void> {
  await db
    .updateTable('digests')
    .set({ state })
    .where('id', '=', id)
    .where('task_number', '=', task_number)
    .where('attempts', '=', attempts)
    // A paused process may learn late that its mail has arrived after all.
    .where('state', 'in', state === 'sent' ? ['sending', 'perhaps_sent'] : ['waiting', 'sending'])
    .execute()
}

/** Lets a digest wait for another attempt, unless another process has taken it over. */
function postpone({ db, clock }: DigestSending, { id, task_number, attempts }: Digest, delayMs: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const taskNumber = task_number + 1
    const { numUpdatedRows } = await trx
      .updateTable('digests')
      .set({ state: 'waiting', task_number: taskNumber })
      .where('id', '=', id)
      .where('task_number', '=', task_number)
      .where('attempts', '=', attempts)
      .where('state', 'in', ['waiting', 'sending'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await scheduleTask(trx, sendDigestTask({ digestId: id, taskNumber }), clock(), delayMs)
  })
}
