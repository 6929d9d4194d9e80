import { skipLocked } from '../../platform/database/row-locks.ts'
import type { AccountRow, Db } from '../../platform/database/tables.ts'

/** Longest that a session lives unused, in milliseconds. */
const IDLE_LIMIT = 8 * 60 * 60 * 1000

/** Longest that a session lives at all, in milliseconds. */
export const AGE_LIMIT = 24 * 60 * 60 * 1000

/** How far the clocks of several processes may be apart, in milliseconds. */
const CLOCK_MS = 60_000

/** What a request may know of its account. */
export type Account = Pick<AccountRow, 'id' | 'username'>

/** A live session with its account. */
export type SessionRow = Account & { session_id: number; last_used_at: string }

/** The account of a name, with its password hash. No name has a NUL in it, and PostgreSQL cannot even be asked for one. */
export async function findAccountByName(db: Db, username: string): Promise<AccountRow | undefined> {
  if (username.includes('\0')) return undefined
  return db.selectFrom('accounts').selectAll().where('username', '=', username).executeTakeFirst()
}

/** The password hash of an account. */
export async function findPasswordHash(db: Db, id: number): Promise<string | undefined> {
  return (await db.selectFrom('accounts').select('password_hash').where('id', '=', id).executeTakeFirst())
    ?.password_hash
}

/**
 * Replaces a password hash and, where one is given, the username; false when the hash is no longer the one that was
 * judged. A username of another account violates a unique index.
 */
export async function replaceSignIn(
  db: Db,
  id: number,
  { before, after, username }: { before: string; after: string; username: string | undefined },
): Promise<boolean> {
  const replaced = await db
    .updateTable('accounts')
    .set({ password_hash: after, ...(username !== undefined && { username }) })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .returning('id')
    .executeTakeFirst()
  return replaced !== undefined
}

/** Stores an account and returns its number. */
export async function insertAccount(db: Db, account: Omit<AccountRow, 'id'>): Promise<number> {
  return (await db.insertInto('accounts').values(account).returning('id').executeTakeFirstOrThrow()).id
}

/** Whether this installation has ever had an admin. */
export async function isInitialised(db: Db): Promise<boolean> {
  const initialised = db.selectFrom('installation').select('id').where('initialised_at', 'is not', null)
  return (await initialised.executeTakeFirst()) !== undefined
}

/** Marks the installation as set up; false where it is already. */
export async function markInitialised(db: Db, now: Date): Promise<boolean> {
  const marked = await db
    .updateTable('installation')
    .set({ initialised_at: now.toISOString() })
    .where('initialised_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Stores a session by the hashes of its two secrets. */
export async function insertSession(
  db: Db,
  session: { accountId: number; tokenHash: string; cookieHash: string; now: Date },
): Promise<void> {
  const now = session.now.toISOString()
  await db
    .insertInto('sessions')
    .values({
      account_id: session.accountId,
      token_hash: session.tokenHash,
      cookie_hash: session.cookieHash,
      created_at: now,
      last_used_at: now,
    })
    .execute()
}

/** The live session of a secret. */
export function findLiveSession(
  db: Db,
  by: { column: 'token_hash' | 'cookie_hash'; hash: string; now: Date },
): Promise<SessionRow | undefined> {
  return (
    db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select(['sessions.id as session_id', 'sessions.last_used_at', 'accounts.id', 'accounts.username'])
      .where(`sessions.${by.column}`, '=', by.hash)
      .where('sessions.last_used_at', '>', before(by.now, IDLE_LIMIT))
      .where('sessions.created_at', '>', before(by.now, AGE_LIMIT))
      // Begun by a clock that was ahead, it would live for longer than it may.
      .where('sessions.created_at', '<=', before(by.now, -CLOCK_MS))
      .executeTakeFirst()
  )
}

/** Notes that a session was used. */
export async function touchSession(db: Db, sessionId: number, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: now.toISOString() }).where('id', '=', sessionId).execute()
}

/** Ends the session of a token. */
export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends every session of an account, and returns the hashes of their tokens. */
export async function deleteSessions(db: Db, accountId: number): Promise<string[]> {
  const ended = await db.deleteFrom('sessions').where('account_id', '=', accountId).returning('token_hash').execute()
  return ended.map((session) => session.token_hash)
}

/** Removes sessions that have run out, but for those that somebody else is just removing. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  const expired = db
    .selectFrom('sessions')
    .select('id')
    .where((where) =>
      where.or([
        where('last_used_at', '<=', before(now, IDLE_LIMIT)),
        where('created_at', '<=', before(now, AGE_LIMIT)),
      ]),
    )
    .$call(skipLocked(db))
  await db.deleteFrom('sessions').where('id', 'in', expired).execute()
}

function before(now: Date, milliseconds: number): string {
  return new Date(now.getTime() - milliseconds).toISOString()
}
