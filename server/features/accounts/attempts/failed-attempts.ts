import type { Transaction } from 'kysely'
import { skipLocked } from '../../../platform/database/row-locks.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { clientNetwork } from '../../../platform/http/client-address.ts'
import { type RequestError, tooManyRequests } from '../../../platform/http/request-error.ts'
import type { Services } from '../../feature.ts'
import type { SignInAttempt } from './sign-in-events.ts'

/** In which a failure counts after the latest one, and how long one then waits, in milliseconds. */
const [QUARTER_HOUR, DAY] = [15 * 60_000, 24 * 60 * 60_000]

/**
 * Failures that are too many: wrong passwords of one network, for one username and for all together; wrong codes of an authenticator
 * app for one account, from whatever networks: who sends them has its password, so that this keeps out no owner by mere guessing.
 */
const LIMITS = {
  network: { most: 30, waitMs: QUARTER_HOUR },
  username: { most: 10, waitMs: QUARTER_HOUR },
  codes: { most: 10, waitMs: QUARTER_HOUR },
  codesOfDay: { most: 30, waitMs: DAY },
} as const

/** Largest difference between the clocks of several processes: a clock further ahead does not prolong a wait. */
const CLOCK_MS = 60_000

type Kind = keyof typeof LIMITS
type Counter = { kind: Kind; hash: string }

/** A second factor that is sent for an account whose password was right. */
type FactorAttempt = { address: string; accountId: number; by: 'totp' | 'recovery_code' }

const WRONG_CODES = 'Too many wrong codes were sent for this account. A passkey or a recovery code still works.'

const MESSAGES: Record<Kind, string> = {
  username: 'Too many wrong passwords were sent for this username from your network.',
  network: 'Too many wrong passwords were sent from your network.',
  codes: WRONG_CODES,
  codesOfDay: WRONG_CODES,
}

/**
 * Requires that a network has attempts left. Other networks are never affected.
 * @throws {RequestError} `too_many_requests`
 */
export async function requireAttemptsLeft(
  services: Pick<Services, 'db' | 'clock' | 'hash'>,
  attempt: SignInAttempt,
): Promise<void> {
  const counters = await countersOf(services, attempt)
  const now = services.clock()
  const hashes = counters.map((counter) => counter.hash)
  const rows = await services.db
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('key_hash', 'in', hashes)
    .where('expires_at', '>', now.toISOString())
    .execute()
  for (const { kind, hash } of counters) {
    const row = rows.find((each) => each.key_hash === hash && each.expires_at <= latestExpiry(kind, now))
    if (row && row.count >= LIMITS[kind].most) throw tooManyFailures(kind, Date.parse(row.expires_at) - now.getTime())
  }
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

/** Forgets the failures for a username or an account after the right password or code, and uncounts this attempt of the network. */
export async function forgetAttempts(
  services: Pick<Services, 'db' | 'clock' | 'hash'>,
  attempt: SignInAttempt | FactorAttempt,
): Promise<void> {
  const [network, ...others] = await countersOf(services, attempt)
  await services.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('sign_in_failures')
      .set((update) => ({ count: update('count', '-', 1) }))
      .where('key_hash', '=', network.hash)
      .execute()
    await trx.deleteFrom('sign_in_failures').where('key_hash', '=', network.hash).where('count', '<=', 0).execute()
    // One after the other, in the order in which they are counted.
    for (const { hash } of others) await trx.deleteFrom('sign_in_failures').where('key_hash', '=', hash).execute()
  })
}

/** Forgets the failures of one network for a username. */
export async function forgetUsername(services: Pick<Services, 'db' | 'hash'>, attempt: SignInAttempt): Promise<void> {
  const [, ...others] = await countersOf(services, attempt)
  for (const { hash } of others) await services.db.deleteFrom('sign_in_failures').where('key_hash', '=', hash).execute()
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
  const account = String(attempt.accountId)
  return [
    ofNetwork,
    { kind: 'codes', hash: await hash(db, 'second-factor', account) },
    { kind: 'codesOfDay', hash: await hash(db, 'second-factor-of-day', account) },
  ]
}

/** Adds one in a single statement, and only below the limit; an expired counter starts again. */
async function increment(trx: Transaction<Tables>, { kind, hash }: Counter, now: Date): Promise<void> {
  const { most, waitMs } = LIMITS[kind]
  const row = await trx
    .insertInto('sign_in_failures')
    .values({ key_hash: hash, count: 1, expires_at: new Date(now.getTime() + waitMs).toISOString() })
    .onConflict((conflict) =>
      conflict
        .column('key_hash')
        .doUpdateSet((update) => ({
          count: update
            .case()
            .when('sign_in_failures.expires_at', '<=', now.toISOString())
            .then(update.lit(1))
            .when('sign_in_failures.expires_at', '>', latestExpiry(kind, now))
            .then(update.lit(1))
            .else(update('sign_in_failures.count', '+', 1))
            .end(),
          expires_at: update.ref('excluded.expires_at'),
        }))
        .where(({ or, eb }) =>
          or([
            eb('sign_in_failures.count', '<', most),
            eb('sign_in_failures.expires_at', '<=', now.toISOString()),
            eb('sign_in_failures.expires_at', '>', latestExpiry(kind, now)),
          ]),
        ),
    )
    .returning('count')
    .executeTakeFirst()
  if (!row) throw tooManyFailures(kind, waitMs)
}

/** Comes last and skips locked rows, so that two callers cannot deadlock. */
async function deleteExpired(trx: Transaction<Tables>, now: Date): Promise<void> {
  const expired = trx
    .selectFrom('sign_in_failures')
    .select('key_hash')
    .where('expires_at', '<=', now.toISOString())
    .$call(skipLocked(trx))
  await trx.deleteFrom('sign_in_failures').where('key_hash', 'in', expired).execute()
}

/** The latest end of a wait that a right clock can have set. */
function latestExpiry(kind: Kind, now: Date): string {
  return new Date(now.getTime() + LIMITS[kind].waitMs + CLOCK_MS).toISOString()
}

function tooManyFailures(kind: Kind, waitMs: number): RequestError {
  return tooManyRequests(MESSAGES[kind], waitMs)
}
