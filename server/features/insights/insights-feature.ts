import type { Feature } from '../feature.ts'
import { insightRoutes } from './insight-routes.ts'

/** Figures about how applications fare. */
export const insights = {
  name: 'insights',
  routes: [insightRoutes],
} satisfies Feature
