import type { TimedWork } from '../../platform/every.ts'
import type { Feature, Services } from '../feature.ts'
import { invitationMail } from './invitation-mail.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { joinRoutes } from './join-routes.ts'
import { peopleRoutes } from './people-routes.ts'

const HOUR_MS = 60 * 60_000
/** An expired invitation stays so long: an owner sees that nobody came, and can renew it. In milliseconds. */
const KEPT_MS = 14 * 24 * HOUR_MS

/** Who may sign in: invitations, roles and postings of people, deactivation. */
export const people = {
  name: 'people',
  routes: [peopleRoutes, invitationRoutes, joinRoutes],
  mails: (services) => ({ account_invitation: invitationMail(services) }),
  every: [forgettingInvitations],
} satisfies Feature

/** Removes invitations that expired a while ago, with their names and addresses. */
function forgettingInvitations({ db, clock }: Pick<Services, 'db' | 'clock'>): TimedWork {
  const run = async () => {
    const ended = new Date(clock().getTime() - KEPT_MS).toISOString()
    // Reads first: SQLite locks the database even for a deletion of no row.
    const old = db.selectFrom('invitations').select('id').where('expires_at', '<=', ended).limit(1)
    if (await old.executeTakeFirst()) await db.deleteFrom('invitations').where('expires_at', '<=', ended).execute()
  }
  return { name: 'forget-invitations', everyMs: HOUR_MS, isDueAtStart: false, faultLevel: 'warn', run }
}
