import type { Feature } from '../feature.ts'
import { storageRoutes } from './storage-routes.ts'

/** The storage page. */
export const storage = {
  name: 'storage',
  routes: [storageRoutes],
} satisfies Feature
