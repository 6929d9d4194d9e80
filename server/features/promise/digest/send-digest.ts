import type { OutgoingMail } from '../../../platform/mail/compose-mail.ts'
import type { MailKind } from '../../../platform/mail/mail-kind.ts'
import type { Services } from '../../feature.ts'
import { readDigest } from './digest-text.ts'

/** Digests as mail: each says what is true when it leaves, and none leaves after its day, which is one of the company's zone. */
export function digestMail({
  clock,
  today,
  config: { publicUrl, company },
}: Pick<Services, 'clock' | 'today' | 'config'>): MailKind<Pick<OutgoingMail, 'to' | 'subject' | 'text'>> {
  return {
    withoutContent: 'nothing',
    read: async (db, { day, account_id }) => {
      const admin = db.selectFrom('accounts').select(['username', 'display_name', 'email']).where('id', '=', account_id)
      const active = admin.where('deactivated_at', 'is', null)
      const { username = null, display_name = null, email = null } = (await active.executeTakeFirst()) ?? {}
      if (email === null || today().date !== day) return undefined
      const digest = await readDigest(db, { now: clock(), timeZone: company.timeZone, publicUrl })
      return digest && { ...digest, to: { name: display_name ?? username, address: email } }
    },
    compose: async (_trx, _mail, content) => ({ ...content, references: [], isAutomatic: true }),
  }
}
