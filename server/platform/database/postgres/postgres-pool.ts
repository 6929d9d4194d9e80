import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseUnreachable, sqlStateOf } from '../constraints.ts'
import type { PostgresSettings } from './postgres-settings.ts'

/**
 * Timeouts, in milliseconds. A request waits for a connection or for a response, so it is refused within 5 s while
 * PostgreSQL is away.
 */
const CONNECT_MS = 3_000
const LOCK_MS = 3_000
const STATEMENT_MS = 4_000
/** Longer than the statement timeout, so that the server ends a statement itself where it can. */
export const RESPONSE_MS = 4_400
/** Releases the locks of a process that was suspended or cut off. */
const IDLE_IN_TRANSACTION_MS = 10_000

/** Set after connecting: PgBouncer refuses start-up parameters that it does not know (`docs/decisions/0026`). */
const TIMEOUTS = `set statement_timeout = ${STATEMENT_MS}; set lock_timeout = ${LOCK_MS};
  set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`

/** Switches off what role or database preset. The last one is new in PostgreSQL 17. */
const NO_TIMEOUTS = `select set_config(name, '0', false) from pg_settings where name in
  ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/** `int8` and `numeric`, the types of counts and sums. Ours are small enough for exact JavaScript numbers. */
const BIG_NUMBERS = new Set([20, 1700])

/** Makes every commit durable. A stricter setting of the server stays, and later changes of it do not reach the session. */
const DURABLE_COMMITS = `select set_config('synchronous_commit', case given when 'off' then 'on' else given end, false)
  from current_setting('synchronous_commit') as given`

/**
 * Makes a pool without opening a connection.
 * @param options.hasTimeouts false where statements and locks may take as long as they need, as migrations do
 */
export function createPostgresPool(
  { url }: PostgresSettings,
  { size, hasTimeouts = true }: { size: number; hasTimeouts?: boolean },
): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'wellhead',
    max: size,
    connectionTimeoutMillis: CONNECT_MS,
    ...(hasTimeouts && { query_timeout: RESPONSE_MS }),
    keepAlive: true,
    types: { getTypeParser },
    onConnect: async (client) => {
      await client.query(`${hasTimeouts ? TIMEOUTS : NO_TIMEOUTS}; ${DURABLE_COMMITS}`)
    },
  })
  // The next query fails; without a listener a broken connection would end the process.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined))
  return {
    options: pool.options,
    connect: async () => discardOnTimeout(await pool.connect().catch(rethrow)),
    end: () => pool.end(),
  }
}

/** Never uses a connection again that did not respond: a late response would be taken for that of the next query. */
function discardOnTimeout(client: pg.PoolClient): PostgresPoolClient {
  let lost: unknown
  const query = async (text: string, parameters: unknown[]) => {
    if (lost) throw lost
    return client.query(text, parameters).catch((error) => {
      if (sqlStateOf(error) === undefined) lost = new DatabaseUnreachable(error)
      throw lost ?? error
    })
  }
  return {
    // The pool has no cursors, so Kysely calls it in this form alone.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isToBeDestroyed) => client.release(isToBeDestroyed || lost !== undefined),
  }
}

function rethrow(error: unknown): never {
  throw sqlStateOf(error) === undefined ? new DatabaseUnreachable(error) : error
}

const getTypeParser = ((type: number, format?: 'text' | 'binary') =>
  BIG_NUMBERS.has(type) ? Number : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser
