import type { ExpressionBuilder, Transaction } from 'kysely'
import { deleteUnlocked } from '../../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import { clientNetwork } from '../../../platform/http/client-address.ts'
import { type RequestError, tooManyRequests } from '../../../platform/http/request-error.ts'
import type { Services } from '../../feature.ts'
import type { SignInAttempt } from './sign-in-events.ts'

/** In which a failure counts, and how long one then waits at most, in milliseconds. */
const [QUARTER_HOUR, DAY] = [15 * 60_000, 24 * 60 * 60_000]

/**
 * Failures that are too many: wrong passwords of one network, for one username and for all together; wrong codes of an authenticator
 * app for one account, from whatever networks: who sends them has its password, so that this keeps out no owner by mere guessing. A
 * session that asks to be confirmed may be stolen without the password, so that its codes count for that session alone.
 *
 * `since`: whether the wait is counted from the first failure or from the latest. `forgets`: whether a right password or code takes
 * back its own attempt alone, or all. Where a day's failures outlive right codes, they count from the first: one mistake a day never
 * adds up.
 */
const LIMITS = {
  network: { most: 30, waitMs: QUARTER_HOUR, since: 'latest', forgets: 'own' },
  username: { most: 10, waitMs: QUARTER_HOUR, since: 'latest', forgets: 'all' },
  codes: { most: 10, waitMs: QUARTER_HOUR, since: 'latest', forgets: 'all' },
  codesOfDay: { most: 30, waitMs: DAY, since: 'first', forgets: 'own' },
  codesOfSession: { most: 10, waitMs: DAY, since: 'latest', forgets: 'own' },
} as const

/** Largest difference between the clocks of several processes: a clock further ahead does not prolong a wait. */
const CLOCK_MS = 60_000

type Kind = keyof typeof LIMITS
type Counter = { kind: Kind; hash: string }

/** A second factor that is sent for an account: of a sign-in whose password was right, or of a session that asks to be confirmed. */
export type FactorAttempt = { address: string; accountId: number; by: 'totp' | 'recovery_code'; sessionToken?: string }

const WRONG_CODES = 'Too many wrong codes were sent for this account. A passkey or a recovery code still works.'

const MESSAGES: Record<Kind, string> = {
  username: 'Too many wrong passwords were sent for this username from your network.',
  network: 'Too many sign-ins from your network have failed.',
  codes: WRONG_CODES,
  codesOfDay: WRONG_CODES,
  codesOfSession: 'Too many wrong codes were sent in this session, which has ended. A new sign-in still works.',
}

/**
 * Requires that a network has attempts left. Other networks are never affected.
 * @throws {RequestError} `too_many_requests`
 */
export async function requireAttemptsLeft(
  services: Pick<Services, 'db' | 'clock' | 'hash'>,
  attempt: SignInAttempt,
): Promise<void> {
  const [full] = await listUsedUp(services, attempt)
  if (full) throw tooManyFailures(full.kind, full.waitMs)
}

/** Whether a session has sent as many wrong codes as it may. */
export async function isSessionUsedUp(
  services: Pick<Services, 'db' | 'clock' | 'hash'>,
  attempt: FactorAttempt,
): Promise<boolean> {
  return (await listUsedUp(services, attempt)).some(({ kind }) => kind === 'codesOfSession')
}

/** The counters of an attempt that are at their limit, and how long each stays there, in milliseconds. */
async function listUsedUp(
  services: Pick<Services, 'db' | 'clock' | 'hash'>,
  attempt: SignInAttempt | FactorAttempt,
): Promise<{ kind: Kind; waitMs: number }[]> {
  const counters = await countersOf(services, attempt)
  const now = services.clock()
  const hashes = counters.map((counter) => counter.hash)
  const rows = await services.db
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('key_hash', 'in', hashes)
    .where('expires_at', '>', now.toISOString())
    .execute()
  return counters.flatMap(({ kind, hash }) => {
    const row = rows.find((each) => each.key_hash === hash && each.expires_at <= latestExpiry(kind, now))
    return row && row.count >= LIMITS[kind].most ? [{ kind, waitMs: Date.parse(row.expires_at) - now.getTime() }] : []
  })
}

/**
 * Counts an attempt as failed, before the password or the code is verified, so that simultaneous guesses cannot pass together.
 * @throws {RequestError} `too_many_requests` when no attempts are left
 */
export async function countAttempt(
  services: Pick<Services, 'db' | 'clock' | 'hash'>,
  attempt: SignInAttempt | FactorAttempt,
): Promise<void> {
  const counters = await countersOf(services, attempt)
  const now = services.clock()
  await services.db.transaction().execute(async (trx) => {
    for (const counter of counters) await increment(trx, counter, now)
    await deleteExpired(trx, now)
  })
}

