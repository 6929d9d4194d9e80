import type { TimedWork } from '../../platform/every.ts'
import type { Feature, Services } from '../feature.ts'
import { noticeMail } from './notice-mail.ts'
import { forgetOldNotices } from './notice-queries.ts'
import { noticeRoutes } from './notice-routes.ts'

/** What a person is told in the page and by mail. */
export const notices = {
  name: 'notices',
  routes: [noticeRoutes],
  mails: (services) => ({ notice: noticeMail(services) }),
  every: [forgettingNotices],
} satisfies Feature

function forgettingNotices({ db, clock }: Pick<Services, 'db' | 'clock'>): TimedWork {
  const run = () => forgetOldNotices(db, clock())
  return { name: 'forget-notices', everyMs: 60 * 60_000, isDueAtStart: false, faultLevel: 'warn', run }
}
