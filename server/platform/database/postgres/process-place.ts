import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { HOMES_LOCK, PLACE_TURN, PROCESSES_LOCK } from './lock-keys.ts'

/** Which place a process takes at a database. */
export type ProcessPlace = {
  /** Whether other processes find its files. */
  isShared: boolean
  /** Name of where shared files are, the same for every process that keeps them there; without it nobody compares. */
  home?: string | undefined
}

/** Who has a place: nobody else may mean that another is just looking. */
type Holder = 'this process' | 'its lost line' | 'others' | 'nobody else'

const RETRY_MS = 250

/**
 * Takes a place on a connection, for as long as that lasts.
 * @param options.name application name of all connections of this process that hold a place, and of no others
 * @param options.waitMs how long others that stand in the way are waited for, in milliseconds
 * @returns who has it at the end; a line that this process has lost is not waited for
 */
export async function takePlace(
  client: pg.Client,
  place: ProcessPlace,
  { name, waitMs }: { name: string; waitMs: number },
): Promise<Holder> {
  const end = performance.now() + waitMs
  const key = place.home === undefined ? null : createHash('sha256').update(place.home).digest().readUInt32BE() >>> 1
  for (;;) {
    if (await tryPlace(client, place.isShared, key)) return 'this process'
    const holder = await holderInTheWay(client, { isShared: place.isShared, key, name })
    if (holder === 'its lost line' || performance.now() >= end) return holder
    await wait(RETRY_MS)
  }
}

/** Looks and takes in one turn, so that whoever is refused has never stood in the way of another. */
async function tryPlace(client: pg.Client, isShared: boolean, key: number | null): Promise<boolean> {
  const lock = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  await client.query('begin')
  try {
    if (!(await isTrue(client, 'select pg_try_advisory_xact_lock($1, $2)', PLACE_TURN))) return false
    const otherHomes = `select exists (select from pg_locks where locktype = 'advisory' and classid = $1 and objid <> $2
      and database = (select oid from pg_database where datname = current_database()))`
    if (await isTrue(client, otherHomes, [HOMES_LOCK, key])) return false
    if (!(await isTrue(client, `select ${lock}($1, $2)`, PROCESSES_LOCK))) return false
    if (key !== null) await client.query('select pg_advisory_lock_shared($1, $2)', [HOMES_LOCK, key])
    return true
  } finally {
    await client.query('commit')
  }
}

async function isTrue(client: pg.Client, text: string, values: readonly unknown[]): Promise<boolean> {
  const { rows } = await client.query<[boolean]>({ text, values: [...values], rowMode: 'array' })
  return rows[0]?.[0] === true
}

/** PostgreSQL may believe in a connection that this process has lost for a minute more, and keep its place for it. */
async function holderInTheWay(
  client: pg.Client,
  { isShared, key, name }: { isShared: boolean; key: number | null; name: string },
): Promise<Holder> {
  const { rows } = await client.query(
    `select application_name is distinct from $1 as is_other from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
       and (classid = $2 and objid = $3 and ($4 or mode = 'ExclusiveLock') or classid = $5 and objid <> $6)`,
    [name, ...PROCESSES_LOCK, !isShared, HOMES_LOCK, key],
  )
  if (rows.length === 0) return 'nobody else'
  return rows.some(({ is_other }) => is_other) ? 'others' : 'its lost line'
}
