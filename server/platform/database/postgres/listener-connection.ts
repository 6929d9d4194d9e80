import type pg from 'pg'
import { StartFault } from '../../operator-faults.ts'
import { CHANNEL } from '../notifications.ts'
import { closeSoon, connectSingle, requireDedicatedSession } from './dedicated-session.ts'
import { creationOf } from './postgres-names.ts'
import type { PostgresSettings } from './postgres-settings.ts'

/** Frees the turn of a process that is suspended while it takes the process lock, in milliseconds. */
const IDLE_IN_TRANSACTION_MS = 5_000

/** The oldest PostgreSQL that its makers still maintain. */
const OLDEST_VERSION = 14

const FACTS = `
  select current_setting('server_version_num')::integer / 10000 as version, getdatabaseencoding() as encoding,
    current_setting('fsync') as fsync, pg_is_in_recovery() as is_standby`

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

/**
 * Refuses a PostgreSQL that cannot store what Wellhead writes, or whose settings are unsafe: it would lose what was
 * acknowledged.
 * @throws {StartFault} which says what to do
 */
async function requireServer(client: pg.Client, { url }: PostgresSettings): Promise<void> {
  const { rows } = await client.query(FACTS)
  const { version, encoding, fsync, is_standby } = rows[0]
  if (version < OLDEST_VERSION) {
    throw new StartFault(`PostgreSQL ${version} is too old: Wellhead needs ${OLDEST_VERSION} or newer.`)
  }
  if (encoding !== 'UTF8') {
    throw new StartFault(
      `The database has the encoding ${encoding}, in which not every name can be written.\n` +
        `Make another one, and name it in DATABASE_URL: ${creationOf(url, '_utf8')}.`,
    )
  }
  if (fsync === 'off') {
    throw new StartFault(
      'PostgreSQL runs with fsync = off: a power cut would lose what was acknowledged. Set it to on in postgresql.conf.',
    )
  }
  if (is_standby) throw new StartFault('DATABASE_URL names a standby, which takes no writes: name the primary.')
}
