import type { Job } from '../../../contract/jobs/job.ts'
import {
  isOpenJob,
  isPastClosing,
  JOB_STATUS,
  JOB_STATUSES,
  type JobStatus,
} from '../../../contract/jobs/job-statuses.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

/** The two fields that decide who sees a posting. */
export type JobState = Pick<Job, 'status' | 'isActive'>

/** The badge of a posting. */
type JobBadge = { word: string; tone: BadgeTone }

/** Job Status as the form offers it. */
export type FormStatus = (typeof JOB_STATUS)[JobStatus]['choice']

/** The choices of Job Status. @param stored status of the edited posting; undefined for a new one */
export function formStatusesFor(stored: JobStatus | undefined): FormStatus[] {
  return JOB_STATUSES.filter((status) => JOB_STATUS[status].isOffered || status === stored).map(choiceOf)
}

/** Every choice of Job Status. */
export const FORM_STATUSES: FormStatus[] = JOB_STATUSES.map(choiceOf)

function choiceOf(status: JobStatus): FormStatus {
  return JOB_STATUS[status].choice
}

/** Status and switch that a choice of Job Status stores. */
export function jobStateOf(formStatus: FormStatus): JobState {
  const status = JOB_STATUSES.find((one) => JOB_STATUS[one].choice === formStatus) ?? 'draft'
  return stateAfter(status)
}

/** Status and switch of a posting that is given a status: both public and closed states follow from it. */
export function stateAfter(status: JobStatus): JobState {
  return { status, isActive: JOB_STATUS[status].isActive }
}

/**
 * The badge of a posting; an open one is closed once its closing date is over.
 * @param today the date where the company is
 */
export function jobBadgeOf(job: JobState & Pick<Job, 'closingDate'>, today: string): JobBadge {
  if (job.status === 'active' && !isOpenJob(job)) return { word: 'Inactive', tone: 'grey' }
  if (isOpenJob(job) && isPastClosing(job, today)) return { word: 'Closed', tone: 'grey' }
  const { badge, tone } = JOB_STATUS[job.status]
  return { word: badge, tone }
}

/** Why visitors do not see a posting whose switch is on; undefined where they see it or the switch is off. */
export function whyHidden(job: JobState): string | undefined {
  if (!job.isActive || isOpenJob(job)) return undefined
  return `It is ${JOB_STATUS[job.status].hidden}, so visitors cannot see it. Choose Edit to change its Job Status.`
}
