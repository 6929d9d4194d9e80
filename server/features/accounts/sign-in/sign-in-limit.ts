import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import { skipLocked } from '../../../platform/database/row-locks.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { type CallerHash, clientNetwork } from '../../../platform/http/client-address.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { inMinutes } from '../../../platform/http/waiting-words.ts'

/** Wrong passwords from one network before it has to wait: for one username, and for all of them together. */
const FAILURES = { pair: 10, network: 30 } as const

/** How long it waits then, and how long a failure is remembered after the latest one, in milliseconds. */
const WAIT_MS = 15 * 60_000

/** How far the clocks of several processes may be apart. Whoever was counted by one that was further ahead does not wait longer. */
const CLOCK_MS = 60_000
/** What is counted on its own, and what is said when it is used up. */
type Kind = keyof typeof FAILURES
type Count = { kind: Kind; hash: string }
const WORDS: Record<Kind, string> = {
  pair: 'Too many wrong passwords were sent for this username from your network.',
  network: 'Too many wrong passwords were sent from your network.',
}

/** Who says to be whom: the address a call comes from, and a username, whether or not an account has it. */
export type SignInAttempt = { address: string; username: string }

/** How many wrong passwords a network may send, for a username and in all. Other networks are never held up by it. */
export type SignInLimit = {
  /** @throws {RequestError} `too_many_requests` when the attempts are used up */
  requireRoom(attempt: SignInAttempt): Promise<void>
  /**
   * Counts an attempt as failed, before it is judged, so that guesses sent at once cannot pass together.
   * @throws {RequestError} `too_many_requests` when the attempts are used up
   */
  count(attempt: SignInAttempt): Promise<void>
  /** Forgets the failures of a caller that has shown the right password, and that this attempt was counted. */
  clear(attempt: SignInAttempt): Promise<void>
}

type Dependencies = { db: Kysely<Tables>; clock: Clock; hash: CallerHash }

/** Makes the limit. The counts are in the database, where every process and every restart finds them. */
export function createSignInLimit({ db, clock, hash }: Dependencies): SignInLimit {
  /** The network first, always: two attempts that share both counts then never wait for each other. */
  const countsOf = async ({ address, username }: SignInAttempt): Promise<[Count, Count]> => {
    const network = clientNetwork(address)
    return [
      { kind: 'network', hash: await hash(db, 'sign-in-network', network) },
      { kind: 'pair', hash: await hash(db, 'sign-in', network, username) },
    ]
  }

  return {
    requireRoom: async (attempt) => {
      const counts = await countsOf(attempt)
      const now = clock()
      const rows = await db
        .selectFrom('sign_in_failures')
        .selectAll()
        .where(
          'caller_hash',
          'in',
          counts.map((count) => count.hash),
        )
        .where('expires_at', '>', now.toISOString())
        .where('expires_at', '<=', latestExpiry(now))
        .execute()
      for (const { kind, hash: callerHash } of counts) {
        const row = rows.find((each) => each.caller_hash === callerHash)
        if (row && row.count >= FAILURES[kind]) throw tooMany(kind, Date.parse(row.expires_at) - now.getTime())
      }
    },

    count: async (attempt) => {
      const counts = await countsOf(attempt)
      const now = clock()
      await db.transaction().execute(async (trx) => {
        for (const count of counts) await addTo(trx, count, now)
        await forgetExpired(trx, now)
      })
    },

    clear: async (attempt) => {
      const [network, pair] = await countsOf(attempt)
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('sign_in_failures')
          .set((update) => ({ count: update('count', '-', 1) }))
          .where('caller_hash', '=', network.hash)
          .execute()
        await trx
          .deleteFrom('sign_in_failures')
          .where(({ or, and, eb }) =>
            or([eb('caller_hash', '=', pair.hash), and([eb('caller_hash', '=', network.hash), eb('count', '<=', 0)])]),
          )
          .execute()
      })
    },
  }
}

/** Adds one in a single statement, and only while there is room; a count that has run out begins anew. */
async function addTo(trx: Transaction<Tables>, { kind, hash }: Count, now: Date): Promise<void> {
  const isOver = now.toISOString()
  const row = await trx
    .insertInto('sign_in_failures')
    .values({ caller_hash: hash, count: 1, expires_at: new Date(now.getTime() + WAIT_MS).toISOString() })
    .onConflict((conflict) =>
      conflict
        .column('caller_hash')
        .doUpdateSet((update) => ({
          count: update
            .case()
            .when('sign_in_failures.expires_at', '<=', isOver)
            .then(update.lit(1))
            .when('sign_in_failures.expires_at', '>', latestExpiry(now))
            .then(update.lit(1))
            .else(update('sign_in_failures.count', '+', 1))
            .end(),
          expires_at: update.ref('excluded.expires_at'),
        }))
        .where(({ or, eb }) =>
          or([
            eb('sign_in_failures.count', '<', FAILURES[kind]),
            eb('sign_in_failures.expires_at', '<=', isOver),
            eb('sign_in_failures.expires_at', '>', latestExpiry(now)),
          ]),
        ),
    )
    .returning('count')
    .executeTakeFirst()
  if (!row) throw tooMany(kind, WAIT_MS)
}

/** Last, and without waiting for anybody who is at the same: no two callers then wait for each other. */
async function forgetExpired(trx: Transaction<Tables>, now: Date): Promise<void> {
  const expired = trx
    .selectFrom('sign_in_failures')
    .select('caller_hash')
    .where('expires_at', '<=', now.toISOString())
    .$call(skipLocked(trx))
  await trx.deleteFrom('sign_in_failures').where('caller_hash', 'in', expired).execute()
}

/** The latest end of a wait that a clock which is right can have set. */
function latestExpiry(now: Date): string {
  return new Date(now.getTime() + WAIT_MS + CLOCK_MS).toISOString()
}

function tooMany(kind: Kind, milliseconds: number): RequestError {
  const message = `${WORDS[kind]} Please try again in ${inMinutes(Math.ceil(milliseconds / 60_000))}.`
  return new RequestError('too_many_requests', message, { retryAfter: Math.ceil(milliseconds / 1000) })
}
