import type { Feature } from '../feature.ts'
import { calendarFeedRoutes } from './calendar/calendar-feed-routes.ts'
import { giveZoneToDates, movingOnDates } from './interview-dates.ts'
import { interviewRoutes } from './interview-routes.ts'

/** Planning interviews, their invitations, the agenda and private calendar feeds. */
export const interviews = {
  name: 'interviews',
  routes: [interviewRoutes, calendarFeedRoutes],
  every: [movingOnDates],
  onStart: ({ db, config }) => giveZoneToDates(db, config.company.timeZone),
} satisfies Feature
