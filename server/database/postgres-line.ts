import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { StartFault } from '../start-fault.ts'
import { JOBS_CHANNEL } from './job-notices.ts'
import { HOMES_LOCK, PROCESSES_LOCK } from './lock-keys.ts'
import { ANSWER_MS } from './postgres-pool.ts'
import type { PostgresSettings } from './postgres-settings.ts'

/** What a process hears from PostgreSQL and the others on it, over one connection that it keeps. */
export type PostgresLine = {
  /** Has somebody told whenever postings may have changed without this process knowing. */
  listen(listener: { onJobsChanged(): void; log: FastifyBaseLogger }): void
  /** Another process took the place while the line was down: this one must end. Never rejects. */
  placeLost: Promise<Error>
  close(): Promise<void>
}

/** Which place a process takes at a database. */
export type ProcessPlace = {
  /** Whether other processes find its files. */
  isShared: boolean
  /** Name of where shared files are, the same for every process that keeps them there; without it nobody compares. */
  home?: string | undefined
}

/** A network that swallows everything is noticed after so long. In milliseconds. */
const HEARTBEAT_MS = 15_000
const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 5_000

/**
 * Opens the line and takes this process's place at the database: beside others that keep files in the same place, else
 * alone.
 * @param options.waitMs how long another process may take to give up its place, in milliseconds
 * @throws {StartFault} when the others are not to be shared with
 */
export async function openPostgresLine(
  settings: PostgresSettings,
  { waitMs, ...place }: ProcessPlace & { waitMs: number },
): Promise<PostgresLine> {
  let listener: Parameters<PostgresLine['listen']>[0] | undefined
  const name = `wellhead line ${randomUUID()}`
  let client = await connect(settings, name)
  const closing = new AbortController()
  const { promise: placeLost, resolve: losePlace } = Promise.withResolvers<Error>()
  if (!(await takePlace(client, place, waitMs))) {
    await client.end()
    throw databaseInUse(place)
  }

  const attend = () => {
    client.on('notification', ({ channel }) => {
      if (channel === JOBS_CHANNEL) listener?.onJobsChanged()
    })
    client.once('end', () => {
      if (!closing.signal.aborted) reconnect().catch((error) => listener?.log.error({ err: error }, 'line given up'))
    })
  }
  const reconnect = async () => {
    listener?.log.warn('the line to PostgreSQL is lost')
    for (let delay = FIRST_RETRY_MS; !closing.signal.aborted; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
      const next = await connect(settings, name).catch(() => undefined)
      if (next && (await resume(next).catch(() => false))) return
      await next?.end().catch(() => undefined)
      await wait(delay, undefined, { ref: false })
    }
  }
  const resume = async (next: pg.Client) => {
    if (!(await takePlace(next, place, 0))) {
      if (await isHeldByOthers(next, name)) {
        closing.abort()
        losePlace(databaseTaken())
      } else listener?.log.warn('PostgreSQL still keeps the place of this process for its lost line')
      return false
    }
    client = next
    attend()
    // Notices that came while nobody listened are lost.
    listener?.onJobsChanged()
    return true
  }
  attend()

  const heartbeat = setInterval(() => {
    const asked = client
    asked.query('select 1').catch(() => hangUp(asked))
  }, HEARTBEAT_MS).unref()
  return {
    listen: (given) => {
      listener = given
    },
    placeLost,
    close: async () => {
      clearInterval(heartbeat)
      closing.abort()
      await client.end()
    },
  }
}

/** @param name by which PostgreSQL lists the connections of this process, and no others */
async function connect({ url }: PostgresSettings, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  })
  // The end of the connection is what counts; without a listener an error would end the process.
  client.on('error', () => undefined)
  await client.connect()
  // A machine that is cut off gives its place back within a minute, not within the two hours that systems preset.
  await client.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3')
  await client.query(`set application_name = '${name}'; listen ${JOBS_CHANNEL}`)
  return client
}

async function takePlace(client: pg.Client, place: ProcessPlace, limitMs: number): Promise<boolean> {
  const lock = place.isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const end = performance.now() + limitMs
  for (;;) {
    const { rows } = await client.query(`select ${lock}($1, $2) as is_taken`, [...PROCESSES_LOCK])
    if (rows[0]?.is_taken && (await isHomeOfAll(client, place))) return true
    if (performance.now() >= end) return false
    await wait(FIRST_RETRY_MS)
  }
}

/** Says where this process keeps files, and only then looks at the others, so that of two at once one sees the other. */
async function isHomeOfAll(client: pg.Client, { home }: ProcessPlace): Promise<boolean> {
  if (home === undefined) return true
  const key = createHash('sha256').update(home).digest().readUInt32BE() >>> 1
  await client.query('select pg_advisory_lock_shared($1, $2)', [HOMES_LOCK, key])
  const { rows } = await client.query(
    `select 1 from pg_locks join pg_database on pg_database.oid = database
     where locktype = 'advisory' and datname = current_database() and classid = $1 and objid <> $2 limit 1`,
    [HOMES_LOCK, key],
  )
  return rows.length === 0
}

/** PostgreSQL may believe in a connection that this process has lost for a minute more, and keep its place for it. */
async function isHeldByOthers(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query(
    `select application_name is distinct from $1 as is_other from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = $2 and objid = $3 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [name, ...PROCESSES_LOCK],
  )
  return rows.some(({ is_other }) => is_other)
}

/** A connection that does not answer is not waited for either. */
function hangUp(client: pg.Client): void {
  client.end().catch(() => undefined)
}

function databaseTaken(): Error {
  return new Error(
    'Another Wellhead has taken the database while PostgreSQL was out of reach, and the two do not find the files of each ' +
      'other, so this one ends. Stop one of them for good, or keep the files of both in one S3 store (S3_ENDPOINT, S3_BUCKET ' +
      'and its keys) or one shared folder (DATA_DIR_SHARED=true); see docs/operations.md.',
  )
}

function databaseInUse({ isShared }: ProcessPlace): StartFault {
  if (isShared) {
    return new StartFault(
      'Another Wellhead uses this database and keeps its files to itself, or in another bucket or folder than this one,\n' +
        'so that neither would find those of the other. Compare S3_BUCKET, S3_KEY_PREFIX and DATA_DIR_SHARED of the two, and\n' +
        'start both with the same (docs/operations.md).',
    )
  }
  return new StartFault(
    'Another Wellhead uses this database, and this one would keep its files where the other does not find them.\n' +
      'To run several, keep files in an S3 store (S3_ENDPOINT, S3_BUCKET and its keys), or put DATA_DIR of all of them on\n' +
      'one shared folder and set DATA_DIR_SHARED=true. Otherwise stop the other one first. Nothing was changed.',
  )
}
