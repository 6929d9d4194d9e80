import { createHash, randomBytes } from 'node:crypto'
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import type { SignInMethod } from '../../../contract/accounts/sign-in-methods.ts'
import type { TokenScope } from '../../../contract/accounts/token-scopes.ts'
import { deleteUnlocked } from '../../platform/database/row-locks.ts'
import type { AccountRow, Db, Tables } from '../../platform/database/tables.ts'
import { type Actor, recordAction, recordActions } from '../audit/audit-queries.ts'
import { type Device, UNKNOWN_DEVICE } from './devices/session-device.ts'
import type { FactorFacts } from './second-factor-rule.ts'

/** Longest time that a session lives unused, in milliseconds. */
const IDLE_LIMIT = 8 * 60 * 60 * 1000

/** How long a proof of who one is opens what asks for it again, in milliseconds. */
const CONFIRMED_MS = 15 * 60_000

/** Longest time that a session lives, in milliseconds. */
export const AGE_LIMIT = 24 * 60 * 60 * 1000

/** Largest difference between the clocks of several processes, in milliseconds. */
const CLOCK_MS = 60_000

/** The two secrets of a session. Only the browser has them; the database stores their hashes. */
export type SessionSecrets = { token: string; cookie: string }

/** A live session with its account. */
export type SessionRow = Pick<AccountRow, 'id' | 'username' | 'display_name' | 'role'> & {
  session_id: number
  last_used_at: string
  confirmed_at: string
} & FactorColumns

type FactorColumns = {
  joined_at: string
  method: SignInMethod
  factor_required_since: string | null
  has_factor: unknown
}

/** The stored form of a secret: SHA-256, hexadecimal. The secret has full entropy, so it needs no salt. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** From where and how a session is begun. */
export type SessionStart = {
  /** From `deviceOf` the request. */
  device?: Device | undefined
  method?: SignInMethod | undefined
  /** When its person signed in, for one that takes the place of another; left out: now. */
  begunAt?: string | undefined
}

/** Starts a session of an account, which is seen by that. */
export async function createSession(
  db: Db,
  accountId: number,
  now: Date,
  { device = UNKNOWN_DEVICE, method = 'password', begunAt }: SessionStart = {},
): Promise<SessionSecrets> {
  const secrets = { token: newSecret(), cookie: newSecret() }
  const at = now.toISOString()
  await db.updateTable('accounts').set({ last_seen_at: at }).where('id', '=', accountId).execute()
  await db
    .insertInto('sessions')
    .values({
      account_id: accountId,
      token_hash: hashSecret(secrets.token),
      cookie_hash: hashSecret(secrets.cookie),
      created_at: begunAt ?? at,
      last_used_at: at,
      confirmed_at: at,
      method,
      user_agent: device.userAgent,
      address: device.address,
    })
    .execute()
  return secrets
}

/** A new 256-bit secret in characters that fit a header. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What {@link newSecret} makes: 43 characters of base64url. */
const SECRET = /^[\w-]{43}$/

/** Whether something that anyone has sent can be a secret at all: no other one is hashed or looked for. */
export function isSecret(sent: unknown): sent is string {
  return typeof sent === 'string' && SECRET.test(sent)
}

/** A query of the sessions that open something. */
export function liveSessions(db: Db, now: Date) {
  return (
    db
      .selectFrom('sessions')
      .where('sessions.last_used_at', '>', before(now, IDLE_LIMIT))
      .where('sessions.created_at', '>', before(now, AGE_LIMIT))
      // A session from a clock that was ahead would live too long.
      .where('sessions.created_at', '<=', before(now, -CLOCK_MS))
  )
}

/** The live session of a secret. */
export function findLiveSession(
  db: Db,
  by: { column: 'token_hash' | 'cookie_hash'; secret: string; now: Date },
): Promise<SessionRow | undefined> {
  return selectSessions(db, by.now).where(`sessions.${by.column}`, '=', hashSecret(by.secret)).executeTakeFirst()
}

/** The live sessions among those of some tokens. @param tokenHashes from {@link hashSecret}, at most some hundreds */
export function listLiveSessions(db: Db, tokenHashes: readonly string[], now: Date) {
  return selectSessions(db, now).select('sessions.token_hash').where('sessions.token_hash', 'in', tokenHashes).execute()
}

/** Live sessions with their accounts, apart from deactivated ones. */
function selectSessions(db: Db, now: Date) {
  return liveSessions(db, now)
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.id as session_id', 'sessions.last_used_at', 'sessions.confirmed_at'])
    .select(['accounts.id', 'accounts.username'])
    .select(['accounts.display_name', 'accounts.role', 'sessions.method'])
    .select(factorFactsColumns)
    .where('accounts.deactivated_at', 'is', null)
}

/** Columns of an account that {@link factorFactsOf} reads, beside how it was signed in. */
function factorFactsColumns({ ref, exists, selectFrom, or }: ExpressionBuilder<Tables, 'accounts'>) {
  return [
    ref('accounts.created_at').as('joined_at'),
    selectFrom('sign_in_settings').select('second_factor_since').as('factor_required_since'),
    or([
      exists(selectFrom('passkeys').select('id').whereRef('account_id', '=', 'accounts.id')),
      exists(selectFrom('totp_secrets').select('account_id').whereRef('account_id', '=', 'accounts.id')),
    ]).as('has_factor'),
  ]
}

/** A token that has not expired, with its account, which is in use. */
export type LiveToken = NonNullable<Awaited<ReturnType<typeof findLiveToken>>>

