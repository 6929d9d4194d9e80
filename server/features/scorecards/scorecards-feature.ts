import type { Feature } from '../feature.ts'
import { scorecardRoutes } from './scorecard-routes.ts'

/** What each colleague says of an applicant, by the criteria of the posting. */
export const scorecards = { name: 'scorecards', routes: [scorecardRoutes] } satisfies Feature
