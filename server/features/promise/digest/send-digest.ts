import type { Today } from '../../../platform/calendar-day.ts'
import type { Db } from '../../../platform/database/tables.ts'
import type { OutgoingMail } from '../../../platform/mail/compose-mail.ts'
import { handleMail, type MailSending } from '../../../platform/mail/handle-mail.ts'
import type { MailKind } from '../../../platform/mail/mail-kind.ts'
import { readDocument } from '../../settings/document-queries.ts'
import { SETTINGS } from '../../settings/documents.ts'
import { sendDigestTask } from './digest-tasks.ts'
import { readDigest } from './digest-text.ts'

/** What sending digests needs. */
export type DigestSending = MailSending & {
  /** The day of a digest is one of the company's zone. */
  today: Today
  publicUrl: string
}

type Digest = NonNullable<Awaited<ReturnType<typeof findDigest>>>

/** What sends digests. */
export function createDigestTasks(parts: DigestSending) {
  return { [sendDigestTask.kind]: handleMail(parts, digestMail(parts)) }
}

/** Digests as mail: each says what is true when it leaves, and none leaves after its day. */
function digestMail({
  clock,
  today,
  log,
  publicUrl,
}: DigestSending): MailKind<Digest, Pick<OutgoingMail, 'to' | 'subject' | 'text'>> {
  return {
    table: 'digests',
    task: sendDigestTask,
    rateFraction: 1,
    atOnce: 1,
    withoutContent: 'nothing',
    find: findDigest,
    read: async (db, { day, email, username }) => {
      if (email === null || today().date !== day) return undefined
      const settings = (await readDocument(db, SETTINGS)).value
      const digest = await readDigest(db, { settings, now: clock(), publicUrl })
      return digest && { ...digest, to: { name: username, address: email } }
    },
    compose: async (_trx, _digest, content) => ({ ...content, references: [], isAutomatic: true }),
    noteFault: ({ id }, fault) => log.warn({ err: fault, digest: id }, 'digest not sent'),
  }
}

function findDigest(db: Db, id: number) {
  return db
    .selectFrom('digests')
    .innerJoin('accounts', 'accounts.id', 'digests.account_id')
    .selectAll('digests')
    .select(['accounts.email', 'accounts.username'])
    .where('digests.id', '=', id)
    .executeTakeFirst()
}
