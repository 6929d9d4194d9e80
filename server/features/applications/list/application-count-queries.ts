import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import { RECOVERY_CUT_OFF } from '../../../../contract/applications/application-terms.ts'
import { APPLICATION_STATUSES } from '../../../../contract/applications/status-lists.ts'
import { recordOf } from '../../../../contract/wire/records.ts'
import type { CalendarDay } from '../../../platform/calendar-day.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { type ApplicationFilter, isInList } from '../stored/application-list-queries.ts'
import { isOverdue } from '../stored/unanswered-queries.ts'

/** What the counts of the tabs follow, whatever text is searched. */
export type TabFilter = Pick<ApplicationFilter, 'assigneeId' | 'tagIds' | 'jobId'>

/** How many applications each tab of the dashboard has. */
export type TabCounts = Record<ApplicationStatus | 'archived', number>

/** Counts over all jobs, beside the tabs. */
export type OtherCounts = Record<
  | 'quarantined'
  | 'resubmitted'
  | 'withdrawn'
  | 'activeJobs'
  | 'overdue'
  | 'unanswered'
  | 'replied'
  | 'interviewsThisWeek',
  number
>

/** How many applications a list has. */
export async function countApplications(db: Db, filter: ApplicationFilter): Promise<number> {
  const counted = db.selectFrom('applications').select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.where(isInList(filter)).executeTakeFirstOrThrow()).count
}

/** Counts the applications of a job, or of whom they are assigned to, in each tab. */
export async function countTabs(db: Db, filter: TabFilter): Promise<TabCounts> {
  return readCounts<TabCounts>(db, tabCounts(filter))
}

/**
 * Counts everything that the dashboard shows over all jobs. Postings count when switched on, whatever their status.
 * @param today where the company is: promises of earlier days are over
 */
export async function countAll(db: Db, { date, week }: CalendarDay): Promise<TabCounts & OtherCounts> {
  return readCounts<TabCounts & OtherCounts>(db, {
    ...tabCounts({}),
    quarantined: countOf('applications', isInList({ quarantined: 'true' })),
    // In these very words, so that SQLite uses the partial index.
    resubmitted: countOf('applications', sql`quarantined = 0 and is_recovery = 1`),
    overdue: countOf('applications', isOverdue(date)),
    unanswered: countOf('applications', isInList({ unanswered: 'true' })),
    replied: countOf('applications', isInList({ replied: 'true' })),
    withdrawn: countOf('applications', sql`quarantined = 0 and withdrawn_at is not null`),
    interviewsThisWeek: countOf('interviews', isBetween(week)),
    activeJobs: countOf('jobs', sql`is_active = 1`),
  })
}

/** Each tab is one range of an index. PostgreSQL takes half as long again to group all rows by tab. */
function tabCounts(filter: TabFilter): Record<keyof TabCounts, RawBuilder<number>> {
  const inTab = (tab: ApplicationFilter) => countOf('applications', isInList({ ...tab, ...filter }))
  const byStatus = recordOf(APPLICATION_STATUSES, (status) => inTab({ archived: 'false', status }))
  return { ...byStatus, archived: inTab({ archived: 'true' }) }
}

/** Whether an interview is planned and begins in a time. */
function isBetween({ startsAt, endsAt }: CalendarDay['week']): Expression<SqlBool> {
  const [begin, end] = [startsAt, endsAt].map((instant) => new Date(instant).toISOString())
  return sql<SqlBool>`state = 'planned' and starts_at >= ${begin} and starts_at < ${end}`
}

function countOf(table: 'applications' | 'interviews' | 'jobs', where: Expression<SqlBool>): RawBuilder<number> {
  return sql<number>`(select count(*) from ${sql.table(table)} where ${where})`
}

/** Reads all counts by one statement. */
async function readCounts<Counts>(db: Db, counts: Record<keyof Counts & string, RawBuilder<number>>): Promise<Counts> {
  const columns = Object.entries<RawBuilder<number>>(counts).map(([name, count]) => count.as(name))
  return (await db.selectNoFrom(columns).executeTakeFirstOrThrow()) as Counts
}

/** Counts the applications that were not resubmitted, of those from before the cut-off. */
export async function countOriginalApplications(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('applications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('quarantined', '=', 0)
    .where('created_at', '<', RECOVERY_CUT_OFF)
    .where('is_recovery', '=', 0)
    .executeTakeFirstOrThrow()
  return count
}
