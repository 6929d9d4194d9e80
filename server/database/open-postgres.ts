import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { StartFault } from '../start-fault.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import { DatabaseUnreachable, isDatabaseUnavailable, sqlStateOf } from './constraints.ts'
import { ASK_SERVER, type AskedServer, requireFit } from './fit-server.ts'
import { migrations } from './migrations.ts'
import { LOCK_WAIT_MS, openPostgresLine, type PostgresLine } from './postgres-line.ts'
import { creationOf, nameOf, placeOf } from './postgres-names.ts'
import { createPostgresPool } from './postgres-pool.ts'
import type { PostgresSettings } from './postgres-settings.ts'
import type { ProcessPlace } from './process-place.ts'
import type { Tables } from './tables.ts'

/** A database that starts together with this program may take so long, in milliseconds. */
const START_LIMIT_MS = 30_000
const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 2_000

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
  const asker = connectOrExplain(settings)
  let line: PostgresLine | undefined
  try {
    const server = await untilReady(
      () => askServer(asker),
      startLimitMs,
      () => onWaiting?.(placeOf(settings.url)),
    )
    requireFit(server, creationOf(settings.url, '_utf8'))
    line = await openPostgresLine(settings, { ...place, heartbeatMs, waitMs: Math.min(startLimitMs, LOCK_WAIT_MS) })
    await bringUpToDate(asker)
    return { db: connect(settings, { size: settings.poolSize }), line }
  } catch (error) {
    await line?.close()
    throw explain(error, settings)
  } finally {
    await asker.destroy()
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
    const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
    if (rows[0]?.name !== Object.keys(migrations).at(-1)) throw otherVersion(settings)
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

async function untilReady<Answer>(ask: () => Promise<Answer>, limitMs: number, onWaiting: () => void): Promise<Answer> {
  const end = performance.now() + limitMs
  for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
    try {
      return await ask()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || isForGood(error) || performance.now() + delay > end) throw error
      if (delay === FIRST_RETRY_MS) onWaiting()
      await wait(delay)
    }
  }
}

async function askServer(db: Kysely<Tables>): Promise<AskedServer> {
  const { rows } = await sql.raw<AskedServer>(ASK_SERVER).execute(db)
  return rows[0] as AskedServer
}

/** What to do about refusals at the start, by their code. */
const ADVICE: Record<string, string> = {
  '28P01': 'Look at user and password in DATABASE_URL.',
  '28000':
    'PostgreSQL does not let this user in from here: look at DATABASE_URL and at pg_hba.conf; where it says "no encryption", ' +
    'add ?sslmode=verify-full.',
  '3D000': 'Make it with: CREATION.',
  '57014':
    'Somebody, or a program that watches for long statements, has ended it. Start again, and let it take its time: changes\n' +
    'of the schema wait for whatever is at the same tables. Nothing was changed.',
  '42501':
    'The role must own the schema or be granted it: grant usage, create on schema public to ROLE (docs/operations.md).',
}

/** Says what to do about what PostgreSQL refuses at the start; any other error stays as it is. */
export function explain(error: unknown, { url }: PostgresSettings): unknown {
  if (isPasswordMissing(error)) {
    return new StartFault(
      `${nameOf(url)} asks for a password, and none is given.\nPut it in PGPASSWORD or ~/.pgpass, or in DATABASE_URL.`,
    )
  }
  const advice = ADVICE[sqlStateOf(error) ?? '']
  if (advice) {
    const todo = advice.replace('CREATION', () => creationOf(url))
    return new StartFault(`${nameOf(url)}: ${(error as Error).message}.\n${todo}`)
  }
  if (isEncryptionFault(error)) {
    return new StartFault(
      `${nameOf(url)} cannot be reached with TLS: ${error.cause.message}.\n` +
        'Look at sslmode and sslrootcert in DATABASE_URL, and at the certificate of the server (docs/operations.md).',
    )
  }
  if (!isDatabaseUnavailable(error)) return error
  return new StartFault(
    `${nameOf(url)} cannot be used: ${(error as Error).message}.\nStart it, or look at host and port in DATABASE_URL.`,
  )
}

/** Whether waiting does not mend it, though the driver tells of it as of a server that is away. */
function isForGood(error: unknown): boolean {
  return isEncryptionFault(error) || isPasswordMissing(error)
}

/** The server knows no TLS, or its certificate is not one to believe. */
function isEncryptionFault(error: unknown): error is Error & { cause: Error } {
  if (!(error instanceof DatabaseUnreachable && error.cause instanceof Error)) return false
  const code = 'code' in error.cause ? String(error.cause.code) : ''
  return /does not support SSL/.test(error.cause.message) || /CERT|SSL|TLS|UNABLE_TO_VERIFY/.test(code)
}

/** The driver has a password for no place it looks at, and says so in these words alone. */
function isPasswordMissing(error: unknown): boolean {
  return error instanceof Error && /client password must be|empty password returned by client/.test(error.message)
}
