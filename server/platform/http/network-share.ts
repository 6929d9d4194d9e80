import type { Clock } from '../clock.ts'
import type { Db } from '../database/tables.ts'
import { customerPrefix, type KeyedHash } from './client-address.ts'

/**
 * What tells the tasks that one network has caused from those of others: a keyed hash, another one each day. It is stored
 * with the tasks, and gone with them.
 */
export type NetworkShare = (db: Db, address: string) => Promise<string>

/** Makes the function. */
export function createNetworkShare(hash: KeyedHash, clock: Clock): NetworkShare {
  return (db, address) => hash(db, 'share', clock().toISOString().slice(0, 10), customerPrefix(address))
}
