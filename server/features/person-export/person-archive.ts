import type { Readable } from 'node:stream'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { APPLICATION_STATUS } from '../../../contract/applications/application-statuses.ts'
import type { QuestionAnswer } from '../../../contract/jobs/question.ts'
import { RATING_WORDS, type Rating } from '../../../contract/team/ratings.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { type ZipWriter, zipStream } from '../../platform/zip-stream.ts'
import { applicantOf } from '../applications/stored/application-fields.ts'
import { type ApplicationWithResume, findApplication } from '../applications/stored/application-queries.ts'
import { listIdsOfPeople, requireEmailKey } from '../applications/stored/email-key-queries.ts'
import { type Action, recordActions } from '../audit/audit-queries.ts'
import { findJobTitles } from '../jobs/job-queries.ts'
import { addMails, addResumes, applicantFacts, type ExportServices, type GivenMail, timeIn } from './add-application.ts'
import { formatPage, type PageSection } from './person-page.ts'
import { type GivenRow, listAlertsOf, OF_APPLICANT, OF_COLLEAGUES, readTables } from './person-tables.ts'

/** The folder of what colleagues wrote: it is apart, since not all of it may have to be given to the person. */
const COLLEAGUES = 'written-by-colleagues/'

/**
 * Everything about the person of an application as a ZIP archive: a folder for each application with its rows as JSON, its files and its
 * messages, a page to read it by, and, apart, what colleagues wrote. It is recorded for each application before the first byte leaves.
 * @throws {RequestError} `not_found`
 */
export async function exportPerson(services: ExportServices, { by, id, now }: Action): Promise<Readable> {
  const { db, clock } = services
  const email = await requireEmailKey(db, id)
  const ids = await listIdsOfPeople(db, [email])
  const entries = ids.map((each) => ({ id: each, subject: 'application', event: { action: 'data_exported' } }) as const)
  await db.transaction().execute((trx) => recordActions(trx, { by, now }, entries))
  return zipStream(clock, (zip) => addPerson(zip, services, { ids, email }))
}

async function addPerson(
  zip: ZipWriter,
  services: ExportServices,
  { ids, email }: { ids: readonly number[]; email: string },
): Promise<void> {
  const { company } = services.config
  const sections: PageSection[] = []
  const ofColleagues: PageSection[] = []
  const names = new Map<number, string>()
  for (const id of ids) {
    // SQLite never waits: without this no other request would run, and nobody would notice that the reader is gone.
    await yieldToOthers()
    if (zip.isGone()) return
    const application = await findApplication(services.db, id)
    if (!application) continue
    names.set(id, application.name)
    sections.push(await addApplication(zip, services, application))
    ofColleagues.push(await addColleagues(zip, services, id))
  }
  const alerts = await listAlertsOf(services.db, email)
  if (alerts.length > 0) {
    zip.addText('job-alerts.json', formatJson(alerts))
    sections.push({
      ...{ heading: 'Job alerts', facts: [] },
      lists: [{ heading: 'Stored', items: [{ text: 'job-alerts.json', path: 'job-alerts.json' }] }],
    })
  }
  const made = `Made on ${timeIn(services)(services.clock().toISOString())} (${company.timeZone}).`
  // As the newest application has it.
  const name = names.get(Math.max(...names.keys())) ?? email
  const title = `What ${company.name} keeps about ${name}`
  const apart = `What colleagues wrote is in the folder ${COLLEAGUES.slice(0, -1)}.`
  zip.addText('index.html', formatPage({ title, intro: [email, made, apart], sections }))
  const advice = 'Look at it before you hand it out: it names colleagues, and others may have rights in it too.'
  zip.addText(
    `${COLLEAGUES}index.html`,
    formatPage({ title: `What colleagues wrote about ${name}`, intro: [email, made, advice], sections: ofColleagues }),
  )
}

