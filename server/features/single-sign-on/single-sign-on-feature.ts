import type { Feature } from '../feature.ts'
import { linkedIdentityRoutes } from './linked-identity-routes.ts'
import { singleSignOnRoutes } from './single-sign-on-routes.ts'

/** Signing in with a company account, by OpenID Connect. */
export const singleSignOn = {
  name: 'single-sign-on',
  routes: [singleSignOnRoutes, linkedIdentityRoutes],
} satisfies Feature
