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
export function countApplicationGroups(db: Db, jobId: number | typeof NO_JOB | undefined): Promise<ApplicationGroup[]> {
  return db
    .selectFrom('applications')
    .select((select) => {
      const { fn, lit } = select
      const isOfJob =
        jobId === undefined ? lit(1) : select.case().when(belongsToJob(select, jobId)).then(lit(1)).else(lit(0)).end()
      const isLost = select.and([select('is_recovery', '=', 0), select('created_at', '<', RECOVERY_CUT_OFF)])
      return [
        'status',
        'archived',
        'quarantined',
        fn.countAll<number>().as('count'),
        fn.sum<number>(isOfJob).as('ofJob'),
        fn.sum<number>('is_recovery').as('resubmitted'),
        fn.sum<number>(select.case().when(isLost).then(lit(1)).else(lit(0)).end()).as('beforeCutOff'),
      ]
    })
    .groupBy(['quarantined', 'archived', 'status'])
    .execute()
}

/** Counts the postings that are switched on, whatever their status. */
export async function countActiveJobs(db: Db): Promise<number> {
  const counted = db.selectFrom('jobs').select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.where('is_active', '=', 1).executeTakeFirstOrThrow()).count
}
