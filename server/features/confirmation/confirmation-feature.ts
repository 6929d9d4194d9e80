import type { Feature } from '../feature.ts'
import { confirmationRoutes } from './confirmation-routes.ts'

/** Proving again who one is, a while after signing in, for what a stolen session must not do. */
export const confirmation = {
  name: 'confirmation',
  routes: [confirmationRoutes],
} satisfies Feature
