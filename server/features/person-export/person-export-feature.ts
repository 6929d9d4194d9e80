import type { Feature } from '../feature.ts'
import { personExportRoutes } from './person-export-routes.ts'

/** Everything that is kept about one person, as a file. */
export const personExport = {
  name: 'person-export',
  routes: [personExportRoutes],
} satisfies Feature