async function addApplication(
  zip: ZipWriter,
  services: ExportServices,
  application: ApplicationWithResume,
): Promise<PageSection> {
  const { db } = services
  const { id, job_id } = application
  const when = timeIn(services)
  const folder = `${formatReference('APP', id)}/`
  const rows = await readTables(db, OF_APPLICANT, id)
  await zip.addText(`${folder}application.json`, formatJson(rows))
  const titles = await findJobTitles(db, job_id === null ? [] : [job_id])
  const answers = JSON.parse(application.question_answers) as QuestionAnswer[]
  const planned = (rows.interviews ?? []) as { starts_at: string; state: string; place: string | null }[]
  return {
    heading: `${formatReference('APP', id)}: ${job_id === null ? 'General application' : (titles.get(job_id) ?? 'Unknown position')}`,
    facts: [
      ...applicantFacts(applicantOf(application)),
      ['Received', when(application.created_at)],
      ['Status', APPLICATION_STATUS[application.status].name],
      ['Withdrawn', application.withdrawn_at && when(application.withdrawn_at)],
      ['Source', application.source],
      ...answers.map(({ question, answer }) => [question, answer.join('\n')] as const),
    ],
    lists: [
      { heading: 'Resumes', items: await addResumes(zip, services, { id, folder }) },
      {
        heading: 'Interviews',
        items: planned.map(({ starts_at, state, place }) => ({
          text: [when(starts_at), state, place].filter(Boolean).join(', '),
        })),
      },
      {
        heading: 'Consents to stay on file',
        items: ((rows.consents ?? []) as Consent[]).map(({ text_version, given_at, withdrawn_at }) => ({
          text: `Version ${text_version} of the text, given ${when(given_at)}${withdrawn_at === null ? '' : `, withdrawn ${when(withdrawn_at)}`}`,
        })),
      },
      {
        heading: 'Messages',
        items: addMails(zip, services, { mails: mailsOf(rows.mails), folder: `${folder}messages/` }),
      },
      { heading: 'All of it as JSON', items: [{ text: 'application.json', path: `${folder}application.json` }] },
    ],
  }
}

type Consent = { text_version: number; given_at: string; withdrawn_at: string | null }

/** What was sent, or waits to be. */
function mailsOf(rows: readonly GivenRow[] = []): GivenMail[] {
  return rows.map(({ subject, body, settled_at, created_at }) => ({
    ...{ subject: String(subject ?? ''), body: String(body ?? '') },
    at: String(settled_at ?? created_at),
  }))
}

type Comment = { author_name: string; created_at: string; text: string | null }
type Card = { author_name: string; created_at: string; answers: { overall: Rating; note: string } | null }

async function addColleagues(zip: ZipWriter, services: ExportServices, id: number): Promise<PageSection> {
  const when = timeIn(services)
  const reference = formatReference('APP', id)
  const rows = await readTables(services.db, OF_COLLEAGUES, id)
  const file = `${reference}.json`
  await zip.addText(COLLEAGUES + file, formatJson(rows))
  const comments = (rows.comments ?? []) as Comment[]
  const cards = (rows.scorecards ?? []) as Card[]
  const tags = (rows.tags ?? []).map(({ name }) => String(name))
  return {
    heading: reference,
    facts: [
      ['Feedback', (rows.applications?.[0]?.feedback as string | null) ?? null],
      ['Tags', tags.join(', ')],
    ],
    lists: [
      {
        heading: 'Comments',
        items: comments.map(({ author_name, created_at, text }) => ({
          text: `${author_name}, ${when(created_at)}: ${text ?? 'deleted'}`,
        })),
      },
      {
        heading: 'Scorecards',
        items: cards.map(({ author_name, created_at, answers }) => ({
          text: `${author_name}, ${when(created_at)}: ${answers ? [RATING_WORDS[answers.overall], answers.note].filter(Boolean).join('. ') : 'skipped'}`,
        })),
      },
      { heading: 'All of it as JSON', items: [{ text: file, path: file }] },
    ],
  }
}

function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
