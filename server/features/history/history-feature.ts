import type { Feature } from '../feature.ts'
import { historyRoutes } from './history-routes.ts'

/** Who did what to an application or a posting. */
export const history = {
  name: 'history',
  routes: [historyRoutes],
} satisfies Feature
