import type { Transaction } from 'kysely'
import { skipLocked } from '../../../platform/database/row-locks.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { clientNetwork } from '../../../platform/http/client-address.ts'
import { type RequestError, tooManyRequests } from '../../../platform/http/request-error.ts'
import type { Services } from '../../feature.ts'
import type { SignInAttempt } from './sign-in-events.ts'

/** Wrong passwords that one network may send: for one username, and for all usernames together. */
const MAX_FAILURES = { username: 10, network: 30 } as const

/** How long a network then waits, and how long a failure counts after the latest one, in milliseconds. */
const WAIT_MS = 15 * 60_000

/** Largest difference between the clocks of several processes: a clock further ahead does not prolong a wait. */
const CLOCK_MS = 60_000

type Kind = keyof typeof MAX_FAILURES
type Counter = { kind: Kind; hash: string }
const MESSAGES: Record<Kind, string> = {
  username: 'Too many wrong passwords were sent for this username from your network.',
  network: 'Too many wrong passwords were sent from your network.',
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
    .where('expires_at', '<=', latestExpiry(now))
    .execute()
  for (const { kind, hash } of counters) {
    const row = rows.find((each) => each.key_hash === hash)
    if (row && row.count >= MAX_FAILURES[kind]) throw tooManyFailures(kind, Date.parse(row.expires_at) - now.getTime())
  }
}

/**
 * Counts an attempt as failed, before the password is verified, so that simultaneous guesses cannot pass together.
 * @throws {RequestError} `too_many_requests` when no attempts are left
 */
export async function countAttempt(
  services: Pick<Services, 'db' | 'clock' | 'hash'>,
  attempt: SignInAttempt,
): Promise<void> {
  const counters = await countersOf(services, attempt)
  const now = services.clock()
  await services.db.transaction().execute(async (trx) => {
    for (const counter of counters) await increment(trx, counter, now)
    await deleteExpired(trx, now)
  })
}

/** Forgets the failures for a username after the right password, and uncounts this attempt of the network. */
export async function forgetAttempts(
  services: Pick<Services, 'db' | 'clock' | 'hash'>,
  attempt: SignInAttempt,
): Promise<void> {
  const [network, username] = await countersOf(services, attempt)
  await services.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('sign_in_failures')
      .set((update) => ({ count: update('count', '-', 1) }))
      .where('key_hash', '=', network.hash)
      .execute()
    await trx
      .deleteFrom('sign_in_failures')
      .where(({ or, and, eb }) =>
        or([eb('key_hash', '=', username.hash), and([eb('key_hash', '=', network.hash), eb('count', '<=', 0)])]),
      )
      .execute()
  })
}

/** Forgets the failures of one network for a username. */
export async function forgetUsername(services: Pick<Services, 'db' | 'hash'>, attempt: SignInAttempt): Promise<void> {
  const [, username] = await countersOf(services, attempt)
  await services.db.deleteFrom('sign_in_failures').where('key_hash', '=', username.hash).execute()
}

/** The network always comes first: two attempts that share both counters then cannot deadlock. */
async function countersOf(
  { db, hash }: Pick<Services, 'db' | 'hash'>,
  { address, username }: SignInAttempt,
): Promise<[Counter, Counter]> {
  const network = clientNetwork(address)
  return [
    { kind: 'network', hash: await hash(db, 'sign-in-network', network) },
    { kind: 'username', hash: await hash(db, 'sign-in', network, username) },
  ]
}

/** Adds one in a single statement, and only below the limit; an expired counter starts again. */
async function increment(trx: Transaction<Tables>, { kind, hash }: Counter, now: Date): Promise<void> {
  const row = await trx
    .insertInto('sign_in_failures')
    .values({ key_hash: hash, count: 1, expires_at: new Date(now.getTime() + WAIT_MS).toISOString() })
    .onConflict((conflict) =>
      conflict
        .column('key_hash')
        .doUpdateSet((update) => ({
          count: update
            .case()
            .when('sign_in_failures.expires_at', '<=', now.toISOString())
            .then(update.lit(1))
            .when('sign_in_failures.expires_at', '>', latestExpiry(now))
            .then(update.lit(1))
            .else(update('sign_in_failures.count', '+', 1))
            .end(),
          expires_at: update.ref('excluded.expires_at'),
        }))
        .where(({ or, eb }) =>
          or([
            eb('sign_in_failures.count', '<', MAX_FAILURES[kind]),
            eb('sign_in_failures.expires_at', '<=', now.toISOString()),
            eb('sign_in_failures.expires_at', '>', latestExpiry(now)),
          ]),
        ),
    )
    .returning('count')
    .executeTakeFirst()
  if (!row) throw tooManyFailures(kind, WAIT_MS)
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
function latestExpiry(now: Date): string {
  return new Date(now.getTime() + WAIT_MS + CLOCK_MS).toISOString()
}

function tooManyFailures(kind: Kind, waitMs: number): RequestError {
  return tooManyRequests(MESSAGES[kind], waitMs)
}
