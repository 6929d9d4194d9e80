import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { type CallerHash, clientNetwork } from '../../../platform/http/client-address.ts'

/** How long a network is known after its latest sign-in, in milliseconds. */
const KNOWN_MS = 30 * 24 * 60 * 60_000

/** The networks from which an admin has signed in lately, kept as hashes under the installation's secret. */
export type KnownNetworks = {
  has(address: string): Promise<boolean>
  remember(address: string): Promise<void>
}

/** Makes the list. It is in the database, where every process and every restart finds it. */
export function createKnownNetworks({
  db,
  clock,
  hash,
}: {
  db: Kysely<Tables>
  clock: Clock
  hash: CallerHash
}): KnownNetworks {
  const hashOf = (address: string) => hash(db, 'signed-in-network', clientNetwork(address))
  return {
    has: async (address) => {
      const row = await db
        .selectFrom('signed_in_networks')
        .select('network_hash')
        .where('network_hash', '=', await hashOf(address))
        .where('expires_at', '>', clock().toISOString())
        .executeTakeFirst()
      return row !== undefined
    },

    remember: async (address) => {
      const now = clock()
      const expires_at = new Date(now.getTime() + KNOWN_MS).toISOString()
      await db
        .insertInto('signed_in_networks')
        .values({ network_hash: await hashOf(address), expires_at })
        .onConflict((conflict) => conflict.column('network_hash').doUpdateSet({ expires_at }))
        .execute()
      await db.deleteFrom('signed_in_networks').where('expires_at', '<=', now.toISOString()).execute()
    },
  }
}
