import type { Feature } from '../feature.ts'
import { alertFormRoutes } from './alert-form-routes.ts'
import { alertLinkRoutes } from './alert-link-routes.ts'
import { alertRoutes } from './alert-routes.ts'
import { planningAlerts } from './plan-alerts.ts'
import { requestAlertHandler, requestAlertTask } from './request-alert.ts'
import { alertMails } from './send-alert.ts'

/** Mail about new postings. */
export const alerts = {
  name: 'alerts',
  routes: [alertRoutes, alertFormRoutes, alertLinkRoutes],
  tasks: [{ task: requestAlertTask, handler: requestAlertHandler }],
  mails: alertMails,
  every: [planningAlerts],
} satisfies Feature
