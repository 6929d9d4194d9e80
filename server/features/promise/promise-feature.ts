import type { Feature } from '../feature.ts'
import { planningDigests } from './digest/plan-digests.ts'
import { digestMail } from './digest/send-digest.ts'
import { draftingApologies } from './draft-apologies.ts'
import { promiseMonthsRoutes } from './promise-months-routes.ts'
import { promiseRoutes } from './promise-routes.ts'
import { measuringResponseTime } from './response-time.ts'

/** The promised days, the measured median, how the promise was kept by month, the daily digest, apologies for late answers. */
export const promise = {
  name: 'promise',
  routes: [promiseRoutes, promiseMonthsRoutes],
  mails: (services) => ({ digest: digestMail(services) }),
  every: [measuringResponseTime, planningDigests, draftingApologies],
} satisfies Feature
