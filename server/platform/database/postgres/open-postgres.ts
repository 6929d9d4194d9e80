import { Kysely, PostgresDialect, sql } from 'kysely'
import { StartFault } from '../../operator-faults.ts'
import { sqlStateOf } from '../constraints.ts'
import { bringUpToDate } from '../migrations/bring-up-to-date.ts'
import { SCHEMA } from '../migrations/migrations.ts'
import type { Tables } from '../tables.ts'
import { requireOwnSessions } from './own-session.ts'
import { explain } from './postgres-faults.ts'
import { openPostgresLine, type PostgresLine } from './postgres-line.ts'
import { nameOf, placeOf } from './postgres-names.ts'
import { createPostgresPool } from './postgres-pool.ts'
import type { PostgresSettings } from './postgres-settings.ts'
import type { ProcessPlace } from './process-place.ts'

/** A database that starts together with this program may take so long, in milliseconds. */
const START_LIMIT_MS = 30_000

/** What PostgreSQL answers for a table that is not there. */
const NO_SUCH_TABLE = '42P01'

type OpenOptions = ProcessPlace & { startLimitMs?: number; heartbeatMs?: number; onWaiting?: (place: string) => void }

/**
 * Opens a PostgreSQL database, takes a place at it and brings its schema up to date.
 * @param options.startLimitMs how long it may take to answer, in milliseconds
 * @param options.heartbeatMs how often it is asked afterwards whether it still keeps what it acknowledges, in milliseconds
 * @param options.onWaiting is told once, with host and port, when it does not answer at the first time
 * @throws {StartFault} when it does not answer, or when it cannot keep what it acknowledges
 */
export async function openPostgres(
  settings: PostgresSettings,
  { startLimitMs = START_LIMIT_MS, heartbeatMs, onWaiting, ...place }: OpenOptions,
): Promise<{ db: Kysely<Tables>; line: PostgresLine }> {
  const migrating = connectOrExplain(settings)
  let line: PostgresLine | undefined
  try {
    const onFirstWait = () => onWaiting?.(placeOf(settings.url))
    line = await openPostgresLine(settings, { ...place, startLimitMs, heartbeatMs, onWaiting: onFirstWait })
    await bringUpToDate(migrating)
    return { db: connect(settings, { size: settings.poolSize }), line }
  } catch (error) {
    await line?.close()
    throw explain(error, settings)
  } finally {
    await migrating.destroy()
  }
}

/**
 * Opens a PostgreSQL database as it stands, for a command beside servers that may be running.
 * @throws {StartFault} when it does not answer, or when its schema is that of another version
 */
export async function openPostgresAsItIs(
  settings: PostgresSettings,
): Promise<{ db: Kysely<Tables> } & AsyncDisposable> {
  const db = connectOrExplain(settings)
  try {
    await requireOwnSessions(settings)
    const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
    if (rows[0]?.name !== SCHEMA) throw otherVersion(settings)
    return { db, [Symbol.asyncDispose]: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    throw sqlStateOf(error) === NO_SUCH_TABLE ? otherVersion(settings) : explain(error, settings)
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
 * Makes a single connection, none yet, that waits for statements as long as they take.
 * @throws {StartFault} when the certificates that the address names cannot be read
 */
export function connectOrExplain(settings: PostgresSettings): Kysely<Tables> {
  try {
    return connect(settings, { size: 1, isPatient: true })
  } catch (error) {
    throw new StartFault(`DATABASE_URL cannot be used: ${(error as Error).message}`)
  }
}
