import type { Feature } from '../feature.ts'
import { savedViewRoutes } from './saved-view-routes.ts'

/** Names for what the list of applications shows, own or shared. */
export const savedViews = { name: 'saved-views', routes: [savedViewRoutes] } satisfies Feature
