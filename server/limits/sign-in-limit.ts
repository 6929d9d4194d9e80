import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import { skipLocked } from '../database/row-locks.ts'
import type { Tables } from '../database/tables.ts'
import { RequestError } from '../http/request-error.ts'
import { type CallerHash, clientNetwork } from './client-address.ts'
import { inMinutes } from './waiting-words.ts'

/** Wrong passwords for one username from one network before it has to wait. */
const FAILURES = 10

/** How long it waits then, and how long a failure is remembered after the latest one, in milliseconds. */
const WAIT_MS = 15 * 60_000

/** Who says to be whom: the address a call comes from, and a username, whether or not an account has it. */
export type SignInAttempt = { address: string; username: string }

/** How many wrong passwords a network may send for a username. Other networks are never held up by it. */
export type SignInLimit = {
  /** @throws {RequestError} `too_many_requests` when the attempts are used up */
  requireRoom(attempt: SignInAttempt): Promise<void>
  /**
   * Counts an attempt as failed, before it is judged, so that guesses sent at once cannot pass together.
   * @throws {RequestError} `too_many_requests` when the attempts are used up
   */
  count(attempt: SignInAttempt): Promise<void>
  /** Forgets the failures of a caller that has shown the right password. */
  clear(attempt: SignInAttempt): Promise<void>
}

type Dependencies = { db: Kysely<Tables>; clock: Clock; hash: CallerHash }

/** Makes the limit. The counts are in the database, where every process and every restart finds them. */
export function createSignInLimit({ db, clock, hash }: Dependencies): SignInLimit {
  const hashOf = ({ address, username }: SignInAttempt) => hash(db, 'sign-in', clientNetwork(address), username)

  const requireRoom = async (callerHash: string) => {
    const now = clock()
    const row = await db
      .selectFrom('sign_in_failures')
      .select('expires_at')
      .where('caller_hash', '=', callerHash)
      .where('count', '>=', FAILURES)
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst()
    if (row) throw tooMany(Date.parse(row.expires_at) - now.getTime())
  }

  return {
    requireRoom: async (attempt) => requireRoom(await hashOf(attempt)),

    count: async (attempt) => {
      const callerHash = await hashOf(attempt)
      const now = clock()
      const expiresAt = new Date(now.getTime() + WAIT_MS).toISOString()
      const counted = await db.transaction().execute(async (trx) => {
        const row = await trx
          .insertInto('sign_in_failures')
          .values({ caller_hash: callerHash, count: 1, expires_at: expiresAt })
          .onConflict((conflict) =>
            conflict
              .column('caller_hash')
              .doUpdateSet((update) => ({
                count: update
                  .case()
                  .when('sign_in_failures.expires_at', '<=', now.toISOString())
                  .then(update.lit(1))
                  .else(update('sign_in_failures.count', '+', 1))
                  .end(),
                expires_at: expiresAt,
              }))
              .where(({ or, eb }) =>
                or([
                  eb('sign_in_failures.count', '<', FAILURES),
                  eb('sign_in_failures.expires_at', '<=', now.toISOString()),
                ]),
              ),
          )
          .returning('count')
          .executeTakeFirst()
        await forgetExpired(trx, now)
        return row
      })
      if (!counted) throw tooMany(WAIT_MS)
    },

    clear: async (attempt) => {
      await db
        .deleteFrom('sign_in_failures')
        .where('caller_hash', '=', await hashOf(attempt))
        .execute()
    },
  }
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

function tooMany(milliseconds: number): RequestError {
  const wait = inMinutes(Math.ceil(milliseconds / 60_000))
  const message = `Too many wrong passwords were sent for this username from your network. Please try again in ${wait}.`
  return new RequestError('too_many_requests', message, { retryAfter: Math.ceil(milliseconds / 1000) })
}
