import { sql } from 'kysely'
import { RECOVERY_CUT_OFF } from '../../../contract/vocabulary.ts'
import type { ApplicationRow, Db } from '../../platform/database/tables.ts'
import { type ApplicationFilter, isInList, isOfJob } from './application-list-queries.ts'

/** How many applications share a state. */
export type ApplicationGroup = Pick<ApplicationRow, 'quarantined' | 'archived' | 'status'> & {
  count: number
  /** Of these, those for the requested job. */
  ofJob: number
  resubmitted: number
}

/** How many applications a list has. */
export async function countApplications(db: Db, filter: ApplicationFilter): Promise<number> {
  const counted = db.selectFrom('applications').select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.where(isInList(filter)).executeTakeFirstOrThrow()).count
}

/** All counts of the dashboard, by one query over a covering index. */
export function countApplicationGroups(db: Db, jobId: ApplicationFilter['jobId']): Promise<ApplicationGroup[]> {
  const group = ['quarantined', 'archived', 'status'] as const
  const ofJob =
    jobId === undefined ? sql<number>`count(*)` : sql<number>`sum(case when ${isOfJob(jobId)} then 1 else 0 end)`
  return db
    .selectFrom('applications')
    .select(group)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number>('is_recovery').as('resubmitted'),
      ofJob.as('ofJob'),
    ])
    .groupBy(group)
    .execute()
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

/** Counts the postings that are switched on, whatever their status. */
export async function countActiveJobs(db: Db): Promise<number> {
  const counted = db.selectFrom('jobs').select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.where('is_active', '=', 1).executeTakeFirstOrThrow()).count
}
