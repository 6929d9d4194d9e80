import type { Feature } from '../feature.ts'
import { auditRoutes } from './audit-routes.ts'
import { historyRoutes } from './history-routes.ts'

/** Who did what: to an application or a posting, and in the installation as a whole. */
export const history = {
  name: 'history',
  routes: [historyRoutes, auditRoutes],
} satisfies Feature
