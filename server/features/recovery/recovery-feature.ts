import type { Feature } from '../feature.ts'
import { recoveryRoutes } from './recovery-routes.ts'

/** Sending again an application that was lost. */
export const recovery = {
  name: 'recovery',
  routes: [recoveryRoutes],
} satisfies Feature
