import type { ApplicationSummary } from '../../../contract/application-list.ts'
import type { ApplicationGroup } from './application-count-queries.ts'

/**
 * Adds up the counts of the dashboard (`spec.md` section 2): tabs by job, everything else over all jobs, archived ones
 * only in the total, in their own tab and in the recovery counts; those in quarantine in a count of their own.
 */
export function summarise(allGroups: ApplicationGroup[], activeJobs: number): ApplicationSummary {
  const groups = allGroups.filter((group) => group.quarantined === 0)
  const quarantined = allGroups.filter((group) => group.quarantined === 1)
  const archived = groups.filter((group) => group.archived === 1)
  const current = groups.filter((group) => group.archived === 0)
  const withStatus = (status: ApplicationGroup['status']) => current.filter((group) => group.status === status)
  const inTab = (status: ApplicationGroup['status']) => total(withStatus(status), 'ofJob')
  const resubmitted = total(groups, 'resubmitted')
  return {
    totalApplications: total(groups, 'count'),
    activeJobs,
    pendingReviews: total(withStatus('pending'), 'count'),
    interviewStage: total(withStatus('interview'), 'count'),
    tabs: {
      pending: inTab('pending'),
      reviewing: inTab('reviewing'),
      interview: inTab('interview'),
      hired: inTab('hired'),
      rejected: inTab('rejected'),
      archived: total(archived, 'ofJob'),
    },
    recovery: { resubmitted, original: resubmitted === 0 ? 0 : total(groups, 'beforeCutOff') },
    quarantined: total(quarantined, 'count'),
  }
}

function total(groups: ApplicationGroup[], count: 'count' | 'ofJob' | 'resubmitted' | 'beforeCutOff'): number {
  return groups.reduce((sum, group) => sum + group[count], 0)
}
