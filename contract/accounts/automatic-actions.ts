import type { ApplicationEvent } from '../applications/history.ts'

/** What the program does to an application by itself where no admin is named. All else is then the applicant's. */
export const AUTOMATIC_ACTIONS: ReadonlyArray<ApplicationEvent['action']> = [
  'message',
  'marked_answered',
  'interview_date_changed',
  'interview_cancelled',
  'interview_offer_expired',
]
