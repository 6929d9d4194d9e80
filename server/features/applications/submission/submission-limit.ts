import type { Clock } from '../../../platform/clock.ts'
import { deleteUnlocked } from '../../../platform/database/row-locks.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { clientNetwork, type KeyedHash } from '../../../platform/http/client-address.ts'
import { type RequestError, tooManyRequests } from '../../../platform/http/request-error.ts'

declare module '../../feature.ts' {
  interface Services {
    submissionLimit: SubmissionLimit
  }
}

/** How many forms one network may have stored in a clock hour. Networks are kept as hashes, until the next hour's first form. */
export type SubmissionLimit = {
  /** @throws {RequestError} `too_many_requests` when the address has used up its hour */
  requireRoom(address: string): Promise<void>
  /**
   * Counts a stored form; to be called in the transaction that stores it.
   * @throws {RequestError} `too_many_requests` when others of the same address were stored meanwhile
   */
  count(trx: Db, address: string): Promise<void>
}

/**
 * Makes the limit.
 * @param purpose what is counted apart from other forms
 * @param perHour 0 switches it off
 */
export function createSubmissionLimit({
  db,
  clock,
  perHour,
  hash,
  purpose = 'submission',
}: {
  db: Db
  clock: Clock
  perHour: number
  hash: KeyedHash
  purpose?: string
}): SubmissionLimit {
  const hashOf = (on: Db, address: string, hour: string) => hash(on, purpose, hour, clientNetwork(address))
  return {
    requireRoom: async (address) => {
      if (perHour === 0) return
      const now = clock()
      const used = await db
        .selectFrom('submission_counts')
        .select('count')
        .where('address_hash', '=', await hashOf(db, address, hourOf(now)))
        .executeTakeFirst()
      if (used && used.count >= perHour) throw tooMany(now)
    },

    count: async (trx, address) => {
      if (perHour === 0) return
      const now = clock()
      const hour = hourOf(now)
      const { count } = await trx
        .insertInto('submission_counts')
        .values({ address_hash: await hashOf(trx, address, hour), hour, count: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['address_hash', 'hour'])
            .doUpdateSet((update) => ({ count: update('submission_counts.count', '+', 1) })),
        )
        .returning('count')
        .executeTakeFirstOrThrow()
      if (count > perHour) throw tooMany(now)
      await forgetEarlierHours(trx, hour)
    },
  }
}

/** Runs last and skips locked rows, so that two submissions cannot deadlock. */
async function forgetEarlierHours(trx: Db, hour: string): Promise<void> {
  await deleteUnlocked(trx, 'submission_counts', trx.selectFrom('submission_counts').where('hour', '<', hour))
}

function hourOf(now: Date): string {
  return now.toISOString().slice(0, 13)
}

function tooMany(now: Date): RequestError {
  const minutes = 60 - now.getUTCMinutes()
  return tooManyRequests('Too many forms were sent from your network in this hour.', minutes * 60_000)
}
