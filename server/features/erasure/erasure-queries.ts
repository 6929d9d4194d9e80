import { MOST_OF_PERSON, type Person } from '../../../contract/personal-data/person-erasure.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import { HELD_AS_SPAM } from '../../platform/database/quarantine.ts'
import type { Db } from '../../platform/database/tables.ts'
import { listByAddress } from '../alerts/alert-queries.ts'
import { requireEmailKey } from '../applications/stored/email-key-queries.ts'
import { findJobTitles } from '../jobs/job-queries.ts'
import { findHolds } from '../legal-holds/legal-hold-queries.ts'
import { eraseApplicationTask } from '../resumes/resume-task-kinds.ts'

/** The applications of a person, newest first, up to {@link MOST_OF_PERSON} and one more. */
export function listOfPerson(db: Db, key: string) {
  return db
    .selectFrom('applications')
    .select(['id', 'job_id', 'created_at', 'status', 'archived', 'quarantined', 'erase_on'])
    .where('email_key', '=', key)
    .orderBy('id', 'desc')
    .limit(MOST_OF_PERSON + 1)
    .execute()
}

/** What an erasure of the person of an application would remove. @throws {RequestError} `not_found` */
export async function readPerson(db: Db, applicationId: number): Promise<Person> {
  const key = await requireEmailKey(db, applicationId)
  const rows = await listOfPerson(db, key)
  const shown = rows.slice(0, MOST_OF_PERSON)
  const ids = shown.map(({ id }) => id)
  const titles = await findJobTitles(
    db,
    shown.flatMap(({ job_id }) => job_id ?? []),
  )
  const erasing = await listErasing(db, ids)
  const hold = (await findHolds(db, [key])).get(key) ?? null
  return {
    applications: shown.map(({ id, job_id, created_at, status, archived, quarantined, erase_on }) => ({
      ...{
        id,
        status,
        createdAt: created_at,
        jobId: job_id,
        jobTitle: (job_id !== null && titles.get(job_id)) || null,
      },
      ...{ archived: archived === 1, quarantined: quarantined === HELD_AS_SPAM, setAside: erase_on !== null },
      isErasing: erasing.has(id),
    })),
    hasMore: rows.length > MOST_OF_PERSON,
    counts: { ...(await countOf(db, ids)), jobAlerts: (await listByAddress(db, key)).length },
    hold,
    waitsFor: hold ? null : ([...erasing.values()].find((error) => error !== null) ?? null),
  }
}

async function countOf(db: Db, ids: readonly number[]): Promise<Omit<Person['counts'], 'jobAlerts'>> {
  const ofThem = <Table extends 'resumes' | 'mails' | 'comments' | 'scorecards' | 'interviews'>(table: Table) =>
    db.selectFrom(table as 'resumes').where('application_id', 'in', ids)
  return {
    files: await countRows(ofThem('resumes')),
    messages: await countRows(ofThem('mails')),
    comments: await countRows(
      db.selectFrom('comments').where('application_id', 'in', ids).where('text', 'is not', null),
    ),
    scorecards: await countRows(ofThem('scorecards')),
    interviews: await countRows(ofThem('interviews')),
  }
}

/** Which of some applications wait to be erased, each with the error of its latest attempt. */
export async function listErasing(db: Db, applicationIds: readonly number[]): Promise<Map<number, string | null>> {
  const tasks = db.selectFrom('outbox_tasks').select(['kind', 'payload', 'last_error']).where('kind', '=', KIND)
  const payloads = applicationIds.map((applicationId) =>
    JSON.stringify(eraseApplicationTask({ applicationId }).payload),
  )
  if (payloads.length === 0) return new Map()
  const waiting = await tasks.where('payload', 'in', payloads).execute()
  return new Map(
    waiting.flatMap((task) => {
      const read = eraseApplicationTask.read(task)
      return read ? [[read.applicationId, task.last_error] as const] : []
    }),
  )
}

const KIND = eraseApplicationTask.kind
