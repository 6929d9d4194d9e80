import type { Feature } from '../feature.ts'
import { measuringAnswers } from './answer-median.ts'
import { planningDigests } from './digest/plan-digests.ts'
import { digestMail } from './digest/send-digest.ts'
import { promiseRoutes } from './promise-routes.ts'

/** The promised days, the measured median, the daily digest. */
export const promise = {
  name: 'promise',
  routes: [promiseRoutes],
  mails: (services) => ({ digest: digestMail(services) }),
  every: [measuringAnswers, planningDigests],
} satisfies Feature
