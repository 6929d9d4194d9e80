import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { isRefusal } from '../../../../contract/applications/status-lists.ts'

/** An applicant, with the date of the planned interview that is next to begin. */
export type WithInterview = Pick<Application, 'name' | 'interviewDate'>

/** Those whose planned interview has not begun. @param now in milliseconds */
export function withInterviewAhead<Row extends WithInterview>(applications: readonly Row[], now = Date.now()): Row[] {
  return applications.filter(({ interviewDate }) => interviewDate !== null && Date.parse(interviewDate) > now)
}

/** Those about whose interviews a change asks: it ends them, and does not say what becomes of their interviews. */
export function askedAbout<Row extends WithInterview>(
  change: ApplicationChange,
  applications: readonly Row[],
  now = Date.now(),
): Row[] {
  const isEnding = 'status' in change ? isRefusal(change.status) : change.archived
  return isEnding && change.interviews === undefined ? withInterviewAhead(applications, now) : []
}
