import type { NO_JOB } from '../../contract/application-list.ts'
import { RECOVERY_CUT_OFF } from '../../contract/vocabulary.ts'
import type { ApplicationRow, Db } from '../database/tables.ts'
import { belongsToJob } from './application-list-queries.ts'

/** Counts of the applications that share a status and whether they are archived or in quarantine. */
export type ApplicationGroup = Pick<ApplicationRow, 'status' | 'archived' | 'quarantined'> & {
  count: number
  /** Of these, those that belong to the job asked for. */
  ofJob: number
  resubmitted: number
  beforeCutOff: number
}

/** Counts all applications in one pass over one index. */
export async function countApplicationGroups(
  db: Db,
  jobId: number | typeof NO_JOB | undefined,
): Promise<ApplicationGroup[]> {
  const groups = await db
    .selectFrom('applications')
    .select((select) => {
      const { fn, val } = select
      const isOfJob =
        jobId === undefined ? val(1) : select.case().when(belongsToJob(select, jobId)).then(1).else(0).end()
      const isLost = select.and([select('is_recovery', '=', 0), select('created_at', '<', RECOVERY_CUT_OFF)])
      return [
        'status',
        'archived',
        'quarantined',
        fn.countAll().as('count'),
        fn.sum(isOfJob).as('of_job'),
        fn.sum('is_recovery').as('resubmitted'),
        fn.sum(select.case().when(isLost).then(1).else(0).end()).as('before_cut_off'),
      ]
    })
    .groupBy(['quarantined', 'archived', 'status'])
    .execute()
  // PostgreSQL answers counts and sums as text.
  return groups.map(({ status, archived, quarantined, count, of_job, resubmitted, before_cut_off }) => ({
    status,
    archived,
    quarantined,
    count: Number(count),
    ofJob: Number(of_job),
    resubmitted: Number(resubmitted),
    beforeCutOff: Number(before_cut_off),
  }))
}

/** Counts the postings that are switched on, whatever their status. */
export async function countActiveJobs(db: Db): Promise<number> {
  const counted = db.selectFrom('jobs').select(({ fn }) => fn.countAll().as('count'))
  return Number((await counted.where('is_active', '=', 1).executeTakeFirstOrThrow()).count)
}
