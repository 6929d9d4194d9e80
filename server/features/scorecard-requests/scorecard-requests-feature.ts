import type { Feature } from '../feature.ts'
import { planningRequests } from './plan-requests.ts'
import { requestMail } from './request-mail.ts'

/** Asks interviewers for the scorecards that are missing after an interview. */
export const scorecardRequests = {
  name: 'scorecard-requests',
  mails: (services) => ({ scorecard_request: requestMail(services) }),
  every: [planningRequests],
} satisfies Feature
