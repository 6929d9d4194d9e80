import type { ApplicationListQuery, ApplicationSummary } from '../../../contract/application-list.ts'
import { APPLICATION_STATUSES, type ApplicationStatus } from '../../../contract/vocabulary.ts'
import type { Db } from '../../platform/database/tables.ts'
import {
  type ApplicationGroup,
  countActiveJobs,
  countApplicationGroups,
  countOriginalApplications,
} from './application-count-queries.ts'

/**
 * Counts what the dashboard shows (`spec.md` section 2): tabs by job, everything else over all jobs, archived ones only in
 * the total, in their own tab and in the recovery counts; those in quarantine in a count of their own.
 */
export async function readSummary(db: Db, jobId: ApplicationListQuery['jobId']): Promise<ApplicationSummary> {
  const allGroups = await countApplicationGroups(db, jobId)
  const groups = allGroups.filter((group) => group.quarantined === 0)
  const archived = groups.filter((group) => group.archived === 1)
  const current = groups.filter((group) => group.archived === 0)
  const withStatus = (status: ApplicationStatus) => current.filter((group) => group.status === status)
  const inTabs = APPLICATION_STATUSES.map((status) => [status, total(withStatus(status), 'ofJob')])
  const resubmitted = total(groups, 'resubmitted')
  return {
    totalApplications: total(groups, 'count'),
    activeJobs: await countActiveJobs(db),
    pendingReviews: total(withStatus('pending'), 'count'),
    interviewStage: total(withStatus('interview'), 'count'),
    tabs: {
      ...(Object.fromEntries(inTabs) as Record<ApplicationStatus, number>),
      archived: total(archived, 'ofJob'),
    },
    recovery: { resubmitted, original: resubmitted === 0 ? 0 : await countOriginalApplications(db) },
    quarantined: total(allGroups, 'count') - total(groups, 'count'),
  }
}

function total(groups: ApplicationGroup[], count: 'count' | 'ofJob' | 'resubmitted'): number {
  return groups.reduce((sum, group) => sum + group[count], 0)
}
