import type { Job } from '../../../contract/jobs/job.ts'
import { isOpenJob, isPastClosing } from '../../../contract/jobs/job-statuses.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

/** The two fields that decide who sees a posting. */
export type JobState = Pick<Job, 'status' | 'isActive'>

type StatusView = {
  /** Job Status as the form offers it. */
  formStatus: string
  /** The switch that goes with the status when the form or Mark as filled sets it: a closed posting is never active. */
  isActive: boolean
  badge: JobBadge
}

/** The badge of a posting. */
export type JobBadge = { word: string; tone: BadgeTone }

/** Every status of a posting in the order of the form's choices (`spec.md` sections 2 and 4). */
export const JOB_STATUS_VIEWS = {
  active: { formStatus: 'Active', isActive: true, badge: { word: 'Active', tone: 'green' } },
  draft: { formStatus: 'Draft', isActive: false, badge: { word: 'Draft', tone: 'grey' } },
  cancelled: { formStatus: 'Archived', isActive: false, badge: { word: 'Cancelled', tone: 'red' } },
  filled: { formStatus: 'Filled', isActive: false, badge: { word: 'Filled', tone: 'blue' } },
} as const satisfies Record<Job['status'], StatusView>

const STATUSES = Object.keys(JOB_STATUS_VIEWS) as Job['status'][]

/** Job Status as the form offers it. */
export type FormStatus = (typeof JOB_STATUS_VIEWS)[Job['status']]['formStatus']

/** The choices of Job Status. `Filled` is offered only for a posting that is filled already. */
export const FORM_STATUSES: FormStatus[] = STATUSES.map((status) => JOB_STATUS_VIEWS[status].formStatus)

/** Status and switch that a choice of Job Status stores. */
export function jobStateOf(formStatus: FormStatus): JobState {
  const status = STATUSES.find((one) => JOB_STATUS_VIEWS[one].formStatus === formStatus) ?? 'draft'
  return stateAfter(status)
}

/** Status and switch of a posting that is given a status: both public and closed states follow from it. */
export function stateAfter(status: Job['status']): JobState {
  return { status, isActive: JOB_STATUS_VIEWS[status].isActive }
}

/**
 * The badge of a posting (`spec.md` section 2, job management); an open one is closed once its closing date is over.
 * @param today the date where the company is
 */
export function jobBadgeOf(job: JobState & Pick<Job, 'closingDate'>, today: string): JobBadge {
  if (job.status === 'active' && !isOpenJob(job)) return { word: 'Inactive', tone: 'grey' }
  if (isOpenJob(job) && isPastClosing(job, today)) return { word: 'Closed', tone: 'grey' }
  return JOB_STATUS_VIEWS[job.status].badge
}

/** Why visitors do not see a posting whose switch is on; undefined where they see it or the switch is off. */
export function whyHidden(job: JobState): string | undefined {
  if (!job.isActive || isOpenJob(job)) return undefined
  const state = job.status === 'draft' ? 'still a draft' : job.status
  return `It is ${state}, so visitors cannot see it. Choose Edit to change its Job Status.`
}
