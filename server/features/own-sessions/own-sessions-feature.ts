import type { Feature } from '../feature.ts'
import { ownSessionRoutes } from './own-session-routes.ts'

/** Where an account is signed in, and ending that from elsewhere. */
export const ownSessions = {
  name: 'own-sessions',
  routes: [ownSessionRoutes],
} satisfies Feature
