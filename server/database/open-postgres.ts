import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { StartFault } from '../start-fault.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import { DatabaseUnreachable, isDatabaseUnavailable, sqlStateOf } from './constraints.ts'
import { migrations } from './migrations.ts'
import { openPostgresLine, type PostgresLine, type ProcessPlace } from './postgres-line.ts'
import { createPostgresPool } from './postgres-pool.ts'
import type { PostgresSettings } from './postgres-settings.ts'
import type { Tables } from './tables.ts'

/** A database that starts together with this program may take so long, in milliseconds. */
const START_LIMIT_MS = 30_000
/** One that has been told to stop lets go of its place within so long, in milliseconds. */
const LOCK_WAIT_MS = 5_000
const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 2_000

/** The oldest PostgreSQL that is still kept up by its makers. */
const OLDEST_VERSION = 14

/** What PostgreSQL answers for a table that is not there. */
const NO_SUCH_TABLE = '42P01'

type OpenOptions = ProcessPlace & { startLimitMs?: number; onWaiting?: (place: string) => void }

/**
 * Opens a PostgreSQL database, takes a place at it and brings its schema up to date.
 * @param options.startLimitMs how long it may take to answer, in milliseconds
 * @param options.onWaiting is told once, with host and port, when it does not answer at the first time
 * @throws {StartFault} when it does not answer, or when it cannot keep what it acknowledges
 */
export async function openPostgres(
  settings: PostgresSettings,
  { startLimitMs = START_LIMIT_MS, onWaiting, ...place }: OpenOptions,
): Promise<{ db: Kysely<Tables>; line: PostgresLine }> {
  const asker = connectOrExplain(settings)
  let line: PostgresLine | undefined
  try {
    const server = await untilReady(
      () => askServer(asker),
      startLimitMs,
      () => onWaiting?.(placeOf(settings.url)),
    )
    requireFit(server)
    line = await openPostgresLine(settings, { ...place, waitMs: Math.min(startLimitMs, LOCK_WAIT_MS) })
    await bringUpToDate(asker)
    const isCommitForced = server.synchronous_commit === 'off'
    return { db: connect(settings, { size: settings.poolSize, isCommitForced }), line }
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
      if (!isDatabaseUnavailable(error) || isEncryptionFault(error) || performance.now() + delay > end) throw error
      if (delay === FIRST_RETRY_MS) onWaiting()
      await wait(delay)
    }
  }
}

type Server = Awaited<ReturnType<typeof askServer>>

async function askServer(db: Kysely<Tables>) {
  const { rows } = await sql<{
    version: number
    encoding: string
    fsync: string
    synchronous_commit: string
    is_standby: boolean
  }>`
    select current_setting('server_version_num')::integer / 10000 as version, getdatabaseencoding() as encoding,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
      pg_is_in_recovery() as is_standby`.execute(db)
  return rows[0] as (typeof rows)[number]
}

function requireFit({ version, encoding, fsync, is_standby }: Server): void {
  if (version < OLDEST_VERSION) {
    throw new StartFault(`PostgreSQL ${version} is too old: Wellhead needs ${OLDEST_VERSION} or newer.`)
  }
  if (encoding !== 'UTF8') {
    throw new StartFault(
      `The database has the encoding ${encoding}, in which not every name can be written.\n` +
        "Make one with: create database wellhead encoding 'UTF8' template template0.",
    )
  }
  if (fsync === 'off') {
    throw new StartFault(
      'PostgreSQL runs with fsync = off: a power cut would lose what was acknowledged. Set it to on in postgresql.conf.',
    )
  }
  if (is_standby) throw new StartFault('DATABASE_URL names a standby, which takes no writes: name the primary.')
}

/** What to do about refusals at the start, by their code. */
const ADVICE: Record<string, string> = {
  '28P01': 'Look at user and password in DATABASE_URL.',
  '28000':
    'PostgreSQL does not let this user in from here: look at DATABASE_URL and at pg_hba.conf; where it says "no encryption", ' +
    'add ?sslmode=verify-full.',
  '3D000': "Make it with: create database NAME encoding 'UTF8' template template0.",
  '57014':
    'Somebody, or a program that watches for long statements, has ended it. Start again, and let it take its time: changes\n' +
    'of the schema wait for whatever is at the same tables. Nothing was changed.',
  '42501':
    'The role must own the schema or be granted it: grant usage, create on schema public to ROLE (docs/operations.md).',
}

/** Says what to do about what PostgreSQL refuses at the start; any other error stays as it is. */
export function explain(error: unknown, { url }: PostgresSettings): unknown {
  const advice = ADVICE[sqlStateOf(error) ?? '']
  if (advice) {
    const todo = advice.replace('NAME', () => JSON.stringify(databaseOf(url)))
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

/** How messages name a database: without user and password. */
export function nameOf(url: string): string {
  return `The database ${databaseOf(url)} at ${placeOf(url)}`
}

const databaseOf = (url: string) => new URL(url).pathname.slice(1)
const placeOf = (url: string) => new URL(url).host || 'the local socket'

/** What waiting does not mend: the server knows no TLS, or its certificate is not one to believe. */
function isEncryptionFault(error: unknown): error is Error & { cause: Error } {
  if (!(error instanceof DatabaseUnreachable && error.cause instanceof Error)) return false
  const code = 'code' in error.cause ? String(error.cause.code) : ''
  return /does not support SSL/.test(error.cause.message) || /CERT|SSL|TLS|UNABLE_TO_VERIFY/.test(code)
}
