import { Kysely, PostgresDialect, sql } from 'kysely'
import { StartFault } from '../../operator-faults.ts'
import { sqlStateOf } from '../constraints.ts'
import { bringUpToDate } from '../migrations/bring-up-to-date.ts'
import { SCHEMA } from '../migrations/migrations.ts'
import type { Tables } from '../tables.ts'
import { requireDedicatedSessions } from './dedicated-session.ts'
import { explain } from './postgres-faults.ts'
import { type ListenerOptions, openPostgresListener, type PostgresListener } from './postgres-listener.ts'
import { hostOf, nameOf } from './postgres-names.ts'
import { createPostgresPool } from './postgres-pool.ts'
import type { PostgresSettings } from './postgres-settings.ts'

/** How long a database that starts together with this program may take, in milliseconds. */
const START_LIMIT_MS = 30_000

/** SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = '42P01'

type OpenOptions = Partial<Omit<ListenerOptions, 'onWaiting'>> & { onWaiting?: (host: string) => void }

/**
 * Opens a PostgreSQL database for a server: takes the process lock, listens, and brings the schema up to date.
 * @param options.onWaiting called once, with host and port, when the database does not respond at the first attempt
 * @throws {StartFault} when it does not respond, has unsafe settings, or is in use by a process with another store
 */
export async function openPostgres(
  settings: PostgresSettings,
  { startLimitMs = START_LIMIT_MS, onWaiting, ...options }: OpenOptions = {},
): Promise<{ db: Kysely<Tables>; listener: PostgresListener }> {
  const migrating = connectOrExplain(settings)
  let listener: PostgresListener | undefined
  try {
    const onFirstWait = () => onWaiting?.(hostOf(settings.url))
    listener = await openPostgresListener(settings, { ...options, startLimitMs, onWaiting: onFirstWait })
    await bringUpToDate(migrating)
    return { db: connect(settings, { size: settings.poolSize }), listener }
  } catch (error) {
    await listener?.close()
    throw explain(error, settings)
  } finally {
    await migrating.destroy()
  }
}

/**
 * Opens a PostgreSQL database without changing its schema, for a command beside servers that may be running.
 * @throws {StartFault} when it does not respond, or when its schema is that of another version
 */
export async function openPostgresForCommand(
  settings: PostgresSettings,
): Promise<{ db: Kysely<Tables> } & AsyncDisposable> {
  const db = connectOrExplain(settings)
  try {
    await requireDedicatedSessions(settings)
    const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
    if (rows[0]?.name !== SCHEMA) throw otherVersion(settings)
    return { db, [Symbol.asyncDispose]: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    throw sqlStateOf(error) === UNDEFINED_TABLE ? otherVersion(settings) : explain(error, settings)
  }
}

function otherVersion({ url }: PostgresSettings): StartFault {
  return new StartFault(
    `${nameOf(url)} is not that of this version of Wellhead. Run this with the version that the server runs.`,
  )
}

function connect(settings: PostgresSettings, options: Parameters<typeof createPostgresPool>[1]): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createPostgresPool(settings, options) }) })
}

/**
 * Makes a database with a single connection without timeouts; it connects at the first query.
 * @throws {StartFault} when the certificates that the address names cannot be read
 */
export function connectOrExplain(settings: PostgresSettings): Kysely<Tables> {
  try {
    return connect(settings, { size: 1, hasTimeouts: false })
  } catch (error) {
    throw new StartFault(`DATABASE_URL cannot be used: ${(error as Error).message}`)
  }
}
