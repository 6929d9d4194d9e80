import { SENT_MAIL } from '../../../contract/messages/mail-terms.ts'
import { ADMIN_PAGE, PASSWORD_RESET_PARAMETER } from '../../../contract/wire/admin-paths.ts'
import { PASSWORD_RESET } from '../../../contract/wire/limits.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { MailRow } from '../../platform/database/tables.ts'
import { isolateDirection } from '../../platform/mail/isolate-direction.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { findRequest, makeToken, type OpenReset } from './reset-queries.ts'

/** What a row of the kind has. */
type OfAccount = MailRow & { account_id: number }

/** The mail with the link. As with every private link, each attempt makes it anew, so that neither the database nor the log ever has a token. */
export function passwordResetMail({
  clock,
  config: { publicUrl, company },
}: Pick<Services, 'clock' | 'config'>): MailKind<OpenReset, OfAccount> {
  return {
    withoutContent: 'nothing',
    // In the order of all that ends links of the account.
    lock: (trx, { account_id }) => lockRow(trx, 'accounts', account_id),
    read: (db, { account_id }) => findRequest(db, account_id, clock()),
    isStillTrue: (then, now) => then.email === now.email && then.username === now.username,
    compose: async (trx, { account_id }, { username, display_name, email }) => {
      const token = await makeToken(trx, account_id, clock())
      const url = `${publicUrl}${ADMIN_PAGE.resetPassword}#${PASSWORD_RESET_PARAMETER}=${token}`
      return {
        to: { name: display_name ?? username, address: email },
        subject: `Choose a new password for ${company.name}`,
        text: linkText({ url, username, company: company.name }),
        button: { href: url, label: 'Choose a new password' },
        references: [],
        isAutomatic: true,
      }
    },
    afterEnd: async (trx, { account_id }, { state }) => {
      if (!SENT_MAIL.includes(state)) return
      const event = { action: 'password_reset_requested' } as const
      await recordAction(trx, { by: null, now: clock(), id: account_id, subject: 'account', event })
    },
  }
}

function linkText({ url, username, company }: Record<'url' | 'username' | 'company', string>): string {
  return `Hello,

somebody has asked for a new password for the account ${isolateDirection(username)} at the hiring site of ${company}. If it was you, open this page and choose one:
${url}

The link works once, for ${PASSWORD_RESET.linkMinutes} minutes. A later mail like this one ends it.

If it was not you, there is nothing to do: your password stays as it is.

Kind regards
${company}
`
}
