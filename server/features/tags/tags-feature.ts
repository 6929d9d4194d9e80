import type { Feature } from '../feature.ts'
import { tagRoutes } from './tag-routes.ts'

/** Words with a color that colleagues put on applications. */
export const tags = { name: 'tags', routes: [tagRoutes] } satisfies Feature
