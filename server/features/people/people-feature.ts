import type { Feature } from '../feature.ts'
import { forgettingInvitations } from './forget-invitations.ts'
import { invitationMail } from './invitation-mail.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { joinRoutes } from './join-routes.ts'
import { peopleRoutes } from './people-routes.ts'

/** Who may sign in: invitations, roles and postings of people, deactivation. */
export const people = {
  name: 'people',
  routes: [peopleRoutes, invitationRoutes, joinRoutes],
  mails: (services) => ({ account_invitation: invitationMail(services) }),
  every: [forgettingInvitations],
} satisfies Feature
