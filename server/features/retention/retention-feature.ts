import type { Feature } from '../feature.ts'
import { noticeMails } from './announce-erasures.ts'
import { applyingRetention } from './apply-retention.ts'
import { retentionRoutes } from './retention-routes.ts'

/** How long applications are kept. */
export const retention = {
  name: 'retention',
  routes: [retentionRoutes],
  mails: noticeMails,
  every: [applyingRetention],
} satisfies Feature
