import type { ApplicationStatus } from '../applications/application-statuses.ts'
import { isWaiting } from '../applications/status-lists.ts'

/** Whether the applicant waits for an answer: an application that is decided, archived or answered has no running clock. */
export function isAnswerDue(application: {
  status: ApplicationStatus
  archived: boolean
  answerBy: string | null
}): boolean {
  return application.answerBy !== null && !application.archived && isWaiting(application.status)
}

/** Whether an applicant waits for an answer whose promised day is over. @param today in the zone of the company */
export function isAnswerLate(application: Parameters<typeof isAnswerDue>[0], today: string): boolean {
  return isAnswerDue(application) && (application.answerBy ?? today) < today
}
