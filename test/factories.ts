import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobCreate } from '../contract/jobs/job.ts'
import { composeDescription, emptySections } from '../contract/jobs/job-description.ts'
import { NO_FACTS } from '../contract/jobs/job-facts.ts'
import { addDays, dayIn } from '../contract/promise/calendar-days.ts'
import { ADMIN_API } from '../contract/wire/admin-paths.ts'
import { ANSWER_WITHIN_DAYS } from '../contract/wire/limits.ts'
import { API } from '../contract/wire/paths.ts'
import { applicationRow } from '../server/features/applications/stored/application-fields.ts'
import { insertApplication } from '../server/features/applications/stored/application-queries.ts'
import { indexApplications } from '../server/features/applications/stored/application-search-queries.ts'
import type { Db, NewApplicationRow } from '../server/platform/database/tables.ts'
import type { TestApp } from './test-app.ts'

/** Bytes of a real document from `test/fixtures`. */
export function fixture(name: string): Buffer<ArrayBuffer> {
  return readFileSync(join(import.meta.dirname, 'fixtures', name)) as Buffer<ArrayBuffer>
}

/** A complete posting as an admin would send it. */
export function jobBody(changes: Partial<JobCreate> = {}): JobCreate {
  return {
    title: 'SCADA Integration Engineer',
    location: 'Midland, TX',
    department: 'Engineering',
    jobType: 'Full-time',
    salaryRange: '$95,000 - $120,000',
    internalJobCode: 'INT-7',
    projectCode: 'PRJ-3',
    description: composeDescription({
      ...emptySections(),
      'Job Overview': 'Bring well pads into one operator screen.',
      'Key Responsibilities': '- Build Ignition projects\n- Commission on site',
    }),
    requirements: '- Two years with Ignition',
    benefits: 'Health insurance',
    status: 'active',
    isActive: true,
    ...NO_FACTS,
    questions: [],
    criteria: [],
    ...changes,
  }
}

/** A multipart form. Entries without a value are left out. */
export function form(
  fields: Record<string, string | undefined>,
  resume?: { name: string; content: Buffer<ArrayBuffer> },
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.append(name, value)
  if (resume) body.append('resume', new File([resume.content], resume.name))
  return body
}

/** A complete application with a real document, a PDF by default. */
export function applicationForm(fields: Record<string, string | undefined> = {}, name = 'resume.pdf'): FormData {
  return form({ ...APPLICANT, ...fields }, { name, content: fixture(name) })
}

/** What the applicant of {@link applicationForm} typed. */
export const APPLICANT = {
  name: 'Ana Núñez',
  email: 'ana@example.com',
  phone: '+1 432 555 0142',
  note: 'I have worked with Ignition since 2019.',
}

/** Creates a posting through the API and gives back its number. */
export async function createJob(app: TestApp, changes: Partial<JobCreate> = {}): Promise<number> {
  const headers = { ...(await app.signIn()), 'content-type': 'application/json' }
  const response = await app.request(ADMIN_API.adminJobs, {
    method: 'POST',
    headers,
    body: JSON.stringify(jobBody(changes)),
  })
  if (response.status !== 201) throw new Error(`no job: ${await response.text()}`)
  return ((await response.json()) as { id: number }).id
}

/** Sends an application and gives back its number. */
export async function apply(app: TestApp, fields: Record<string, string | undefined> = {}): Promise<number> {
  const response = await app.request(API.submitApplication, { method: 'POST', body: applicationForm(fields) })
  if (response.status !== 201) throw new Error(`no application: ${await response.text()}`)
  return ((await response.json()) as { id: number }).id
}

/** Like {@link apply}, and lets the receipt leave at once. */
export async function applyAtOnce(app: TestApp, fields: Record<string, string | undefined> = {}): Promise<number> {
  const id = await apply(app, fields)
  app.wakeOutbox()
  return id
}

/** Puts an application without a resume straight into the database, as old and as far on as a test needs it. */
export function insertApplicant(db: Db, changes: Partial<NewApplicationRow> = {}): Promise<number> {
  return insertApplication(db, applicantRow(changes))
}

/** Like {@link insertApplicant}, many at once. */
export async function insertApplicants(db: Db, all: Partial<NewApplicationRow>[]): Promise<void> {
  const rows = all.map(applicantRow)
  const stored = await db.insertInto('applications').values(rows.map(applicationRow)).returning('id').execute()
  await indexApplications(
    db,
    stored.map(({ id }, index) => ({ ...(rows[index] as NewApplicationRow), id })),
  )
}

/** Of the example's company, which tests run with. */
const COMPANY_ZONE = 'America/Chicago'

/** The row of an application without a resume, with the day that was promised where the company is. */
export function applicantRow(changes: Partial<NewApplicationRow>): NewApplicationRow {
  const { created_at = new Date().toISOString() } = changes
  return {
    ...APPLICANT,
    status: 'pending',
    archived: 0,
    job_id: null,
    created_at,
    answer_by: addDays(dayIn(new Date(created_at), COMPANY_ZONE), ANSWER_WITHIN_DAYS),
    feedback: null,
    interview_date: null,
    idempotency_key: null,
    content_hash: '',
    ...changes,
  }
}
