import { reachOf } from '../../../../contract/policies/policy.ts'
import { SITE } from '../../../../contract/policies/site-policy.ts'
import type { OutgoingMail } from '../../../platform/mail/compose-mail.ts'
import type { MailKind } from '../../../platform/mail/mail-kind.ts'
import { seenBy } from '../../accounts/seen-by.ts'
import type { Services } from '../../feature.ts'
import { readDigest } from './digest-text.ts'

/**
 * Digests as mail: each says what is true of the postings that its reader has when it leaves. None leaves after its day, which is one of
 * the company's zone, or once its account is deactivated.
 */
export function digestMail({
  clock,
  today,
  config: { publicUrl, company },
}: Pick<Services, 'clock' | 'today' | 'config'>): MailKind<Pick<OutgoingMail, 'to' | 'subject' | 'text'>> {
  return {
    withoutContent: 'nothing',
    read: async (db, { day, account_id }) => {
      const admin = await db
        .selectFrom('accounts')
        .select(['id', 'role', 'username', 'display_name', 'email'])
        .where('id', '=', account_id)
        .where('deactivated_at', 'is', null)
        .executeTakeFirst()
      if (!admin?.email || today().date !== day) return undefined
      const changesSettings = reachOf(admin.role, SITE.changeSettings) !== null
      const context = { now: clock(), timeZone: company.timeZone, publicUrl, changesSettings }
      const digest = await readDigest(seenBy(db, admin), context)
      return digest && { ...digest, to: { name: admin.display_name ?? admin.username, address: admin.email } }
    },
    compose: async (_trx, _mail, content) => ({ ...content, references: [], isAutomatic: true }),
  }
}
