import type { Feature } from '../feature.ts'
import { calendarFeedRoutes } from './calendar-feed-routes.ts'
import { movingOnDates } from './interview-dates.ts'
import { interviewRoutes } from './interview-routes.ts'

/** Planning interviews, their invitations, the agenda and private calendar feeds. */
export const interviews = {
  name: 'interviews',
  routes: [interviewRoutes, calendarFeedRoutes],
  every: [movingOnDates],
} satisfies Feature
