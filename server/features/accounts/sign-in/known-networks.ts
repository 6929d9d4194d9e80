import { clientNetwork } from '../../../platform/http/client-address.ts'
import type { Services } from '../../feature.ts'

/** How long a network is known after its latest sign-in, in milliseconds. */
const KNOWN_MS = 30 * 24 * 60 * 60_000

/** Whether an admin has signed in from this network within 30 days. The database stores networks as hashes. */
export async function isKnownNetwork(
  services: Pick<Services, 'db' | 'clock' | 'hash'>,
  address: string,
): Promise<boolean> {
  const { db, clock } = services
  const row = await db
    .selectFrom('signed_in_networks')
    .select('network_hash')
    .where('network_hash', '=', await hashNetwork(services, address))
    .where('expires_at', '>', clock().toISOString())
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the network of a sign-in, and removes expired ones. */
export async function rememberNetwork(
  services: Pick<Services, 'db' | 'clock' | 'hash'>,
  address: string,
): Promise<void> {
  const { db, clock } = services
  const now = clock()
  const expires_at = new Date(now.getTime() + KNOWN_MS).toISOString()
  await db
    .insertInto('signed_in_networks')
    .values({ network_hash: await hashNetwork(services, address), expires_at })
    .onConflict((conflict) => conflict.column('network_hash').doUpdateSet({ expires_at }))
    .execute()
  await db.deleteFrom('signed_in_networks').where('expires_at', '<=', now.toISOString()).execute()
}

function hashNetwork({ db, hash }: Pick<Services, 'db' | 'hash'>, address: string): Promise<string> {
  return hash(db, 'signed-in-network', clientNetwork(address))
}
