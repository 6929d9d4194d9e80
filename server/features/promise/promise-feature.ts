import type { Feature } from '../feature.ts'
import { startDigests } from './digest/plan-digests.ts'
import { digestMail } from './digest/send-digest.ts'
import { promiseRoutes } from './promise-routes.ts'

/** The promised days, the measured median, the daily digest. */
export const promise = {
  name: 'promise',
  routes: [promiseRoutes],
  mails: (services) => ({ digest: digestMail(services) }),
  work: [
    ({ answers, published }) => {
      answers.start(published.changed)
      return answers
    },
    ({ mail, config, ...services }) =>
      mail && startDigests({ ...services, publicUrl: config.publicUrl, timeZone: config.company.timeZone }),
  ],
} satisfies Feature
