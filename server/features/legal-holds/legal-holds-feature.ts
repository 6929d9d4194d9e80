import type { Feature } from '../feature.ts'
import { endingHolds } from './change-holds.ts'
import { legalHoldRoutes } from './legal-hold-routes.ts'

/** People whose applications stay until the end of a legal matter. */
export const legalHolds = {
  name: 'legal-holds',
  routes: [legalHoldRoutes],
  every: [endingHolds],
} satisfies Feature
