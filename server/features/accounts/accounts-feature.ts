import type { Feature } from '../feature.ts'
import { accountRoutes } from './account-routes.ts'
import { setupRoutes } from './setup-routes.ts'

/** Sign-in, sessions, passwords and the setup of the first account. */
export const accounts = {
  name: 'accounts',
  routes: [setupRoutes, accountRoutes],
} satisfies Feature
