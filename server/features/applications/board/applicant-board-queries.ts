import type { ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import type { ApplicationRow, Db } from '../../../platform/database/tables.ts'
import { IS_STATUS_CHANGE, readStatusMove, withoutUndone } from '../stored/status-changes.ts'

/** How many applications of one posting share a state. */
export type JobGroup = Pick<ApplicationRow, 'archived' | 'status'> & { job_id: number; count: number }

/** The columns of an application that its card shows. */
export type BoardRow = Pick<
  ApplicationRow,
  | 'id'
  | 'version'
  | 'name'
  | 'created_at'
  | 'interview_date'
  | 'withdrawn_at'
  | 'answer_by'
  | 'first_answered_at'
  | 'question_answers'
>

/**
 * Counts the applications of every posting, or of one, by archive and status. Reads nothing but an index; quarantined
 * applications and those without a posting are left out.
 */
export function countJobGroups(db: Db, jobId?: number): Promise<JobGroup[]> {
  const groups = db
    .selectFrom('applications')
    .select(['archived', 'status', 'job_id'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('quarantined', '=', 0)
    .where('job_id', 'is not', null)
    .groupBy(['archived', 'status', 'job_id'])
    .$narrowType<{ job_id: number }>()
  return (jobId === undefined ? groups : groups.where('job_id', '=', jobId)).execute()
}

/** The first applications of one column, in the order in which they came. */
export function listBoardColumn(
  db: Db,
  { jobId, status, limit }: { jobId: number; status: ApplicationStatus; limit: number },
): Promise<BoardRow[]> {
  return db
    .selectFrom('applications')
    .select(['id', 'version', 'name', 'created_at', 'interview_date', 'withdrawn_at', 'answer_by', 'first_answered_at'])
    .select('question_answers')
    .where('quarantined', '=', 0)
    .where('archived', '=', 0)
    .where('status', '=', status)
    .where('job_id', '=', jobId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** When the last change of status happened that was not undone, by application; absent where there is none. */
export async function findStageStarts(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('audit_trail')
    .select(['subject_id', 'at', 'event'])
    .where(IS_STATUS_CHANGE)
    .where('subject_id', 'in', ids)
    .orderBy('subject_id')
    .orderBy('id')
    .execute()
  const changes = Map.groupBy(
    rows.map(({ subject_id, at, event }) => ({ id: subject_id, at, ...readStatusMove(event) })),
    ({ id }) => id,
  )
  return new Map(
    [...changes].flatMap(([id, all]) =>
      withoutUndone(all)
        .slice(-1)
        .map(({ at }) => [id, at] as const),
    ),
  )
}
