import type { Feature } from '../feature.ts'
import { finishSignInRoute } from './finish-sign-in-route.ts'
import { ownFactorRoutes } from './own-factor-routes.ts'

/** What people prove themselves with after their password: an authenticator app, and recovery codes in its place. */
export const secondFactors = {
  name: 'second-factors',
  routes: [ownFactorRoutes, finishSignInRoute],
} satisfies Feature
