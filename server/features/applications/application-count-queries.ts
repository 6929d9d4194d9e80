import { NO_JOB } from '../../../contract/application-list.ts'
import type { Db } from '../../platform/database/tables.ts'
import { type ApplicationFilter, type FiledAlike, partsOf } from './application-filter.ts'

/** Keys of the counts over all jobs, and of those without one. */
const ALL_JOBS = -1
const WITHOUT_JOB = 0

/** Counts of the applications that are filed alike. */
export type ApplicationGroup = FiledAlike & {
  count: number
  /** Of these, those that belong to the job asked for. */
  ofJob: number
  resubmitted: number
  beforeCutOff: number
}

/** How many applications a list has. */
export async function countApplications(db: Db, filter: ApplicationFilter): Promise<number> {
  const parts = partsOf(filter)
  const counts = await readCounts(db, [jobKey(filter.jobId)])
  return counts.filter((row) => parts.some((part) => isAlike(part, row))).reduce((total, row) => total + row.count, 0)
}

/** All counts that the dashboard is made up of. */
export async function countApplicationGroups(db: Db, jobId: ApplicationFilter['jobId']): Promise<ApplicationGroup[]> {
  const key = jobKey(jobId)
  const counts = await readCounts(db, key === ALL_JOBS ? [key] : [ALL_JOBS, key])
  const ofJob = counts.filter((row) => row.job_key === key)
  return counts
    .filter((row) => row.job_key === ALL_JOBS)
    .map(({ quarantined, archived, status, ...sums }) => ({
      quarantined,
      archived,
      status,
      count: sums.count,
      ofJob: ofJob.find((row) => isAlike(row, { quarantined, archived, status }))?.count ?? 0,
      resubmitted: sums.resubmitted,
      beforeCutOff: sums.before_cut_off,
    }))
}

/** Counts the postings that are switched on, whatever their status. */
export async function countActiveJobs(db: Db): Promise<number> {
  const counted = db.selectFrom('jobs').select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.where('is_active', '=', 1).executeTakeFirstOrThrow()).count
}

function readCounts(db: Db, keys: number[]) {
  const group = ['job_key', 'quarantined', 'archived', 'status'] as const
  return db
    .selectFrom('application_counts')
    .select(group)
    .select(({ fn }) => [
      fn.sum<number>('count').as('count'),
      fn.sum<number>('resubmitted').as('resubmitted'),
      fn.sum<number>('before_cut_off').as('before_cut_off'),
    ])
    .where('job_key', 'in', keys)
    .groupBy(group)
    .execute()
}

function jobKey(jobId: ApplicationFilter['jobId']): number {
  if (jobId === undefined) return ALL_JOBS
  return jobId === NO_JOB ? WITHOUT_JOB : jobId
}

function isAlike(one: FiledAlike, other: FiledAlike): boolean {
  return one.quarantined === other.quarantined && one.archived === other.archived && one.status === other.status
}
