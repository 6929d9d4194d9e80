import type { Feature } from '../feature.ts'
import { accountRoutes } from './account-routes.ts'
import { writtenMailKind } from './security-mails/security-mail-kind.ts'
import { setupRoutes } from './setup-routes.ts'

/** Sign-in, sessions, passwords, the setup of the first account, and telling people how theirs has changed. */
export const accounts = {
  name: 'accounts',
  routes: [setupRoutes, accountRoutes],
  mails: () => ({ security_notice: writtenMailKind }),
} satisfies Feature
