import type { ClosedJobData, SimilarJob } from '../../../contract/jobs/closed-job.ts'
import type { PublicJob } from '../../../contract/jobs/job.ts'
import { shownPay } from '../../../contract/jobs/place-and-pay/pay-text.ts'
import { isDatabaseUnavailable } from '../../platform/database/constraints.ts'
import type { Db, JobRow } from '../../platform/database/tables.ts'
import { presentPublicJob } from '../jobs/job-fields.ts'
import { findJob } from '../jobs/job-queries.ts'
import { keepsPage } from '../jobs/job-rules.ts'

/** Similar positions on the page of a closed one. */
const MAX_SIMILAR = 3

/**
 * A posting that visitors could read while it was open, and that has closed since.
 * @param id of a posting that is not among the open ones
 * @returns undefined also while the database is unavailable: the response is 404 either way
 */
export async function findClosedJob(db: Db, id: number): Promise<JobRow | undefined> {
  try {
    const job = await findJob(db, id)
    return job && keepsPage(job) ? job : undefined
  } catch (error) {
    if (isDatabaseUnavailable(error)) return undefined
    throw error
  }
}

/** What the page of a closed posting shows. @param open the open postings, newest first */
export function closedJobData(row: JobRow, open: readonly PublicJob[]): ClosedJobData {
  const job = presentPublicJob(row)
  const similar = open
    .map((other) => ({ other, likeness: likenessOf(job, other) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MAX_SIMILAR)
  return { job, similar: similar.map(({ other }) => presentSimilar(other)) }
}

/** The same department counts most, then the place, then the type. */
function likenessOf(one: PublicJob, other: PublicJob): number {
  const isSameDepartment = one.department !== null && one.department === other.department
  return (
    (isSameDepartment ? 4 : 0) + (one.location === other.location ? 2 : 0) + (one.jobType === other.jobType ? 1 : 0)
  )
}

function presentSimilar(job: PublicJob): SimilarJob {
  const { id, title, jobType, location, department } = job
  return { id, title, jobType, location, department, pay: shownPay(job) }
}
