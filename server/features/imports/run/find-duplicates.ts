import type { PlannedApplication } from '../plan/plan-row.ts'
import type { StoredTwin } from './import-queries.ts'

/**
 * The application that a row is about where it is here already: one of the same address for the same posting, or, where one of both has no
 * posting, of the same instant. Without an instant a general application is that which is here.
 */
export function findTwin(
  { jobId, appliedAt }: Pick<PlannedApplication, 'jobId' | 'appliedAt'>,
  ofAddress: readonly StoredTwin[] = [],
): StoredTwin | undefined {
  return ofAddress.find(({ job_id, created_at }) => {
    if (jobId !== null && job_id !== null) return jobId === job_id
    if (appliedAt !== null) return created_at === appliedAt
    return job_id === jobId
  })
}