/** After the right password or code: takes this attempt back, and forgets the others of the counters that say so. */
export async function forgetAttempts(
  services: Pick<Services, 'db' | 'clock' | 'hash'>,
  attempt: SignInAttempt | FactorAttempt,
): Promise<void> {
  const counters = await countersOf(services, attempt)
  await services.db.transaction().execute(async (trx) => {
    // One after the other, in the order in which they are counted.
    for (const { kind, hash } of counters) {
      if (LIMITS[kind].forgets === 'all') await forget(trx, hash)
      else await forgetOne(trx, hash)
    }
  })
}

/** Forgets the failures of one network for a username. */
export async function forgetUsername(services: Pick<Services, 'db' | 'hash'>, attempt: SignInAttempt): Promise<void> {
  const [, ...others] = await countersOf(services, attempt)
  for (const { hash } of others) await forget(services.db, hash)
}

async function forget(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key_hash', '=', hash).execute()
}

async function forgetOne(trx: Transaction<Tables>, hash: string): Promise<void> {
  const counter = trx.updateTable('sign_in_failures').where('key_hash', '=', hash)
  await counter.set((update) => ({ count: update('count', '-', 1) })).execute()
  await trx.deleteFrom('sign_in_failures').where('key_hash', '=', hash).where('count', '<=', 0).execute()
}

/**
 * The network always comes first: two attempts that share several counters then cannot deadlock. A recovery code cannot be guessed, so
 * that wrong ones of others keep nobody from using one.
 */
async function countersOf(
  { db, hash }: Pick<Services, 'db' | 'hash'>,
  attempt: SignInAttempt | FactorAttempt,
): Promise<[Counter, ...Counter[]]> {
  const network = clientNetwork(attempt.address)
  const ofNetwork: Counter = { kind: 'network', hash: await hash(db, 'sign-in-network', network) }
  if ('username' in attempt)
    return [ofNetwork, { kind: 'username', hash: await hash(db, 'sign-in', network, attempt.username) }]
  if (attempt.by === 'recovery_code') return [ofNetwork]
  if (attempt.sessionToken !== undefined)
    return [ofNetwork, { kind: 'codesOfSession', hash: await hash(db, 'confirming-codes', attempt.sessionToken) }]
  const account = String(attempt.accountId)
  return [
    ofNetwork,
    { kind: 'codes', hash: await hash(db, 'second-factor', account) },
    { kind: 'codesOfDay', hash: await hash(db, 'second-factor-of-day', account) },
  ]
}

/** Adds one in a single statement, and only below the limit; an expired counter starts again. */
async function increment(trx: Transaction<Tables>, { kind, hash }: Counter, now: Date): Promise<void> {
  const { most, waitMs, since } = LIMITS[kind]
  const row = await trx
    .insertInto('sign_in_failures')
    .values({ key_hash: hash, count: 1, expires_at: new Date(now.getTime() + waitMs).toISOString() })
    .onConflict((conflict) =>
      conflict
        .column('key_hash')
        .doUpdateSet((update) => {
          const { ref } = update
          const isOver = isOverAt(update, kind, now)
          const goesOn = since === 'first' ? ref('sign_in_failures.expires_at') : ref('excluded.expires_at')
          return {
            count: update
              .case()
              .when(isOver)
              .then(update.lit(1))
              .else(update('sign_in_failures.count', '+', 1))
              .end(),
            expires_at: update.case().when(isOver).then(ref('excluded.expires_at')).else(goesOn).end(),
          }
        })
        .where((where) => where.or([where('sign_in_failures.count', '<', most), isOverAt(where, kind, now)])),
    )
    .returning('count')
    .executeTakeFirst()
  if (row) return
  const full = trx.selectFrom('sign_in_failures').select('expires_at').where('key_hash', '=', hash)
  const { expires_at } = await full.executeTakeFirstOrThrow()
  throw tooManyFailures(kind, Date.parse(expires_at) - now.getTime())
}

/** Whether a counter starts again, in SQL: it has expired, or a clock far ahead has set it. */
function isOverAt(where: ExpressionBuilder<Tables, 'sign_in_failures'>, kind: Kind, now: Date) {
  return where.or([
    where('sign_in_failures.expires_at', '<=', now.toISOString()),
    where('sign_in_failures.expires_at', '>', latestExpiry(kind, now)),
  ])
}

/** Comes last and skips locked rows, so that two callers cannot deadlock. */
async function deleteExpired(trx: Transaction<Tables>, now: Date): Promise<void> {
  const expired = trx.selectFrom('sign_in_failures').where('expires_at', '<=', now.toISOString())
  await deleteUnlocked(trx, 'sign_in_failures', expired)
}

/** The latest end of a wait that a right clock can have set. */
function latestExpiry(kind: Kind, now: Date): string {
  return new Date(now.getTime() + LIMITS[kind].waitMs + CLOCK_MS).toISOString()
}

function tooManyFailures(kind: Kind, waitMs: number): RequestError {
  return tooManyRequests(MESSAGES[kind], waitMs)
}
