import type { Feature } from '../feature.ts'
import { consentRoutes } from './consent-routes.ts'

/** What applicants agree to who stay on file. */
export const consents = {
  name: 'consents',
  routes: [consentRoutes],
} satisfies Feature
