import type { Transaction } from 'kysely'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import type { Viewer } from '../../accounts/seen-by.ts'
import { hashSecret, isSecret, newSecret } from '../../accounts/session-queries.ts'
import { type Actor, recordAction } from '../../audit/audit-queries.ts'

/** When an admin's calendar feed was made; undefined without one. */
export async function findFeed(db: Db, accountId: number): Promise<string | undefined> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return feed?.created_at
}

/** Whose calendar feed a token opens, with the present role; undefined also where the account is deactivated. */
export async function findFeedReader(db: Db, token: string): Promise<Viewer | undefined> {
  if (!isSecret(token)) return undefined
  return db
    .selectFrom('calendar_feeds')
    .innerJoin('accounts', 'accounts.id', 'calendar_feeds.account_id')
    .select(['accounts.id', 'accounts.role'])
    .where('token_hash', '=', hashSecret(token))
    .where('accounts.deactivated_at', 'is', null)
    .executeTakeFirst()
}

/** Makes the calendar feed of an admin; the address of an earlier one ends. @returns the token, which is not stored */
export async function renewFeed(trx: Transaction<Tables>, by: Actor, now: Date): Promise<string> {
  const token = newSecret()
  const feed = { token_hash: hashSecret(token), created_at: now.toISOString() }
  await trx
    .insertInto('calendar_feeds')
    .values({ account_id: by.id, ...feed })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(feed))
    .execute()
  await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'calendar_feed_made' } })
  return token
}

/** Ends the calendar feed of an admin. */
export async function revokeFeed(trx: Transaction<Tables>, by: Actor, now: Date): Promise<void> {
  const { numDeletedRows } = await trx.deleteFrom('calendar_feeds').where('account_id', '=', by.id).executeTakeFirst()
  if (numDeletedRows === 0n) return
  await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'calendar_feed_revoked' } })
}
