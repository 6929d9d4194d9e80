import { type Insertable, sql, type Transaction } from 'kysely'
import { OPEN_STATUSES, REFUSAL_STATUSES } from '../../../../contract/applications/status-lists.ts'
import { DELIVERED_MAIL, TRIED_MAIL } from '../../../../contract/messages/mail-terms.ts'
import { OVERDUE_LENGTH, UNDO_TIME_MS } from '../../../../contract/wire/limits.ts'
import type { ApplicationRow, Db, InterviewRow, Tables } from '../../../platform/database/tables.ts'
import { notFound } from '../../../platform/http/request-error.ts'
import { isInOrPerhapsSent } from '../../../platform/mail/perhaps-sent.ts'

/** An interview with what its reader has to know of the application. */
export type InterviewWithApplicant = InterviewRow &
  Pick<ApplicationRow, 'name' | 'email' | 'job_id' | 'status'> & { job_title: string | null }

/** A planned interview in a calendar feed takes part for so long after its end. In milliseconds. */
const FED_MS = 365 * 24 * 60 * 60_000
/** Interviews in one feed. */
const MOST_FED = 2_000
/** Interviews in one agenda. */
const MOST_LISTED = 1_000

function selectInterviews(db: Db) {
  return db
    .selectFrom('interviews')
    .innerJoin('applications', 'applications.id', 'interviews.application_id')
    .leftJoin('jobs', 'jobs.id', 'applications.job_id')
    .selectAll('interviews')
    .select(['applications.name', 'applications.email', 'applications.job_id', 'applications.status'])
    .select('jobs.title as job_title')
}

/** One interview. */
export function findInterview(db: Db, id: number): Promise<InterviewWithApplicant | undefined> {
  return selectInterviews(db).where('interviews.id', '=', id).executeTakeFirst()
}

/** The interview that an earlier attempt of the same request has stored. */
export function findInterviewByIdempotencyKey(db: Db, key: string): Promise<InterviewWithApplicant | undefined> {
  return selectInterviews(db).where('interviews.idempotency_key', '=', key).executeTakeFirst()
}

/** All interviews of an application, by time; those that nobody was invited to, and that are cancelled, too. */
export function listInterviewsOf(db: Db, applicationId: number): Promise<InterviewWithApplicant[]> {
  return selectInterviews(db)
    .where('interviews.application_id', '=', applicationId)
    .orderBy('interviews.starts_at')
    .orderBy('interviews.id')
    .execute()
}

/** The planned interviews of applications, by application and time. */
export function listPlannedOf(db: Db, applicationIds: readonly number[]): Promise<InterviewWithApplicant[]> {
  return selectInterviews(db)
    .where('interviews.application_id', 'in', applicationIds)
    .where('interviews.state', '=', 'planned')
    .orderBy('interviews.application_id')
    .orderBy('interviews.starts_at')
    .execute()
}

/**
 * The interviews that an applicant sees, by time: those whose invitation has left, and planned ones whose invitation is older than
 * the undo time; none that nobody is invited to.
 * A cancelled one is shown as it was until the applicant is told, or until it cannot be undone any more. So whatever
 * cancels it looks the same, and none tells of a refusal.
 */
export async function listShownInterviews(db: Db, applicationId: number, now: Date): Promise<InterviewWithApplicant[]> {
  const rows = await selectWithAnnouncements(db, applicationId).orderBy('starts_at').orderBy('interviews.id').execute()
  return rows.flatMap((row) => asShown(row, now) ?? [])
}

type OneShown = { applicationId: number; id: number; now: Date }

/** One of the interviews that an applicant sees, as it is shown; undefined before it is announced. */
export async function findShownInterview(
  db: Db,
  { applicationId, id, now }: OneShown,
): Promise<InterviewWithApplicant | undefined> {
  const row = await selectWithAnnouncements(db, applicationId).where('interviews.id', '=', id).executeTakeFirst()
  return row && asShown(row, now)
}

/** The same. @throws {RequestError} `not_found`, also before it is announced */
export async function requireShownInterview(db: Db, one: OneShown): Promise<InterviewWithApplicant> {
  const shown = await findShownInterview(db, one)
  if (!shown) throw notFound('This interview no longer exists.')
  return shown
}

/** An interview with what was announced to its applicant. */
type InterviewWithAnnouncements = InterviewWithApplicant & {
  invited_at: string
  withdrawn_at: string | null
  is_announced: Bool
  is_cancellation_announced: Bool
}
/** As each engine gives it. */
type Bool = boolean | number

function selectWithAnnouncements(db: Db, applicationId: number) {
  return selectInterviews(db)
    .select('applications.withdrawn_at')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('mails')
          .select(sql.lit(1).as('one'))
          .whereRef('mails.interview_id', '=', 'interviews.id')
          .where('mails.to_interviewer', '=', 0)
          .where(isInOrPerhapsSent(TRIED_MAIL)),
      )
        .$castTo<Bool>()
        .as('is_announced'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('mails')
          .select(sql.lit(1).as('one'))
          .whereRef('mails.application_id', '=', 'interviews.application_id')
          .whereRef('mails.created_at', '>=', 'interviews.cancelled_at')
          .where('mails.to_interviewer', '=', 0)
          .where(isInOrPerhapsSent(DELIVERED_MAIL))
          .where(({ eb, or, ref }) =>
            or([eb('mails.kind', 'in', REFUSAL_STATUSES), eb('mails.interview_id', '=', ref('interviews.id'))]),
          ),
      )
        .$castTo<Bool>()
        .as('is_cancellation_announced'),
    )
    .where('interviews.application_id', '=', applicationId)
    .where('interviews.invited_at', 'is not', null)
    .$narrowType<{ invited_at: string }>()
}

