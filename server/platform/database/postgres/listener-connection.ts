import type pg from 'pg'
import { CHANNEL } from '../notifications.ts'
import { closeSoon, connectSingle, requireDedicatedSession } from './dedicated-session.ts'
import type { PostgresSettings } from './postgres-settings.ts'
import { requireServer } from './server-requirements.ts'

/** Frees the turn of a process that is suspended while it takes the process lock, in milliseconds. */
const IDLE_IN_TRANSACTION_MS = 5_000

/** Opens the listening connection of a process. @throws {StartFault} when server or pooler do not meet the requirements */
export async function connectListener(settings: PostgresSettings): Promise<pg.Client> {
  const client = await connectSingle(settings)
  try {
    // First: behind a pooler, settings would reach the sessions of others.
    await checkConnection(client, settings)
    // PostgreSQL notices within a minute that a machine is cut off, and releases its lock; two hours is the default.
    await client.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3')
    await client.query(`set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`)
    await client.query(`set application_name = 'wellhead listener'; listen ${CHANNEL}`)
    return client
  } catch (error) {
    closeSoon(client)
    throw error
  }
}

/**
 * Every heartbeat checks all of it again: a reload changes the settings of a server, or the mode of a pooler, under an open
 * connection, and after a failover another server has the same address.
 */
export async function checkConnection(client: pg.Client, settings: PostgresSettings): Promise<void> {
  await requireServer(client, settings)
  await requireDedicatedSession(client, settings)
}
