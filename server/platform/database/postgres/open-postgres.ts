import { CompiledQuery, Kysely, sql } from 'kysely'
import { StartFault } from '../../operator-faults.ts'
import { sqlStateOf } from '../constraints.ts'
import { bringUpToDate } from '../migrations/bring-up-to-date.ts'
import { SCHEMA } from '../migrations/migrations.ts'
import type { Tables } from '../tables.ts'
import { requireDedicatedSessions } from './dedicated-session.ts'
import { WellheadPostgresDialect } from './postgres-dialect.ts'
import { explain } from './postgres-faults.ts'
import { type ListenerOptions, openPostgresListener, type PostgresListener } from './postgres-listener.ts'
import { hostOf, nameOf } from './postgres-names.ts'
import { createPostgresPool } from './postgres-pool.ts'
import type { PostgresSettings } from './postgres-settings.ts'
import { processLockKey, takeProcessLock } from './process-lock.ts'

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

type CommandDatabase = { db: Kysely<Tables> } & AsyncDisposable

/**
 * Opens a PostgreSQL database for a command, beside servers that may be running.
 * @param options.makesTables whether a database without tables gets them, on a server that meets the requirements
 * @throws {StartFault} when it does not respond, or when its schema is that of another version
 */
export async function openPostgresForCommand(
  settings: PostgresSettings,
  { makesTables = false }: { makesTables?: boolean } = {},
): Promise<CommandDatabase> {
  const db = connectOrExplain(settings)
  try {
    await requireDedicatedSessions(settings)
    const schema = await readSchema(db)
    if (schema === undefined && !makesTables) {
      throw new StartFault(`There is no installation in it: ${nameOf(settings.url)}.`)
    }
    if (schema !== undefined && schema !== SCHEMA) {
      throw new StartFault(
        `${nameOf(settings.url)} is not that of this version of Wellhead. Run this with the version that the server runs.`,
      )
    }
    if (makesTables) await makeTables(settings)
    return { db, [Symbol.asyncDispose]: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    throw explain(error, settings)
  }
}

/**
 * Opens a PostgreSQL database like {@link openPostgresForCommand}, and keeps servers from it until it is disposed of.
 * @throws {StartFault} also when a server is running on it
 */
export async function openPostgresAlone(
  settings: PostgresSettings,
  options?: Parameters<typeof openPostgresForCommand>[1],
): Promise<CommandDatabase> {
  const database = await openPostgresForCommand(settings, options)
  // The lock lasts as long as the connection, the only one of this database.
  const isLocked = await database.db.connection().execute((session) => {
    const query = (text: string, values: number[] = []) => session.executeQuery<object>(CompiledQuery.raw(text, values))
    return takeProcessLock(query, processLockKey(null))
  })
  if (isLocked) return database
  await database[Symbol.asyncDispose]()
  throw new StartFault(`A server is running on it: ${nameOf(settings.url)}. Stop every server first.`)
}

/** Name of the newest migration; undefined when the database has none. */
async function readSchema(db: Kysely<Tables>): Promise<string | undefined> {
  const newest = sql<{ name: string | null }>`select max(name) as name from kysely_migration`
  const { rows } = await newest.execute(db).catch((error) => {
    if (sqlStateOf(error) !== UNDEFINED_TABLE) throw error
    return { rows: [] }
  })
  return rows[0]?.name ?? undefined
}

/** Opens the database like a server, which also refuses unsafe settings and a second server. */
async function makeTables(settings: PostgresSettings): Promise<void> {
  const { db, listener } = await openPostgres(settings, { startLimitMs: 0 })
  await db.destroy()
  await listener.close()
}

function connect(settings: PostgresSettings, options: Parameters<typeof createPostgresPool>[1]): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new WellheadPostgresDialect({ pool: createPostgresPool(settings, options) }) })
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
