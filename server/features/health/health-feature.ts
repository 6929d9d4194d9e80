import type { Feature } from '../feature.ts'
import { healthRoutes } from './health-routes.ts'

/** What supervisors and proxies ask. */
export const health = { name: 'health', routes: [healthRoutes] } satisfies Feature
