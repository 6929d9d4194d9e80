import { createHash, randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { StartFault } from '../../operator-faults.ts'

/** Runs a statement, always in the same session. */
type Query = (text: string, values?: number[]) => Promise<{ rows: object[] }>

/** First key of the process lock; the second names the primary store of the process. */
export const PROCESS_LOCKS = 0x57454c4e

/** Serialises the processes that take the process lock. */
export const PROCESS_LOCK_GUARD = [0x57454c4d, 1] as const

const RETRY_MS = 250

/** Any lock of a process with another primary store than `$2`. */
const OTHERS = `select from pg_locks where locktype = 'advisory' and classid = $1 and objid <> $2
  and database = (select oid from pg_database where datname = current_database())`

/**
 * The second key of the process lock.
 * @param sharedStore name of the primary store, the same in every process that reads and writes it; null for a store that
 *   only this process has: its key is random, so no other process runs beside it
 */
export function processLockKey(sharedStore: string | null): number {
  if (sharedStore === null) return randomInt(2 ** 31)
  return createHash('sha256').update(sharedStore).digest().readUInt32BE() >>> 1
}

/**
 * Takes the lock that every process on a database holds, for as long as the session lasts. Processes with the same key
 * share it. A connection that PostgreSQL has not yet given up holds the same key, so a process never waits for itself.
 * @returns false when a process with another key holds it
 */
export async function takeProcessLock(query: Query, key: number): Promise<boolean> {
  await query('begin')
  try {
    // One process at a time looks and takes, so a refused process never holds a lock in the way of another.
    await query(`set local lock_timeout = '3s'`)
    await query('select pg_advisory_xact_lock($1, $2)', [...PROCESS_LOCK_GUARD])
    if ((await query(OTHERS, [PROCESS_LOCKS, key])).rows.length > 0) return false
    await query('select pg_advisory_lock_shared($1, $2)', [PROCESS_LOCKS, key])
    return true
  } finally {
    await query('commit')
  }
}

/**
 * Takes the process lock, and tries again while another process is stopping.
 * @param waitMs how long to try, in milliseconds
 */
export async function waitForProcessLock(query: Query, key: number, waitMs: number): Promise<boolean> {
  const end = performance.now() + waitMs
  for (;;) {
    if (await takeProcessLock(query, key)) return true
    if (performance.now() >= end) return false
    await wait(RETRY_MS)
  }
}

const HOW_TO_SHARE =
  'To run several, keep files in an S3 store (S3_ENDPOINT, S3_BUCKET and its keys), or put DATA_DIR of all of them on\n' +
  'one shared folder and set DATA_DIR_SHARED=true (docs/operations.md).'

/** The error of a process that has lost its lock to another one. */
export function databaseTaken(): Error {
  return new Error(
    'Another Wellhead took the database while PostgreSQL was out of reach, and the two do not find the files of each ' +
      `other, so this one ends. Stop one of them for good. ${HOW_TO_SHARE.replace('\n', ' ')}`,
  )
}

/** The refusal of a start beside a process with another store. */
export function databaseInUse(sharedStore: string | null): StartFault {
  if (sharedStore !== null) {
    return new StartFault(
      'Another Wellhead uses this database and stores its files locally, or in another bucket or folder than this one.\n' +
        'Neither would find the files of the other. Compare S3_BUCKET, S3_KEY_PREFIX and DATA_DIR_SHARED of the two, and\n' +
        'start both with the same (docs/operations.md). Nothing was changed.',
    )
  }
  return new StartFault(
    'Another Wellhead uses this database, and would not find the files of this one. Stop the other one first.\n' +
      `${HOW_TO_SHARE} Nothing was changed.`,
  )
}
