import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { acquireLockWithin, deleteUnlocked } from '../database/row-locks.ts'
import type { Db, Tables } from '../database/tables.ts'
import type { KeyedHash } from '../http/client-address.ts'

/** Mails of every kind that a stranger can cause, which one mailbox gets in a day (`docs/decisions/0103`). */
const MAILS_PER_DAY = 5

const DAY_MS = 24 * 60 * 60_000

/** How long a mail waits for others to its mailbox to be counted; a suspended process would hold all of them up. */
const LOCK_MS = 3_000

/** What is said about a mail beyond the limit. */
export const BEYOND_LIMIT = `Not sent: this mailbox has had ${MAILS_PER_DAY} mails in 24 hours that anyone can ask for, and a stranger may have entered the address.`

/** Counts mails of some kinds to a mailbox. It keeps a keyed hash of the mailbox for a day. */
export type MailboxLimit = {
  /**
   * Counts one mail, in the transaction that stores it. Transactions about the same mailbox take turns, so that mails that
   * are caused together count each other.
   * @returns false when the mailbox has had as many as it may have in a day; the mail is then not counted
   */
  take(trx: Transaction<Tables>, address: string, now: Date): Promise<boolean>
}

/**
 * Makes a limit.
 * @param options.of which mails are counted together: those that anyone can ask for, unless named otherwise
 * @param options.inADay how many of them one mailbox gets in 24 hours
 */
export function createMailboxLimit(
  hash: KeyedHash,
  { of, inADay }: { of: 'mailbox' | 'colleague-codes'; inADay: number } = { of: 'mailbox', inADay: MAILS_PER_DAY },
): MailboxLimit {
  return {
    take: async (trx, address, now) => {
      const mailbox = await hash(trx, of, mailboxOf(address))
      const dayAgo = new Date(now.getTime() - DAY_MS).toISOString()
      if ((await countMails(trx, mailbox, dayAgo, inADay)) >= inADay) return false
      await acquireLockWithin(trx, `mail to ${mailbox}`, LOCK_MS)
      if ((await countMails(trx, mailbox, dayAgo, inADay)) >= inADay) return false
      const mail = { id: randomUUID(), mailbox_hash: mailbox, mailed_at: now.toISOString() }
      await trx.insertInto('mailbox_mails').values(mail).execute()
      await forgetBefore(trx, dayAgo)
      return true
    },
  }
}

/** How many mails a mailbox has had since then. It reads at most so many entries of an index. */
export async function countMails(db: Db, mailboxHash: string, since: string, most = MAILS_PER_DAY): Promise<number> {
  const mails = db.selectFrom('mailbox_mails').select('mailed_at').where('mailbox_hash', '=', mailboxHash)
  return (await mails.where('mailed_at', '>', since).limit(most).execute()).length
}

/** Skips locked rows, so that two transactions cannot deadlock. */
async function forgetBefore(trx: Transaction<Tables>, dayAgo: string): Promise<void> {
  await deleteUnlocked(trx, 'mailbox_mails', trx.selectFrom('mailbox_mails').where('mailed_at', '<=', dayAgo))
}

/** Domains of one provider: mail to one name arrives in one mailbox, whichever of them the address has. */
const SAME_MAILBOXES = [
  ['gmail.com', 'googlemail.com'],
  ['icloud.com', 'me.com', 'mac.com'],
  ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
] as const

const SAME_DOMAIN = new Map<string, string>(
  SAME_MAILBOXES.flatMap(([first, ...others]) => others.map((other) => [other, first] as const)),
)

/** Yandex gives each mailbox an address in all of its domains: one for each of many countries. */
const YANDEX = /^(?:ya\.ru|narod\.ru|yandex\.(?:com?\.)?[a-z]{2,3})$/

/** Subdomain addressing: mail to any name at `victim.fastmail.com` is mail to `victim@fastmail.com`. */
const FASTMAIL_SUBDOMAIN = /^([^.]+)\.(fastmail\.(?:com?\.)?[a-z]{2,3}|sent\.com)$/

/**
 * The mailbox that mail to an address arrives in, as far as an address tells it: without case, without a tag (RFC 5233), and
 * without dots, hyphens and underscores, which some providers ignore. A stranger could make up any number of such spellings. Two
 * mailboxes that are taken for one share a limit, and no more.
 */
export function mailboxOf(address: string): string {
  const lower = address.toLowerCase()
  const at = lower.lastIndexOf('@')
  const written = [lower.slice(0, at), lower.slice(at + 1).replace(/\.$/, '')] as const
  const [local = '', domain = ''] = FASTMAIL_SUBDOMAIN.exec(written[1])?.slice(1) ?? written
  const tag = local.indexOf('+', 1)
  const untagged = tag > 0 ? local.slice(0, tag) : local
  // A name of separators only stays unchanged: without them all such names of a domain would be one mailbox.
  const name = untagged.replaceAll(/[._-]/g, '') || untagged
  return `${name}@${YANDEX.test(domain) ? 'yandex.ru' : (SAME_DOMAIN.get(domain) ?? domain)}`
}
