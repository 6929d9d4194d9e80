import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Company } from '../../../contract/company.ts'
import type { Today } from '../../platform/calendar-day.ts'
import type { Clock } from '../../platform/clock.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Db, JobAlertMailRow, JobAlertRow, Tables } from '../../platform/database/tables.ts'
import { MailFault } from '../../platform/mail/mail-fault.ts'
import type { MailSender } from '../../platform/mail/mail-sender.ts'
import { retryDelayMs } from '../../platform/mail/retry-times.ts'
import { scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import { handleTask } from '../../platform/outbox/task-kinds.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { delayOthers, isRateReached, rateOf, type SendingRate } from '../messages/sending-rate.ts'
import { type AlertLinks, createAlertLinks } from './alert-links.ts'
import { facetsOf } from './alert-queries.ts'
import { sendAlertTask } from './alert-tasks.ts'
import { type AlertText, confirmationText, openingsText } from './alert-texts.ts'
import { findOpenings, readOpenJobs, seenUntil } from './find-openings.ts'

/** What sending mails about job alerts needs. */
export type AlertSending = {
  db: Kysely<Tables>
  clock: Clock
  /** Closing dates and the days of mails are compared with it. */
  today: Today
  log: FastifyBaseLogger
  mail: MailSender | null
  publicUrl: string
  company: string
  /** It tells what the places of postings mean. */
  companyAddress: Company['address']
}

type Due = { mail: JobAlertMailRow; alert: JobAlertRow }

/** What a mail says, and the postings that it names. */
type Content = AlertText & { jobIds: number[] }

/** What sends mails about job alerts, one at a time. */
export function createAlertTasks(parts: AlertSending) {
  const run = (task: { mailId: number; taskNumber: number }) => sendAlertMail(parts, task)
  return { [sendAlertTask.kind]: handleTask(sendAlertTask, run, { atOnce: 1 }) }
}

/**
 * Sends a mail once, with what is true now: a posting that has closed meanwhile is not named. Like a message, it is never
 * repeated by itself after the mail server has begun to take its content.
 */
async function sendAlertMail(parts: AlertSending, task: { mailId: number; taskNumber: number }): Promise<void> {
  const due = await findDue(parts.db, task.mailId)
  if (!due || due.mail.task_number !== task.taskNumber) return
  const { state, content_begun_at } = due.mail
  if (state === 'sending' && content_begun_at !== null)
    return settle(parts, due, 'perhaps_sent', 'The program was stopped while the mail server took the mail.')
  // A run that has died before the content leaves the mail in this state.
  if (state !== 'waiting' && state !== 'sending') return
  if (!parts.mail) return settle(parts, due, 'not_sent', 'No mail server is configured (SMTP_URL).')
  const { perMinute } = parts.mail.settings
  const ownRate = rateOf(Math.ceil(perMinute / 2))
  if (await mustWait(parts, ownRate, rateOf(perMinute))) {
    await delayOthers(parts.db, sendAlertTask.kind, ownRate, parts.clock())
    return postpone(parts, due, ownRate.windowMs)
  }
  const content = await readContent(parts, due)
  if (!content) return settle(parts, due, 'nothing', null)
  await attempt(parts, parts.mail, due, content)
}

/** Whether the rate of all mail is reached, or the part of it that job alerts may take from messages to applicants. */
async function mustWait({ db, clock }: AlertSending, ownRate: SendingRate, rate: SendingRate): Promise<boolean> {
  return (await isRateReached(db, ownRate, clock(), ['job_alert_mails'])) || (await isRateReached(db, rate, clock()))
}

/** What is to be said now; undefined when there is nothing, or nobody who wants it. */
async function readContent(
  { db, clock, today, publicUrl, company, companyAddress }: AlertSending,
  { mail, alert }: Due,
) {
  const now = clock()
  const site = { company, publicUrl }
  if (alert.stopped_at !== null || alert.ends_at <= now.toISOString()) return undefined
  if (mail.kind === 'confirmation')
    return alert.confirmed_at === null ? { ...confirmationText(site), jobIds: [] } : undefined
  const { date } = today()
  // What was not sent on its day is in the mail of the next one.
  if (date !== mail.day) return undefined
  const jobs = await findOpenings(db, alert, await readOpenJobs(db, date, companyAddress))
  if (jobs.length === 0) return undefined
  const text = openingsText(site, jobs, { facets: facetsOf(alert), endsOn: alert.ends_at.slice(0, 10) })
  return { ...text, jobIds: jobs.map(({ id }) => id) }
}

async function attempt(parts: AlertSending, mail: MailSender, { mail: row, alert }: Due, content: Content) {
  const begun = await beginAttempt(parts, row, content.jobIds)
  if (!begun) return
  const { from, replyTo } = mail.settings
  const outgoing = {
    ...{ from, replyTo, messageId: row.message_id, references: [], isAutomatic: true, date: parts.clock() },
    to: { name: null, address: alert.email },
    subject: content.subject,
    text: content.text(begun.links),
    unsubscribeUrl: row.kind === 'openings' ? begun.links.unsubscribe : null,
  }
  const due = { mail: begun.row, alert }
  try {
    const response = await mail.send(outgoing, () => beginContent(parts, begun.row))
    await settle(parts, due, 'sent', response)
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    await afterFault(parts, due, error)
  }
}

async function afterFault(parts: AlertSending, due: Due, fault: MailFault): Promise<void> {
  parts.log.warn({ err: fault, mail: due.mail.id }, 'job alert not sent')
  if (fault.outcome === 'uncertain') return settle(parts, due, 'perhaps_sent', fault.message)
  const delayMs = fault.outcome === 'refused' ? null : retryDelayMs(due.mail.attempts)
  if (delayMs !== null) return postpone(parts, due, delayMs)
  await settle(parts, due, 'failed', fault.message, { isAddressRefused: fault.isAddressRefused })
}

async function findDue(db: Db, mailId: number): Promise<Due | undefined> {
  const mail = await db.selectFrom('job_alert_mails').selectAll().where('id', '=', mailId).executeTakeFirst()
  if (!mail) return undefined
  const alert = await db.selectFrom('job_alerts').selectAll().where('id', '=', mail.alert_id).executeTakeFirst()
  return alert && { mail, alert }
}

/** @returns the mail with its links; undefined when another process has taken it over, or the job alert was ended */
function beginAttempt(
  { db, clock, publicUrl }: AlertSending,
  mail: JobAlertMailRow,
  jobIds: number[],
): Promise<{ row: JobAlertMailRow; links: AlertLinks } | undefined> {
  const now = clock()
  return db.transaction().execute(async (trx) => {
    await lockAlert(trx, mail)
    const row = await trx
      .updateTable('job_alert_mails')
      .set({
        state: 'sending',
        attempts: mail.attempts + 1,
        attempted_at: now.toISOString(),
        content_begun_at: null,
        job_ids: JSON.stringify(jobIds),
      })
      .where('id', '=', mail.id)
      .where('attempts', '=', mail.attempts)
      .where('task_number', '=', mail.task_number)
      .where('state', 'in', ['waiting', 'sending'])
      .returningAll()
      .executeTakeFirst()
    return row && { row, links: await createAlertLinks(trx, row.alert_id, { publicUrl, now }) }
  })
}

/** Before its mail, in the order of a deletion, so that neither waits for the other. */
function lockAlert(trx: Transaction<Tables>, { alert_id }: JobAlertMailRow): Promise<void> {
  return lockRow(trx, 'job_alerts', alert_id)
}

/**
 * Notes that the end may become uncertain. Looks once more whether the mail is still true: until the mail server is ready,
 * a minute may pass, and any time where the process was paused. @throws where it is not; the next attempt says what is
 */
async function beginContent(parts: AlertSending, { id, attempts, job_ids }: JobAlertMailRow): Promise<void> {
  const { db, clock } = parts
  const due = await findDue(db, id)
  const content = due && (await readContent(parts, due))
  const named = parseJson(job_ids) as number[]
  if (!content || !named.every((jobId) => content.jobIds.includes(jobId))) throw new Error('the mail is no longer true')
  const { numUpdatedRows } = await db
    .updateTable('job_alert_mails')
    .set({ content_begun_at: clock().toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('another process sends this mail, or its job alert was ended')
}

/** Records how a mail ended, and what follows for its job alert. */
function settle(
  { db, clock }: AlertSending,
  { mail, alert }: Due,
  state: 'sent' | 'failed' | 'not_sent' | 'perhaps_sent' | 'nothing',
  response: string | null,
  { isAddressRefused = false } = {},
): Promise<void> {
  const now = clock()
  return db.transaction().execute(async (trx) => {
    await lockAlert(trx, mail)
    const { numUpdatedRows } = await trx
      .updateTable('job_alert_mails')
      .set({ state, response: response?.slice(0, 1_000) ?? null })
      .where('id', '=', mail.id)
      .where('task_number', '=', mail.task_number)
      .where('attempts', '=', mail.attempts)
      // A paused process may learn late that its mail has arrived after all.
      .where('state', 'in', state === 'sent' ? ['sending', 'perhaps_sent'] : ['waiting', 'sending'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const isSeen = mail.kind === 'openings' && mail.attempted_at !== null && ['sent', 'perhaps_sent'].includes(state)
    const change = {
      ...(isSeen && { seen_until: seenUntil(alert, new Date(mail.attempted_at ?? now)) }),
      ...(isAddressRefused && { stopped_at: now.toISOString() }),
    }
    if (Object.keys(change).length === 0) return
    await trx.updateTable('job_alerts').set(change).where('id', '=', alert.id).execute()
  })
}

/** Lets a mail wait for another attempt, unless another process has taken it over. */
function postpone({ db, clock }: AlertSending, { mail }: Due, delayMs: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const taskNumber = mail.task_number + 1
    const { numUpdatedRows } = await trx
      .updateTable('job_alert_mails')
      .set({ state: 'waiting', task_number: taskNumber })
      .where('id', '=', mail.id)
      .where('task_number', '=', mail.task_number)
      .where('attempts', '=', mail.attempts)
      .where('state', 'in', ['waiting', 'sending'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await scheduleTask(trx, sendAlertTask({ mailId: mail.id, taskNumber }), clock(), delayMs)
  })
}
