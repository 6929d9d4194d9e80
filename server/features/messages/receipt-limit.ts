import { sql, type Transaction } from 'kysely'
import { acquireLockWithin } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'

/** Receipts that one address gets by mail in a day: a stranger can enter any address (`docs/decisions/0069`). */
export const RECEIPTS_PER_DAY = 5

const DAY_MS = 24 * 60 * 60_000

/** How long a form waits for others of its address to be counted; a suspended process would hold all of them up. */
const TURN_MS = 3_000

/** What the messages page says about a receipt beyond the limit. */
export const BEYOND_LIMIT = `Not sent: this address has had ${RECEIPTS_PER_DAY} receipts in 24 hours, and a stranger may have entered it.`

/**
 * Whether another receipt may be mailed to an address. Transactions that ask for the same address take turns, so that
 * forms that arrive together count each other.
 */
export async function mayMailReceipt(trx: Transaction<Tables>, email: string, now: Date): Promise<boolean> {
  if ((await countMailed(trx, email, now)) >= RECEIPTS_PER_DAY) return false
  await acquireLockWithin(trx, `receipts to ${email.toLowerCase()}`, TURN_MS)
  return (await countMailed(trx, email, now)) < RECEIPTS_PER_DAY
}

/** Reads the index `messages_by_mailed_receipt`, whose conditions must stand here as they are, not as parameters. */
export async function countMailed(db: Db, email: string, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString()
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from messages
    where kind = 'receipt' and state <> 'not_sent' and lower(to_address) = lower(${email}) and created_at > ${dayAgo}
  `.execute(db)
  return Number(rows[0]?.count)
}
