import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { acquireLockWithin, skipLocked } from '../database/row-locks.ts'
import type { Db, Tables } from '../database/tables.ts'
import type { KeyedHash } from '../http/client-address.ts'
import { mailboxOf } from './mailbox.ts'

/** Mails of every kind that a stranger can cause, which one mailbox gets in a day (`docs/decisions/0103`). */
const MAILS_PER_DAY = 5

const DAY_MS = 24 * 60 * 60_000

/** How long a mail waits for others to its mailbox to be counted; a suspended process would hold all of them up. */
const LOCK_MS = 3_000

/** What is said about a mail beyond the limit. */
export const BEYOND_LIMIT = `Not sent: this mailbox has had ${MAILS_PER_DAY} mails in 24 hours that anyone can ask for, and a stranger may have entered the address.`

/** Counts the mails to a mailbox that anyone can cause. It keeps a keyed hash of the mailbox for a day. */
export type MailboxLimit = {
  /**
   * Counts one mail, in the transaction that stores it. Transactions about the same mailbox take turns, so that mails that
   * are caused together count each other.
   * @returns false when the mailbox has had as many as it may have in a day; the mail is then not counted
   */
  take(trx: Transaction<Tables>, address: string, now: Date): Promise<boolean>
}

/** Makes the limit. */
export function createMailboxLimit(hash: KeyedHash): MailboxLimit {
  return {
    take: async (trx, address, now) => {
      const mailbox = await hash(trx, 'mailbox', mailboxOf(address))
      const dayAgo = new Date(now.getTime() - DAY_MS).toISOString()
      if ((await countMails(trx, mailbox, dayAgo)) >= MAILS_PER_DAY) return false
      await acquireLockWithin(trx, `mail to ${mailbox}`, LOCK_MS)
      if ((await countMails(trx, mailbox, dayAgo)) >= MAILS_PER_DAY) return false
      const mail = { id: randomUUID(), mailbox_hash: mailbox, mailed_at: now.toISOString() }
      await trx.insertInto('mailbox_mails').values(mail).execute()
      await forgetBefore(trx, dayAgo)
      return true
    },
  }
}

/** How many mails a mailbox has had since then. It reads at most {@link MAILS_PER_DAY} entries of an index. */
export async function countMails(db: Db, mailboxHash: string, since: string): Promise<number> {
  const mails = db.selectFrom('mailbox_mails').select('mailed_at').where('mailbox_hash', '=', mailboxHash)
  return (await mails.where('mailed_at', '>', since).limit(MAILS_PER_DAY).execute()).length
}

/** Skips locked rows, so that two transactions cannot deadlock. */
async function forgetBefore(trx: Transaction<Tables>, dayAgo: string): Promise<void> {
  const old = trx.selectFrom('mailbox_mails').select('id').where('mailed_at', '<=', dayAgo).$call(skipLocked(trx))
  await trx.deleteFrom('mailbox_mails').where('id', 'in', old).execute()
}
