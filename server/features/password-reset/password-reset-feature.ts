import type { TimedWork } from '../../platform/every.ts'
import type { Feature, Services } from '../feature.ts'
import { passwordResetRoutes } from './password-reset-routes.ts'
import { requestPasswordResetTask, requestResetHandler } from './request-reset.ts'
import { passwordResetMail } from './reset-mails.ts'
import { forgetEnded } from './reset-queries.ts'

/** A new password by a mailed link. */
export const passwordReset = {
  name: 'password-reset',
  routes: [passwordResetRoutes],
  tasks: [{ task: requestPasswordResetTask, handler: requestResetHandler }],
  mails: (services) => ({ password_reset: passwordResetMail(services) }),
  every: [forgettingResets],
} satisfies Feature

function forgettingResets({ db, clock }: Pick<Services, 'db' | 'clock'>): TimedWork {
  const run = () => forgetEnded(db, clock())
  return { name: 'forget-password-resets', everyMs: 60 * 60_000, isDueAtStart: false, faultLevel: 'warn', run }
}
