import type { Kysely, Transaction } from 'kysely'
import { SIGN_IN_MAIL_KINDS } from '../../../contract/messages/mail-terms.ts'
import { PASSWORD_RESET } from '../../../contract/wire/limits.ts'
import type { AccountRow, Db, Tables } from '../../platform/database/tables.ts'
import { hashSecret, isSecret, newSecret } from '../accounts/session-queries.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A mail that could not leave for so long does not leave any more. In milliseconds. */
const SENT_WITHIN_MS = 2 * HOUR_MS
/** How long the record of a mail is kept, in milliseconds. */
const MAIL_KEPT_MS = 7 * 24 * HOUR_MS

/** Notes that a link was asked for. It opens nothing until a mail makes its token; the link of an earlier mail works until then. */
export async function noteRequest(
  trx: Transaction<Tables>,
  { id, email, role }: Pick<AccountRow, 'id' | 'role'> & { email: string },
  now: Date,
): Promise<void> {
  const asked_at = now.toISOString()
  const resets = trx.updateTable('password_resets').set({ asked_at }).where('account_id', '=', id)
  const again = resets.where('email', '=', email).where('role', '=', role).returning('account_id')
  if (await again.executeTakeFirst()) return
  await trx.deleteFrom('password_resets').where('account_id', '=', id).execute()
  await trx
    .insertInto('password_resets')
    .values({ account_id: id, email, role, asked_at, expires_at: asked_at })
    .execute()
}

/** Makes the token of the link of an account: any earlier one ends. @returns the token, which nothing else has */
export async function makeToken(trx: Transaction<Tables>, accountId: number, now: Date): Promise<string> {
  const token = newSecret()
  const expires_at = new Date(now.getTime() + PASSWORD_RESET.linkMinutes * MINUTE_MS).toISOString()
  await trx
    .updateTable('password_resets')
    .set({ token_hash: hashSecret(token), expires_at })
    .where('account_id', '=', accountId)
    .execute()
  return token
}

/** Links of accounts that may sign in, and are as they were when the link was asked for. */
function openResets(db: Db) {
  return db
    .selectFrom('password_resets')
    .innerJoin('accounts', 'accounts.id', 'password_resets.account_id')
    .whereRef('accounts.email', '=', 'password_resets.email')
    .whereRef('accounts.role', '=', 'password_resets.role')
    .where('accounts.deactivated_at', 'is', null)
    .select(['accounts.id', 'accounts.username', 'accounts.display_name', 'accounts.role'])
    .select(['password_resets.email', 'password_resets.expires_at'])
}

/** An account of which a link is asked for, or sets the password. */
export type OpenReset = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/** What a mail with a link is about; undefined where none is to leave any more. */
export function findRequest(db: Db, accountId: number, now: Date) {
  const since = new Date(now.getTime() - SENT_WITHIN_MS).toISOString()
  return openResets(db)
    .where('accounts.id', '=', accountId)
    .where('password_resets.asked_at', '>', since)
    .executeTakeFirst()
}

/** What a token opens; undefined for one that is wrong, used, ended or expired, which all cost the same. */
export async function findReset(db: Db, token: string, now: Date): Promise<OpenReset | undefined> {
  if (!isSecret(token)) return undefined
  return openResets(db)
    .where('password_resets.token_hash', '=', hashSecret(token))
    .where('password_resets.expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

/** Removes links that have ended, and the records of old mails. */
export async function forgetEnded(db: Kysely<Tables>, now: Date): Promise<void> {
  const [at, asked] = [now.toISOString(), new Date(now.getTime() - SENT_WITHIN_MS).toISOString()]
  // Reads first: SQLite locks the database even for a deletion of no row.
  const ended = db.selectFrom('password_resets').select('account_id').where('expires_at', '<=', at)
  if (await ended.where('asked_at', '<=', asked).limit(1).executeTakeFirst())
    await db.deleteFrom('password_resets').where('expires_at', '<=', at).where('asked_at', '<=', asked).execute()
  const old = new Date(now.getTime() - MAIL_KEPT_MS).toISOString()
  const mails = db.selectFrom('mails').select('id').where('application_id', 'is', null).where('created_at', '<', old)
  const rows = await mails.where('kind', 'in', SIGN_IN_MAIL_KINDS).limit(500).execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('mails').where('id', 'in', ids).execute()
}
