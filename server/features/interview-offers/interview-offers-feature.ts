import type { Feature } from '../feature.ts'
import { lookingAfterOffers } from './look-after-offers.ts'
import { offerRoutes } from './offer-routes.ts'
import { timesPageRoutes } from './times-page-routes.ts'

/** Offering times for an interview, of which the applicant chooses one. */
export const interviewOffers = {
  name: 'interview-offers',
  routes: [offerRoutes, timesPageRoutes],
  every: [lookingAfterOffers],
} satisfies Feature
