import type { TimedWork } from '../../platform/every.ts'
import type { GuardedSender } from '../../platform/outbound/guarded-sender.ts'
import { sendWebhookTask, wakeForWebhooks } from '../../platform/webhooks/queue-webhooks.ts'
import { writtenMailKind } from '../accounts/security-mails/security-mail-kind.ts'
import type { Feature, Services } from '../feature.ts'
import { webhookHandler } from './deliver-webhook.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { forgetDeliveries } from './webhook-queries.ts'
import { webhookRoutes } from './webhook-routes.ts'

declare module '../feature.ts' {
  interface Services {
    /** Sends to addresses that owners enter. */
    outbound: GuardedSender
  }
}

/** Telling other systems what happens. */
export const webhooks = {
  name: 'webhooks',
  routes: [webhookRoutes, deliveryRoutes],
  tasks: [{ task: sendWebhookTask, handler: webhookHandler }],
  mails: () => ({ webhook_disabled: writtenMailKind }),
  every: [forgettingDeliveries],
  onStart: async ({ db, outbox }) => wakeForWebhooks(db, outbox.wake),
} satisfies Feature

function forgettingDeliveries({ db, clock }: Pick<Services, 'db' | 'clock'>): TimedWork {
  const run = () => forgetDeliveries(db, clock())
  return { name: 'forget-webhook-deliveries', everyMs: 60 * 60_000, isDueAtStart: false, faultLevel: 'warn', run }
}
