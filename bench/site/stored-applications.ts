import type { Transaction } from 'kysely'
import { APPLICATION_STATUSES } from '../../contract/applications/status-lists.ts'
import { addDays } from '../../contract/promise/calendar-days.ts'
import { ANSWER_WITHIN_DAYS } from '../../contract/wire/limits.ts'
import { keysOf } from '../../contract/wire/records.ts'
import { applicationRow } from '../../server/features/applications/stored/application-fields.ts'
import { indexApplications } from '../../server/features/applications/stored/application-search-queries.ts'
import { beginCheck, scheduleCheck } from '../../server/features/resumes/check-queries.ts'
import type { Db, Tables } from '../../server/platform/database/tables.ts'
import { PARSER_VERSION } from '../../server/platform/text-extraction/text-extractor.ts'
import { storeJobs } from './stored-jobs.ts'
import { randomName, randomResume, randomText, seededRandom } from './texts.ts'

const JOBS = 50
const TAB_COUNT = APPLICATION_STATUSES.length + 1
const BETWEEN_MS = 10 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** Of a note; the square of a random number makes most of them short, as they are. */
const MOST_WORDS = 200
/** Few enough that PostgreSQL does not take the time between two statements for a lost connection. */
const ROWS_AT_ONCE = 100
const RESUME_BYTES = 200_000

/** Texts to search for. The first two tabs have as many of the rare ones however much is stored. */
export const SEARCHED = {
  /** In the notes of every other application of each tab. */
  often: 'commission',
  rarely: 'tachymeter',
  never: 'xylophone',
  twoLettersOften: 'pl',
  twoLettersRarely: 'qj',
  /** In most resumes. */
  ofMostResumes: 'manifold',
  /** In the title of every posting, and in no other text. */
  title: 'integration',
} as const

const RARE_IN_TAB = 7

/** Tags by their ids: one has more applications than are read by their numbers, the other half of all. */
export const TAGGED = { by1500: 1, byHalf: 2 } as const

const FEWER_TAGGED = 1_500

/**
 * Stores postings and applications with all the rows that the program would have made for them, spread evenly over the
 * six tabs and the postings. Their resumes have no files, and so no check of the files is left to be made.
 */
export async function storeApplications(db: Db, count: number): Promise<void> {
  const random = seededRandom(3)
  const now = Date.now()
  await db.transaction().execute(async (trx) => {
    const jobs = await storeJobs(trx, JOBS)
    await storeTags(trx, new Date(now))
    for (let begin = 0; begin < count; begin += ROWS_AT_ONCE) {
      const indexes = Array.from({ length: Math.min(ROWS_AT_ONCE, count - begin) }, (_, index) => begin + index)
      const rows = indexes.map((index) => randomApplication(random, { index, count, now, jobs }))
      const ids = await storeRows(trx, rows, random)
      await tagRows(trx, { ids, begin, count })
    }
    await beginCheck(trx, new Date(now))
    await scheduleCheck(trx, { afterId: 0, isFull: false }, new Date(now), DAY_MS)
  })
}

type Row = ReturnType<typeof randomApplication>

function randomApplication(
  random: () => number,
  { index, count, now, jobs }: { index: number; count: number; now: number; jobs: number[] },
) {
  const status = APPLICATION_STATUSES[index % TAB_COUNT]
  const received = new Date(now - index * BETWEEN_MS).toISOString()
  const row = {
    name: randomName(random),
    email: `applicant.${index}@example.com`,
    phone: '+1 432 555 0142',
    note: noteOf(random, { index: Math.floor(index / TAB_COUNT), inTab: Math.floor(count / TAB_COUNT) }),
    status: status ?? 'pending',
    archived: status ? 0 : 1,
    job_id: jobs[Math.floor(random() * jobs.length)] ?? null,
    created_at: received,
    answer_by: addDays(received.slice(0, 10), ANSWER_WITHIN_DAYS),
    feedback: null,
    interview_date: null,
    idempotency_key: null,
    content_hash: '',
  } as const
  return applicationRow(row)
}

/** @param position.index index of the application in its tab; `inTab` is how many the tab has */
function noteOf(random: () => number, { index, inTab }: { index: number; inTab: number }): string {
  const isRare = index % Math.ceil(inTab / RARE_IN_TAB) === 0
  return [
    randomText(random, Math.ceil(MOST_WORDS * random() ** 2)),
    index % 2 === 0 && `I ${SEARCHED.often} well pads.`,
    isRare && `I own a ${SEARCHED.rarely} of the make ${SEARCHED.twoLettersRarely.toUpperCase()}.`,
  ]
    .filter(Boolean)
    .join('. ')
}

async function storeTags(trx: Transaction<Tables>, now: Date): Promise<void> {
  for (const name of Object.keys(TAGGED)) {
    const row = { name, name_key: name.toLowerCase(), color: 'teal', created_at: now.toISOString() } as const
    await trx.insertInto('tags').values(row).execute()
  }
}

async function tagRows(
  trx: Transaction<Tables>,
  { ids, begin, count }: { ids: number[]; begin: number; count: number },
): Promise<void> {
  const every = { by1500: Math.ceil(count / FEWER_TAGGED), byHalf: 2 }
  const rows = ids.flatMap((application_id, index) =>
    keysOf(TAGGED)
      .filter((tag) => (begin + index) % every[tag] === 0)
      .map((tag) => ({ application_id, tag_id: TAGGED[tag] })),
  )
  await trx.insertInto('application_tags').values(rows).execute()
}

/** @returns the ids of the applications, in the order of the rows */
async function storeRows(trx: Transaction<Tables>, rows: Row[], random: () => number): Promise<number[]> {
  const stored = await trx.insertInto('applications').values(rows).returning(['id', 'created_at']).execute()
  const texts = stored.map(() => randomResume(random))
  await indexApplications(
    trx,
    stored.map(({ id }, index) => ({ ...(rows[index] as Row), id, resume_text: texts[index] })),
  )
  const resumes = stored.map(({ id }) => ({
    application_id: id,
    original_name: 'cv.pdf',
    kind: 'pdf' as const,
    size: RESUME_BYTES,
    sha256: String(id).padStart(64, '0'),
    scan: null,
  }))
  // Without ids of our own: PostgreSQL would give the same ones to later resumes.
  const storedResumes = await trx.insertInto('resumes').values(resumes).returning(['id', 'application_id']).execute()
  const resumeTexts = stored.map(({ id, created_at }, index) => ({
    application_id: id,
    state: 'extracted' as const,
    text: texts[index] ?? '',
    pages: 1,
    is_truncated: 0 as const,
    parser_version: PARSER_VERSION,
    extracted_at: created_at,
  }))
  await trx.insertInto('resume_texts').values(resumeTexts).execute()
  const createdAt = new Map(stored.map(({ id, created_at }) => [id, created_at]))
  const replicas = storedResumes.map(({ id, application_id }) => ({
    resume_id: id,
    store: 'local' as const,
    key: `${application_id}`,
    state: 'stored' as const,
    last_error: null,
    changed_at: createdAt.get(application_id) ?? '',
    checked_at: createdAt.get(application_id) ?? '',
  }))
  await trx.insertInto('resume_replicas').values(replicas).execute()
  const entries = stored.map(({ id, created_at }) => ({
    at: created_at,
    account_id: null,
    username: null,
    subject: 'application' as const,
    subject_id: id,
    action: 'received',
    event: JSON.stringify({ action: 'received', quarantined: false }),
  }))
  await trx.insertInto('audit_trail').values(entries).execute()
  return stored.map(({ id }) => id)
}
