import { ROLE_NAMES } from '../../../contract/accounts/roles.ts'
import { PEOPLE_LIMITS } from '../../../contract/wire/limits.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { InvitationRow, MailRow } from '../../platform/database/tables.ts'
import { isolateDirection } from '../../platform/mail/isolate-direction.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import { colleagueName } from '../../platform/mail/plain-name.ts'
import type { Services } from '../feature.ts'
import { makeInvitationLink } from './invitation-links.ts'

/** An invitation that has an address. */
type Content = InvitationRow & { email: string }

/**
 * Invitations as mail. Each attempt makes the link anew, as with every private link, so that neither the database nor the log ever
 * has a token. The link of an attempt that has failed ends, and its time begins when the mail leaves.
 */
export function invitationMail({
  clock,
  config: { publicUrl, company },
}: Pick<Services, 'clock' | 'config'>): MailKind<Content, MailRow & { invitation_id: number }> {
  return {
    withoutContent: 'nothing',
    // In the order of a withdrawal.
    lock: (trx, { invitation_id }) => lockRow(trx, 'invitations', invitation_id),
    read: async (db, { invitation_id }) => {
      const open = db.selectFrom('invitations').selectAll().where('id', '=', invitation_id)
      const invitation = await open.where('expires_at', '>', clock().toISOString()).executeTakeFirst()
      return invitation?.email ? { ...invitation, email: invitation.email } : undefined
    },
    compose: async (trx, _mail, { id, email, role, display_name, invited_by }) => {
      const { url, columns } = makeInvitationLink({ publicUrl, now: clock() })
      await trx.updateTable('invitations').set(columns).where('id', '=', id).execute()
      return {
        to: { name: display_name, address: email },
        subject: `Join the hiring team of ${company.name}`,
        text: textOf({ url, company: company.name, invitedBy: invited_by, role: ROLE_NAMES[role] }),
        button: { href: url, label: 'Choose a password' },
        references: [],
        isAutomatic: true,
      }
    },
  }
}

function textOf({ url, company, invitedBy, role }: Record<'url' | 'company' | 'invitedBy' | 'role', string>): string {
  return `Hello,

${isolateDirection(colleagueName(invitedBy))} invites you to the hiring team of ${company}. Your role is: ${role}. Open this page, choose a username and a password, and you are signed in:
${url}

The link works once, for ${PEOPLE_LIMITS.linkHours} hours. If it has ended, ask ${isolateDirection(colleagueName(invitedBy, 'who sent it'))} for a new one. If you do not know why you get this mail, there is nothing to do.

Kind regards
${company}
`
}
