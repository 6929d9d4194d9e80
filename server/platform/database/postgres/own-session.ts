import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { StartFault } from '../../operator-faults.ts'
import { DatabaseUnreachable, sqlStateOf } from '../constraints.ts'
import { ANSWER_MS } from './postgres-pool.ts'
import type { PostgresSettings } from './postgres-settings.ts'

/** PostgreSQL tells at once. In milliseconds. */
const MOMENT_MS = 1_000

/**
 * Makes a single connection on which nothing is set yet, beside the pool.
 * @throws {DatabaseUnreachable} when nobody answers, or the error of who does
 */
export async function connectAlone({ url }: PostgresSettings): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  })
  // The end of the connection is what counts; without a listener an error would end the process.
  client.on('error', () => undefined)
  await client.connect().catch((error) => {
    throw sqlStateOf(error) === undefined ? new DatabaseUnreachable(error) : error
  })
  return client
}

/** A connection that does not answer is not waited for either. */
export function hangUp(client: pg.Client): void {
  client.end().catch(() => undefined)
}

/**
 * Refuses a connection whose session others have in turns, as a pooler lends it for a transaction or a statement: what is
 * told to it never arrives, and its locks are lost. It is told something from another connection; from itself it would
 * arrive even there.
 * @param channel on which nobody but this connection listens
 * @throws {StartFault} when that was told and did not arrive; where it could not be told, nothing is known and it passes
 */
export async function requireOwnSession(client: pg.Client, channel: string, settings: PostgresSettings): Promise<void> {
  const arrived = Promise.withResolvers<boolean>()
  const attend = (notice: pg.Notification) => {
    if (notice.channel === channel) arrived.resolve(true)
  }
  client.on('notification', attend)
  try {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    if (!(await tell(channel, settings))) return
    if (await inTime(arrived.promise)) return
    // What either end was too busy for comes in front of this answer (PostgreSQL 14 signals before it ends the commit).
    await client.query('select 1')
    if (!(await Promise.race([arrived.promise, false]))) throw sharedSession()
  } finally {
    client.off('notification', attend)
  }
}

/** For what works over a single connection of its own: asks on two others whether they would have their own sessions. */
export async function requireOwnSessions(settings: PostgresSettings): Promise<void> {
  const client = await connectAlone(settings)
  try {
    const { rows } = await client.query('select pg_is_in_recovery() as is_standby')
    // A standby has no notices. It may be read from all the same.
    if (!rows[0]?.is_standby) await requireOwnSession(client, `wellhead ${randomUUID()}`, settings)
  } finally {
    hangUp(client)
  }
}

/** @returns false when that was not possible, as when all connections that PostgreSQL has are in use */
async function tell(channel: string, settings: PostgresSettings): Promise<boolean> {
  try {
    const teller = await connectAlone(settings)
    await teller.query("select pg_notify($1, '')", [channel]).finally(() => hangUp(teller))
    return true
  } catch {
    return false
  }
}

async function inTime(arrived: Promise<boolean>): Promise<boolean> {
  const over = new AbortController()
  const late = wait(MOMENT_MS, false, { signal: over.signal }).catch(() => false)
  return Promise.race([arrived, late]).finally(() => over.abort())
}

function sharedSession(): StartFault {
  return new StartFault(
    'DATABASE_URL leads to a pooler, such as PgBouncer, that gives every transaction or statement another session of\n' +
      'PostgreSQL: changes that other processes make would go unnoticed, and locks would be lost. Set pool_mode = session for\n' +
      'this database in the pooler, or name PostgreSQL itself in DATABASE_URL (docs/operations.md).',
  )
}
