import type { Clock } from '../clock.ts'
import type { Db } from '../database/tables.ts'
import { customerPrefix, type KeyedHash } from './client-address.ts'

/**
 * What tells the tasks that one customer prefix has caused from those of others: a keyed hash, another one each day. It is stored
 * with the tasks, and gone with them.
 */
export type TaskShare = (db: Db, address: string) => Promise<string>

/** Makes the function. */
export function createTaskShare(hash: KeyedHash, clock: Clock): TaskShare {
  return (db, address) => hash(db, 'share', clock().toISOString().slice(0, 10), customerPrefix(address))
}
