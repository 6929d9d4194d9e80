import type { Feature } from '../feature.ts'
import { settingsRoutes } from './settings-routes.ts'

/** What owners set for the whole site, and its texts that they edit. */
export const settings = {
  name: 'settings',
  routes: [settingsRoutes],
} satisfies Feature
