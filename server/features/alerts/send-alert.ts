import type { Today } from '../../platform/calendar-day.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Db, JobAlertMailRow, JobAlertRow } from '../../platform/database/tables.ts'
import { handleMail, type MailSending } from '../../platform/mail/handle-mail.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import type { PublishedJobs } from '../jobs/published-jobs.ts'
import { createAlertLinks } from './alert-links.ts'
import { facetsOf } from './alert-queries.ts'
import { sendAlertTask } from './alert-tasks.ts'
import { type AlertText, confirmationText, openingsText } from './alert-texts.ts'
import { createOpenJobsReader, findOpenings, type OpenJobsReader, seenUntil } from './find-openings.ts'

/** What sending mails about job alerts needs. */
export type AlertSending = MailSending & {
  /** Closing dates and the days of mails are compared with it. */
  today: Today
  publicUrl: string
  company: string
  published: PublishedJobs
}

type AlertMail = JobAlertMailRow & { alert: JobAlertRow }

/** What a mail says, and the postings that it names. */
type Content = AlertText & { jobIds: number[] }

/** What sends mails about job alerts. */
export function createAlertTasks(parts: AlertSending) {
  return { [sendAlertTask.kind]: handleMail(parts, alertMail(parts)) }
}

/** The mails of job alerts: a posting that has closed meanwhile is not named. */
function alertMail(parts: AlertSending): MailKind<AlertMail, Content> {
  const { clock, publicUrl, log } = parts
  const openJobs = createOpenJobsReader(parts.published)
  return {
    table: 'job_alert_mails',
    task: sendAlertTask,
    // Half, so that messages to applicants are not held up.
    rateFraction: 0.5,
    atOnce: 1,
    withoutContent: 'nothing',
    find: findMail,
    // In the order of a deletion.
    lock: (trx, { alert }) => lockRow(trx, 'job_alerts', alert.id),
    prepare: openJobs.current,
    read: (db, mail) => readContent(db, { ...parts, openJobs }, mail),
    isStillTrue: (then, now) => then.jobIds.every((id) => now.jobIds.includes(id)),
    compose: async (trx, { id, kind, alert }, { subject, text, jobIds }) => {
      const named = { job_ids: JSON.stringify(jobIds) }
      await trx.updateTable('job_alert_mails').set(named).where('id', '=', id).execute()
      const links = await createAlertLinks(trx, alert.id, { publicUrl, now: clock() })
      return {
        to: { name: null, address: alert.email },
        subject,
        text: text(links),
        references: [],
        isAutomatic: true,
        unsubscribeUrl: kind === 'openings' ? links.unsubscribe : null,
      }
    },
    noteFault: ({ id }, fault) => log.warn({ err: fault, mail: id }, 'job alert not sent'),
    noteEnd: async (trx, { id, kind, alert, attempted_at }, { state, response, isAddressRefused }) => {
      await trx.updateTable('job_alert_mails').set({ response }).where('id', '=', id).execute()
      const now = clock()
      const isSeen = kind === 'openings' && attempted_at !== null && ['sent', 'perhaps_sent'].includes(state)
      const change = {
        ...(isSeen && { seen_until: seenUntil(alert, new Date(attempted_at)) }),
        ...(isAddressRefused && { stopped_at: now.toISOString() }),
      }
      if (Object.keys(change).length === 0) return
      await trx.updateTable('job_alerts').set(change).where('id', '=', alert.id).execute()
    },
  }
}

async function findMail(db: Db, id: number): Promise<AlertMail | undefined> {
  const mail = await db.selectFrom('job_alert_mails').selectAll().where('id', '=', id).executeTakeFirst()
  if (!mail) return undefined
  const alert = await db.selectFrom('job_alerts').selectAll().where('id', '=', mail.alert_id).executeTakeFirst()
  return alert && { ...mail, alert }
}

/** Undefined when there is nothing to be said, or nobody who wants it. */
async function readContent(
  db: Db,
  { clock, today, publicUrl, company, openJobs }: AlertSending & { openJobs: OpenJobsReader },
  { kind, day, alert }: AlertMail,
): Promise<Content | undefined> {
  const site = { company, publicUrl }
  if (alert.stopped_at !== null || alert.ends_at <= clock().toISOString()) return undefined
  if (kind === 'confirmation')
    return alert.confirmed_at === null ? { ...confirmationText(site), jobIds: [] } : undefined
  const { date } = today()
  // What was not sent on its day is in the mail of the next one.
  if (date !== day) return undefined
  const jobs = await findOpenings(db, alert, { open: openJobs.latest(), today: date })
  if (jobs.length === 0) return undefined
  const text = openingsText(site, jobs, { facets: facetsOf(alert), endsOn: alert.ends_at.slice(0, 10) })
  return { ...text, jobIds: jobs.map(({ id }) => id) }
}
