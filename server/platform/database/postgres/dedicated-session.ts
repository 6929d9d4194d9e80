import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { StartFault } from '../../operator-faults.ts'
import { DatabaseUnreachable, sqlStateOf } from '../constraints.ts'
import { RESPONSE_MS } from './postgres-pool.ts'
import type { PostgresSettings } from './postgres-settings.ts'

/** PostgreSQL delivers a notification at once. In milliseconds. */
const DELIVERY_MS = 1_000
/** Only connections of this process listen on it. */
const CHANNEL = `wellhead session ${randomUUID()}`

/**
 * Opens a single connection beside the pool, with the settings that the server presets.
 * @throws {DatabaseUnreachable} when the server does not respond; otherwise the server's own error
 */
export async function connectSingle({ url }: PostgresSettings): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: RESPONSE_MS,
    query_timeout: RESPONSE_MS,
    keepAlive: true,
  })
  // Callers watch the end of the connection; without a listener an error would end the process.
  client.on('error', () => undefined)
  await client.connect().catch((error) => {
    throw sqlStateOf(error) === undefined ? new DatabaseUnreachable(error) : error
  })
  return client
}

/** Closes a connection without waiting for the server. */
export function closeSoon(client: pg.Client): void {
  client.end().catch(() => undefined)
}

/**
 * Refuses a connection that shares its session, as a pooler in transaction mode lends it: its notifications and locks
 * are lost. Another connection sends the notification, since one from the same connection arrives even there.
 * @throws {StartFault} when the notification does not arrive; where it cannot be sent, nothing is known and the check passes
 */
export async function requireDedicatedSession(client: pg.Client, settings: PostgresSettings): Promise<void> {
  const arrived = Promise.withResolvers<boolean>()
  const onNotification = ({ channel }: pg.Notification) => {
    if (channel === CHANNEL) arrived.resolve(true)
  }
  client.on('notification', onNotification)
  try {
    await client.query(`listen ${pg.escapeIdentifier(CHANNEL)}`)
    if (!(await sendNotification(settings))) return
    if (await withinDeliveryTime(arrived.promise)) return
    // A busy server or process delivers it before this response (PostgreSQL 14 signals before it ends the commit).
    await client.query('select 1')
    if (!(await Promise.race([arrived.promise, false]))) throw sharedSession()
  } finally {
    client.off('notification', onNotification)
  }
}

/** Checks on a new connection that connections to this address have dedicated sessions. */
export async function requireDedicatedSessions(settings: PostgresSettings): Promise<void> {
  const client = await connectSingle(settings)
  try {
    const { rows } = await client.query('select pg_is_in_recovery() as is_standby')
    // A standby has no notifications, and commands may read from one.
    if (!rows[0]?.is_standby) await requireDedicatedSession(client, settings)
  } finally {
    closeSoon(client)
  }
}

/** @returns false when that is not possible, as when PostgreSQL has no connection left */
async function sendNotification(settings: PostgresSettings): Promise<boolean> {
  try {
    const sender = await connectSingle(settings)
    await sender.query("select pg_notify($1, '')", [CHANNEL]).finally(() => closeSoon(sender))
    return true
  } catch {
    return false
  }
}

async function withinDeliveryTime(arrived: Promise<boolean>): Promise<boolean> {
  const timer = new AbortController()
  const late = wait(DELIVERY_MS, false, { signal: timer.signal }).catch(() => false)
  return Promise.race([arrived, late]).finally(() => timer.abort())
}

function sharedSession(): StartFault {
  return new StartFault(
    'DATABASE_URL leads to a pooler, such as PgBouncer, that gives every transaction or statement another session of\n' +
      'PostgreSQL: notifications and locks would be lost. Set pool_mode = session for this database in the pooler, or name\n' +
      'PostgreSQL itself in DATABASE_URL (docs/operations.md).',
  )
}
