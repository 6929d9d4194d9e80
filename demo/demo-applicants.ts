import type { DemoApplicant } from './applicants/applicant.ts'
import { incidentApplicants } from './applicants/around-the-incident.ts'
import { decidedApplicants } from './applicants/decided.ts'
import { earlierApplicants } from './applicants/decided-earlier.ts'
import { inProgressApplicants } from './applicants/in-progress.ts'
import { waitingApplicants } from './applicants/waiting.ts'

export type { DemoApplicant } from './applicants/applicant.ts'

/** Every demo application, in no particular order of time. */
export const demoApplicants: readonly DemoApplicant[] = [
  ...incidentApplicants,
  ...decidedApplicants,
  ...earlierApplicants,
  ...inProgressApplicants,
  ...waitingApplicants,
]
