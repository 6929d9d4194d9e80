import type { Feature } from '../feature.ts'
import { signInSettingsRoutes } from './sign-in-settings-routes.ts'

/** How people sign in, as owners set it. */
export const signInSettings = {
  name: 'sign-in-settings',
  routes: [signInSettingsRoutes],
} satisfies Feature
