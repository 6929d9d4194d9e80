import type { Readable } from 'node:stream'
import type { MyApplication } from '../../../contract/applications/my-application.ts'
import type { Db } from '../../platform/database/tables.ts'
import { zipStream } from '../../platform/zip-stream.ts'
import { countOwnEntries, recordAction } from '../audit/audit-queries.ts'
import { addMails, addResumes, applicantFacts, type ExportServices, timeIn } from '../person-export/add-application.ts'
import { formatPage } from '../person-export/person-page.ts'

/** One download of each kind an hour is recorded: a link that is used without end does not fill the audit trail. */
const RECORDED = { withinMs: 60 * 60_000, limit: 1 } as const

/** Whether a download by the applicant leaves an entry. */
export async function needsEntry(
  db: Db,
  { id, now }: { id: number; now: Date },
  action: 'resume_downloaded' | 'data_exported',
): Promise<boolean> {
  return (await countOwnEntries(db, id, { ...RECORDED, actions: [action], now })) === 0
}

/**
 * What an applicant may read of the own application, as a ZIP archive: the page *My application* as JSON, every resume, the messages
 * that have left, and a page to read it by. What colleagues wrote is not in it: an owner gives that out. It is recorded before the
 * first byte leaves.
 */
export async function exportOwnApplication(
  services: ExportServices,
  { id, now, application }: { id: number; now: Date; application: MyApplication },
): Promise<Readable> {
  const { db } = services
  if (await needsEntry(db, { id, now }, 'data_exported')) {
    const entry = { by: null, now, id, subject: 'application', event: { action: 'data_exported' } } as const
    await db.transaction().execute((trx) => recordAction(trx, entry))
  }
  const { company } = services.config
  const when = timeIn(services)
  return zipStream(services.clock, async (zip) => {
    const { reference, job, createdAt, withdrawnAt, questionAnswers, interviews, messages } = application
    zip.addText('application.json', `${JSON.stringify(application, null, 2)}\n`)
    const mails = messages.map(({ subject, body, sentAt }) => ({ subject, body, at: sentAt })).toReversed()
    const lists = [
      { heading: 'Resumes', items: await addResumes(zip, services, { id, folder: '' }) },
      {
        heading: 'Interviews',
        items: interviews.map(({ startsAt, place }) => ({ text: [when(startsAt), place].filter(Boolean).join(', ') })),
      },
      { heading: 'Messages', items: addMails(zip, services, { mails, folder: 'messages/' }) },
      { heading: 'All of it as JSON', items: [{ text: 'application.json', path: 'application.json' }] },
    ]
    const section = {
      heading: `${reference}: ${job ?? 'General application'}`,
      facts: [
        ...applicantFacts(application),
        ['Received', when(createdAt)] as const,
        ['Withdrawn', withdrawnAt && when(withdrawnAt)] as const,
        ...questionAnswers.map(({ question, answer }) => [question, answer.join('\n')] as const),
      ],
      lists,
    }
    const made = `Made on ${when(services.clock().toISOString())} (${company.timeZone}).`
    const title = `Your application at ${company.name}`
    zip.addText('index.html', formatPage({ title, intro: [made], sections: [section] }))
  })
}