/** An interview as its applicant sees it; undefined when the applicant does not. A cancellation adds one to both numbers. */
function asShown(row: InterviewWithAnnouncements, now: Date): InterviewWithApplicant | undefined {
  const { withdrawn_at, is_announced, is_cancellation_announced, ...interview } = row
  const { invited_at, cancelled_at, version, sequence } = interview
  const isUnseen =
    cancelled_at !== null && !is_cancellation_announced && withdrawn_at === null && isUndoable(cancelled_at, now)
  const shown: InterviewWithApplicant = isUnseen
    ? { ...interview, state: 'planned', cancelled_at: null, version: version - 1, sequence: sequence - 1 }
    : interview
  // An applicant who has chosen the time knows of it before the invitation leaves.
  if (is_announced || shown.responded_at !== null) return shown
  return shown.state === 'planned' && !isUndoable(invited_at, isUnseen ? new Date(cancelled_at) : now)
    ? shown
    : undefined
}

function isUndoable(at: string, now: Date): boolean {
  return now.getTime() - Date.parse(at) < UNDO_TIME_MS
}

/** Planned interviews that begin between two instants, by time. */
export function listAgenda(db: Db, { from, to }: { from: string; to: string }): Promise<InterviewWithApplicant[]> {
  return selectInterviews(db)
    .where('interviews.state', '=', 'planned')
    .where('interviews.starts_at', '>=', from)
    .where('interviews.starts_at', '<', to)
    .orderBy('interviews.starts_at')
    .orderBy('interviews.id')
    .limit(MOST_LISTED)
    .execute()
}

/** Planned interviews that are over and whose open application has no feedback saved since they began, oldest first. */
export function listOverdue(db: Db, now: Date): Promise<InterviewWithApplicant[]> {
  return selectInterviews(db)
    .where('interviews.state', '=', 'planned')
    .where('interviews.ends_at', '<=', now.toISOString())
    .where('applications.archived', '=', 0)
    .where('applications.quarantined', '=', 0)
    .where('applications.status', 'in', OPEN_STATUSES)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('feedback_versions')
            .select(sql.lit(1).as('one'))
            .whereRef('feedback_versions.application_id', '=', 'interviews.application_id')
            .whereRef('feedback_versions.saved_at', '>=', 'interviews.starts_at')
            .where('feedback_versions.text', 'is not', null),
        ),
      ),
    )
    .orderBy('interviews.starts_at')
    .orderBy('interviews.id')
    .limit(OVERDUE_LENGTH)
    .execute()
}

/** The planned interviews of a calendar feed: all future ones, and the past ones of a year. */
export async function listFed(db: Db, now: Date): Promise<InterviewWithApplicant[]> {
  const newest = await selectInterviews(db)
    .where('interviews.state', '=', 'planned')
    .where('interviews.starts_at', '>', new Date(now.getTime() - FED_MS).toISOString())
    .orderBy('interviews.starts_at', 'desc')
    .limit(MOST_FED)
    .execute()
  return newest.reverse()
}

/** The open applications of a posting with an interview that has not begun; archived ones left out. */
export function listOpenWithInterview(db: Db, jobId: number, now: Date): Promise<number[]> {
  const open = selectWithInterviewAhead(db, now)
    .where('applications.job_id', '=', jobId)
    .where('applications.archived', '=', 0)
    .where('applications.status', 'in', OPEN_STATUSES)
  return idsOf(open)
}

/** Applications whose interview date has passed while another interview is still to begin. */
export function listPassedDates(db: Db, now: Date): Promise<number[]> {
  return idsOf(selectWithInterviewAhead(db, now).where('applications.interview_date', '<=', now.toISOString()))
}

/** Applications with an interview that has not begun. Narrow it down before it is executed. */
function selectWithInterviewAhead(db: Db, now: Date) {
  return db
    .selectFrom('interviews')
    .innerJoin('applications', 'applications.id', 'interviews.application_id')
    .select('applications.id')
    .distinct()
    .where('interviews.state', '=', 'planned')
    .where('interviews.starts_at', '>', now.toISOString())
    .orderBy('applications.id')
}

async function idsOf(applications: ReturnType<typeof selectWithInterviewAhead>): Promise<number[]> {
  return (await applications.execute()).map(({ id }) => id)
}

/** Stores an interview and returns its number. */
export async function insertInterview(
  trx: Transaction<Tables>,
  interview: Insertable<Tables['interviews']>,
): Promise<number> {
  const inserted = trx.insertInto('interviews').values(interview).returning('id')
  return (await inserted.executeTakeFirstOrThrow()).id
}

/** Changes an interview, which its application's lock protects, and gives it its next version. */
export async function updateInterview(
  trx: Transaction<Tables>,
  id: number,
  changes: Partial<Omit<InterviewRow, 'id' | 'version'>>,
): Promise<void> {
  await trx
    .updateTable('interviews')
    .set((update) => ({ ...changes, version: update('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
