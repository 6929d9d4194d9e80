import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { StartFault } from '../../operator-faults.ts'
import { ASK_SERVER, requireFit } from './fit-server.ts'
import { JOBS_CHANNEL } from './job-notices.ts'
import { connectAlone, hangUp, requireOwnSession } from './own-session.ts'
import { creationOf } from './postgres-names.ts'
import type { PostgresSettings } from './postgres-settings.ts'
import { type ProcessPlace, takePlace } from './process-place.ts'
import { untilReady } from './until-ready.ts'

/** What a process hears from PostgreSQL and the others on it, over one connection that it keeps. */
export type PostgresLine = {
  /** Has somebody told whenever postings may have changed without this process knowing. */
  listen(listener: LineListener): void
  /** False from when PostgreSQL was found to be one that a start refuses until it no longer is. */
  isFit(): boolean
  /** Another process took the place while the line was down: this one must end. Never rejects. */
  placeLost: Promise<Error>
  close(): Promise<void>
}

type LineListener = {
  onJobsChanged(): void
  /** Changes are no longer told, or are again, and were not meanwhile. */
  onTold(isTold: boolean): void
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** One that has been told to stop, or is refused, lets go of its place within so long, in milliseconds. */
const LOCK_WAIT_MS = 5_000
/** A network that swallows everything is noticed after so long, and a setting that was changed. In milliseconds. */
const HEARTBEAT_MS = 15_000
const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 5_000

type LineOptions = ProcessPlace & { startLimitMs: number; onWaiting: () => void; heartbeatMs?: number | undefined }

/**
 * Opens the line and takes this process's place at the database: beside others that keep files in the same place, else
 * alone.
 * @param options.startLimitMs how long PostgreSQL may take to answer, in milliseconds
 * @param options.onWaiting is told once, when it does not answer at the first time
 * @param options.heartbeatMs how often the server is asked whether it is fit, in milliseconds
 * @throws {StartFault} when the server, or a pooler, is none to work with, or the others are not to be shared with
 */
export async function openPostgresLine(
  settings: PostgresSettings,
  { startLimitMs, onWaiting, heartbeatMs = HEARTBEAT_MS, ...place }: LineOptions,
): Promise<PostgresLine> {
  let listener: LineListener | undefined
  let isTold = true
  let fault: string | undefined
  const name = `wellhead line ${randomUUID()}`
  let client = await untilReady(() => connect(settings, name), { limitMs: startLimitMs, onWaiting })
  const closing = new AbortController()
  const { promise: placeLost, resolve: losePlace } = Promise.withResolvers<Error>()
  try {
    const waitMs = Math.min(startLimitMs, LOCK_WAIT_MS)
    if ((await takePlace(client, place, { name, waitMs })) !== 'this process') throw databaseInUse(place)
  } catch (error) {
    hangUp(client)
    throw error
  }

  const setTold = (given: boolean) => {
    isTold = given
    listener?.onTold(given)
  }
  const noteFault = (error: unknown) => {
    if (!(error instanceof StartFault)) return
    if (fault !== error.message) listener?.log.error(`nothing is written any more: ${error.message}`)
    fault = error.message
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
    setTold(false)
    listener?.log.warn('the line to PostgreSQL is lost: postings are read every second until it is back')
    for (let delay = FIRST_RETRY_MS; !closing.signal.aborted; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
      const next = await connect(settings, name).catch(noteFault)
      if (next && (await resume(next).catch(() => false))) return
      await next?.end().catch(() => undefined)
      await wait(delay, undefined, { ref: false })
    }
  }
  const resume = async (next: pg.Client) => {
    const holder = await takePlace(next, place, { name, waitMs: LOCK_WAIT_MS })
    if (holder === 'its lost line') {
      listener?.log.warn('PostgreSQL still keeps the place of this process for its lost line')
    }
    if (holder === 'others') {
      closing.abort()
      losePlace(databaseTaken())
    }
    if (holder !== 'this process' || closing.signal.aborted) return false
    client = next
    attend()
    fault = undefined
    listener?.log.info('the line to PostgreSQL is back')
    // Notices that came while nobody listened are lost.
    setTold(true)
    return true
  }
  attend()

  const heartbeat = setInterval(() => {
    const asked = client
    requireFitLine(asked, settings, name).catch((error) => {
      noteFault(error)
      hangUp(asked)
    })
  }, heartbeatMs).unref()
  return {
    listen: (given) => {
      listener = given
      if (!isTold) given.onTold(false)
    },
    isFit: () => fault === undefined,
    placeLost,
    close: async () => {
      clearInterval(heartbeat)
      closing.abort()
      await client.end()
    },
  }
}

/** @param name by which PostgreSQL lists the connections of this process, and no others */
async function connect(settings: PostgresSettings, name: string): Promise<pg.Client> {
  const client = await connectAlone(settings)
  try {
    // Before anything is set: behind a pooler it would be set for others.
    await requireFitLine(client, settings, name)
    // A machine that is cut off gives its place back within a minute, not within the two hours that systems preset.
    await client.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3')
    // Nor does one that was cut off in its turn at the places keep that.
    await client.query(`set idle_in_transaction_session_timeout = ${LOCK_WAIT_MS}`)
    await client.query(`set application_name = '${name}'; listen ${JOBS_CHANNEL}`)
    return client
  } catch (error) {
    hangUp(client)
    throw error
  }
}

/**
 * Settings can be changed while a server runs, those of a pooler too, and another server can be behind the same address
 * after a failover.
 * @throws {StartFault} when it is one that a start refuses
 */
async function requireFitLine(client: pg.Client, settings: PostgresSettings, name: string): Promise<void> {
  const { rows } = await client.query(ASK_SERVER)
  requireFit(rows[0], creationOf(settings.url, '_utf8'))
  await requireOwnSession(client, name, settings)
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
