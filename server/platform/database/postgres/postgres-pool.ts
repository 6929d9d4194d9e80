import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseUnreachable, sqlStateOf } from '../constraints.ts'
import type { PostgresSettings } from './postgres-settings.ts'

/**
 * How long anything of PostgreSQL may take, in milliseconds. Together under the 5 s within which a request is refused
 * while the database is away: a connection is waited for, or an answer is, and then everything else fails at once.
 */
const CONNECT_MS = 3_000
const LOCK_MS = 3_000
const STATEMENT_MS = 4_000
/** The server is to end a statement itself where it still can. */
export const ANSWER_MS = 4_400
/** Gives back what a process that was stopped or cut off has locked. */
const IDLE_IN_TRANSACTION_MS = 10_000

/**
 * Set once a connection is there, not as parameters of its start: PgBouncer refuses a start with parameters that it does not
 * know, as it is preset (`docs/decisions/0042`).
 */
const LIMITS = `set statement_timeout = ${STATEMENT_MS}; set lock_timeout = ${LOCK_MS};
  set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`

/** None at all, whatever role or database preset. The last one is that of PostgreSQL 17. */
const NO_LIMITS = `select set_config(name, '0', false) from pg_settings where name in
  ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/** `int8` and `numeric`, in which PostgreSQL counts and sums. Ours are far below where a number is no longer exact. */
const BIG_NUMBERS = new Set([20, 1700])

/**
 * Has every commit on the disk. What the server says now, where that is as strict or stricter, is held on to: it can be
 * changed under a connection that is open.
 */
const DURABLE_COMMITS = `select set_config('synchronous_commit', case given when 'off' then 'on' else given end, false)
  from current_setting('synchronous_commit') as given`

/** How a pool differs from that of a running server. */
type PoolOptions = { size: number; isPatient?: boolean }

/**
 * Makes the connections to PostgreSQL, none of them yet.
 * @param options.isPatient waits for statements and locks as long as they take, as changes of the schema need
 */
export function createPostgresPool({ url }: PostgresSettings, { size, isPatient = false }: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'wellhead',
    max: size,
    connectionTimeoutMillis: CONNECT_MS,
    ...(!isPatient && { query_timeout: ANSWER_MS }),
    keepAlive: true,
    types: { getTypeParser },
    onConnect: async (client) => {
      await client.query(`${isPatient ? NO_LIMITS : LIMITS}; ${DURABLE_COMMITS}`)
    },
  })
  // The next query tells; without a listener a connection that breaks would end the process.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined))
  return {
    options: pool.options,
    connect: async () => guard(await pool.connect().catch(rethrow)),
    end: () => pool.end(),
  }
}

/** A connection that has not answered is never used again: the late answer would be taken for that of the next query. */
function guard(client: pg.PoolClient): PostgresPoolClient {
  let lost: unknown
  const query = async (text: string, parameters: unknown[]) => {
    if (lost) throw lost
    return client.query(text, parameters).catch((error) => {
      if (sqlStateOf(error) === undefined) lost = new DatabaseUnreachable(error)
      throw lost ?? error
    })
  }
  return {
    // Kysely asks with cursors only where it was given some.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isToBeDestroyed) => client.release(isToBeDestroyed || lost !== undefined),
  }
}

function rethrow(error: unknown): never {
  throw sqlStateOf(error) === undefined ? new DatabaseUnreachable(error) : error
}

const getTypeParser = ((type: number, format?: 'text' | 'binary') =>
  BIG_NUMBERS.has(type) ? Number : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser
