import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { type CallerHash, clientNetwork } from '../../../platform/http/client-address.ts'

/** How long the networks that failed for an account are counted after the latest new one, in milliseconds. */
const COUNTED_MS = 24 * 60 * 60_000

/** Networks from which an alarm is raised, and again whenever there are twice as many. */
const ALARMING = 10

/** Stands for every username that no account has, so that these take the same work, and one count in all. */
const NO_ACCOUNT = 0

/** From how many networks wrong passwords came for an account. It refuses nobody: that would lock the owner out. */
export type GuessedAccounts = {
  /**
   * Counts the network of a failure, once a day.
   * @param account number of the account; undefined where none has the username
   * @returns the networks so far where that many are alarming now, undefined otherwise
   */
  addNetwork(account: number | undefined, address: string): Promise<number | undefined>
}

type Dependencies = { db: Kysely<Tables>; clock: Clock; hash: CallerHash }

/** Makes the counts, which are in the database with the others, and forgotten with them. */
export function createGuessedAccounts({ db, clock, hash }: Dependencies): GuessedAccounts {
  return {
    addNetwork: async (account, address) => {
      const name = String(account ?? NO_ACCOUNT)
      const ofAccount = await hash(db, 'guessed-account', name)
      const ofNetwork = await hash(db, 'guessed-account', name, clientNetwork(address))
      const now = clock()
      const expires_at = new Date(now.getTime() + COUNTED_MS).toISOString()
      const networks = await db.transaction().execute(async (trx) => {
        const isNew = await trx
          .insertInto('sign_in_failures')
          .values({ caller_hash: ofNetwork, count: 1, expires_at })
          .onConflict((conflict) => conflict.doNothing())
          .returning('count')
          .executeTakeFirst()
        if (!isNew) return undefined
        const row = await trx
          .insertInto('sign_in_failures')
          .values({ caller_hash: ofAccount, count: 1, expires_at })
          .onConflict((conflict) =>
            conflict
              .column('caller_hash')
              .doUpdateSet((update) => ({ count: update('sign_in_failures.count', '+', 1), expires_at })),
          )
          .returning('count')
          .executeTakeFirstOrThrow()
        return row.count
      })
      return account !== undefined && networks !== undefined && isAlarming(networks) ? networks : undefined
    },
  }
}

function isAlarming(networks: number): boolean {
  return networks >= ALARMING && Number.isInteger(Math.log2(networks / ALARMING))
}
