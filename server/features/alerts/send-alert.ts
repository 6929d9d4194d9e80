import { ALERT_MAIL_KINDS, type AlertMailKind, SENT_MAIL } from '../../../contract/messages/mail-terms.ts'
import { recordOf } from '../../../contract/wire/records.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Db, JobAlertRow, MailRow } from '../../platform/database/tables.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import type { Services } from '../feature.ts'
import { createAlertLinks } from './alert-links.ts'
import { type AlertText, confirmationText, openingsText } from './alert-texts.ts'
import { createOpenJobsReader, findOpenings, seenUntil } from './openings/find-openings.ts'
import { facetsOf } from './openings/fits-alert.ts'

/** What a mail says, to whom, and the postings that it names. */
type Content = AlertText & { alert: JobAlertRow; jobIds: number[] }

type AlertMail = MailRow & { alert_id: number }

/** The mails of job alerts: a posting that has closed meanwhile is not named. */
export function alertMails({
  clock,
  today,
  published,
  config,
}: Pick<Services, 'clock' | 'today' | 'published' | 'config'>): Record<AlertMailKind, MailKind<Content, AlertMail>> {
  const { publicUrl } = config
  const site = { company: config.company.name, publicUrl }
  const openJobs = createOpenJobsReader(published)

  const readConfirmation = (alert: JobAlertRow) =>
    alert.confirmed_at === null ? { ...confirmationText(site.company), alert, jobIds: [] } : undefined

  const readOpenings = async (db: Db, alert: JobAlertRow, day: string | null) => {
    const { date } = today()
    // What was not sent on its day is in the mail of the next one.
    if (date !== day) return undefined
    const jobs = await findOpenings(db, alert, { open: openJobs.latest(), today: date })
    if (jobs.length === 0) return undefined
    const text = openingsText(site, jobs, { facets: facetsOf(alert), endsOn: alert.ends_at.slice(0, 10) })
    return { ...text, alert, jobIds: jobs.map(({ id }) => id) }
  }

  const mail: MailKind<Content, AlertMail> = {
    // So that messages to applicants are not held up.
    givesWay: true,
    withoutContent: 'nothing',
    // In the order of a deletion.
    lock: (trx, { alert_id }) => lockRow(trx, 'job_alerts', alert_id),
    prepare: openJobs.current,
    read: async (db, { alert_id, kind, day }) => {
      const alert = await findAlert(db, alert_id)
      if (!alert || alert.stopped_at !== null || alert.ends_at <= clock().toISOString()) return undefined
      return kind === 'confirmation' ? readConfirmation(alert) : readOpenings(db, alert, day)
    },
    isStillTrue: (then, now) => then.jobIds.every((id) => now.jobIds.includes(id)),
    compose: async (trx, { id, kind }, { alert, subject, text, button, jobIds }) => {
      const named = { job_ids: JSON.stringify(jobIds) }
      await trx.updateTable('mails').set(named).where('id', '=', id).execute()
      const links = await createAlertLinks(trx, alert.id, { publicUrl, now: clock() })
      return {
        to: { name: null, address: alert.email },
        subject,
        text: text(links),
        button: button(links),
        references: [],
        isAutomatic: true,
        unsubscribeUrl: kind === 'openings' ? links.unsubscribe : null,
      }
    },
    afterEnd: async (trx, { kind, alert_id, attempted_at }, { state, isAddressRefused }) => {
      const alert = await findAlert(trx, alert_id)
      if (!alert) return
      const isSeen = kind === 'openings' && attempted_at !== null && SENT_MAIL.includes(state)
      const change = {
        ...(isSeen && { seen_until: seenUntil(alert, new Date(attempted_at)) }),
        ...(isAddressRefused && { stopped_at: clock().toISOString() }),
      }
      if (Object.keys(change).length === 0) return
      await trx.updateTable('job_alerts').set(change).where('id', '=', alert_id).execute()
    },
  }
  return recordOf(ALERT_MAIL_KINDS, () => mail)
}

function findAlert(db: Db, id: number): Promise<JobAlertRow | undefined> {
  return db.selectFrom('job_alerts').selectAll().where('id', '=', id).executeTakeFirst()
}