/** The token of a hash from `hashSecret`; undefined for one that has expired or whose account was deactivated. */
export function findLiveToken(db: Db, tokenHash: string, now: Date) {
  return db
    .selectFrom('api_tokens')
    .innerJoin('accounts', 'accounts.id', 'api_tokens.account_id')
    .select(['api_tokens.id as token_id', 'api_tokens.name as token_name', 'api_tokens.scopes'])
    .select(['api_tokens.method', 'api_tokens.last_used_at'])
    .select(['accounts.id', 'accounts.username', 'accounts.display_name', 'accounts.role'])
    .select(factorFactsColumns)
    .where('api_tokens.token_hash', '=', tokenHash)
    .where('api_tokens.expires_at', '>', now.toISOString())
    .where('accounts.deactivated_at', 'is', null)
    .executeTakeFirst()
}

/** The scopes of a token, as they are stored. */
export function readScopes({ scopes }: { scopes: string }): TokenScope[] {
  return JSON.parse(scopes) as TokenScope[]
}

/** Stores the last use of a token. A later one that another process has stored stays. */
export async function touchToken(db: Kysely<Tables>, id: number, now: Date): Promise<void> {
  const at = now.toISOString()
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute()
}

/** What decides whether a live session, or an API token, needs a second factor. */
export function factorFactsOf(session: FactorColumns): FactorFacts {
  const { method, has_factor, joined_at, factor_required_since } = session
  // PostgreSQL has truth values, SQLite 0 and 1.
  return { method, hasFactor: Boolean(has_factor), joinedAt: joined_at, requiredSince: factor_required_since }
}

/** Until when a session counts as one whose person has proved a while ago who it is; undefined once that is over. */
export function confirmedUntil({ confirmed_at }: Pick<SessionRow, 'confirmed_at'>, now: Date): Date | undefined {
  const [at, time] = [Date.parse(confirmed_at), now.getTime()]
  // A session from a clock that was ahead would count too long.
  return at <= time + CLOCK_MS && time <= at + CONFIRMED_MS ? new Date(at + CONFIRMED_MS) : undefined
}

/** Stores that the person of a session has proved who it is. @returns false when the session has ended */
export async function confirmSession(
  db: Db,
  { accountId, token, now }: { accountId: number; token: string; now: Date },
): Promise<boolean> {
  const own = liveSessions(db, now).select('sessions.id').where('token_hash', '=', hashSecret(token))
  const confirmed = await db
    .updateTable('sessions')
    .set({ confirmed_at: now.toISOString() })
    .where('id', 'in', own.where('account_id', '=', accountId))
    .returning('id')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** Stores the time of the last use of a session and of its account. */
export async function touchSession(db: Kysely<Tables>, session: SessionRow, now: Date): Promise<void> {
  const at = now.toISOString()
  await db.transaction().execute(async (trx) => {
    // In the order of all that ends the sessions of an account.
    await trx.updateTable('accounts').set({ last_seen_at: at }).where('id', '=', session.id).execute()
    await trx.updateTable('sessions').set({ last_used_at: at }).where('id', '=', session.session_id).execute()
  })
}

/** Ends the session of a token. @returns false when it has ended already */
export async function deleteSession(db: Db, token: string): Promise<boolean> {
  const ended = db.deleteFrom('sessions').where('token_hash', '=', hashSecret(token))
  return (await ended.executeTakeFirst()).numDeletedRows > 0n
}

/** Ends every session of an account but that of a token. @returns false when that one has ended too */
export async function deleteOtherSessions(
  trx: Transaction<Tables>,
  accountId: number,
  token: string,
): Promise<boolean> {
  const own = hashSecret(token)
  await trx.deleteFrom('sessions').where('account_id', '=', accountId).where('token_hash', '!=', own).execute()
  const left = trx.selectFrom('sessions').select('id').where('account_id', '=', accountId)
  return (await left.executeTakeFirst()) !== undefined
}

/** A session that has ended, by the hash of its token. */
type EndedSession = { token_hash: string; method: SignInMethod; created_at: string }

/**
 * Ends all that opens an account without its password: every session, API tokens, the private calendar feed, and a mailed link for a new password.
 * @param by null for the operator
 * @returns the sessions that ended
 */
export async function endAccess(
  trx: Transaction<Tables>,
  { id, by, now }: { id: number; by: Actor | null; now: Date },
): Promise<EndedSession[]> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('account_id', '=', id)
    .returning(['token_hash', 'method', 'created_at'])
    .execute()
  await trx.deleteFrom('password_resets').where('account_id', '=', id).execute()
  const tokens = await trx.deleteFrom('api_tokens').where('account_id', '=', id).returning('name').execute()
  const revoked = tokens.map(({ name }) => ({
    ...({ id, subject: 'account' } as const),
    event: { action: 'api_token_revoked', name } as const,
  }))
  if (revoked.length > 0) await recordActions(trx, { by, now }, revoked)
  const feed = await trx.deleteFrom('calendar_feeds').where('account_id', '=', id).executeTakeFirst()
  if (feed.numDeletedRows > 0n)
    await recordAction(trx, { by, now, id, subject: 'account', event: { action: 'calendar_feed_revoked' } })
  return ended
}

/** Removes expired sessions, except those that another transaction is removing. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  const expired = db
    .selectFrom('sessions')
    .where((where) =>
      where.or([
        where('last_used_at', '<=', before(now, IDLE_LIMIT)),
        where('created_at', '<=', before(now, AGE_LIMIT)),
      ]),
    )
  await deleteUnlocked(db, 'sessions', expired)
}

function before(now: Date, milliseconds: number): string {
  return new Date(now.getTime() - milliseconds).toISOString()
}
