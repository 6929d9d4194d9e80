import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { StartFault } from '../../operator-faults.ts'
import { closeSoon, connectSingle, requireDedicatedSession } from './dedicated-session.ts'
import { JOBS_CHANNEL } from './job-notifications.ts'
import type { PostgresSettings } from './postgres-settings.ts'
import { processLockKey, waitForProcessLock } from './process-lock.ts'
import { requireServer } from './server-requirements.ts'
import { waitForPostgres } from './wait-for-postgres.ts'

/** Listens to PostgreSQL and holds the process lock, on one connection beside the pool. */
export type PostgresListener = {
  /** Sets who is notified from now on. */
  subscribe(subscriber: Subscriber): void
  /** Whether PostgreSQL is one that a start refuses, such as one with unsafe settings: nothing may be written. */
  isUnsafe(): boolean
  /** Resolves when another process took the lock while PostgreSQL was away: this process must end. Never rejects. */
  lockLost: Promise<Error>
  close(): Promise<void>
}

type Subscriber = {
  /** Another process has changed postings. */
  onJobsChanged(): void
  /** Notifications stop, or start again after some may have been missed. */
  onListening(isListening: boolean): void
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** How long a process that stops, or is refused, may keep its lock, in milliseconds. */
const LOCK_WAIT_MS = 5_000
/** How often the connection and the settings of the server are checked, in milliseconds. */
const HEARTBEAT_MS = 15_000
const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 5_000

/** How a listener is opened. */
export type ListenerOptions = {
  /** Name of the primary store that all processes share; null or left out where this process has it alone. */
  sharedStore?: string | null | undefined
  /** How long PostgreSQL may take to answer, in milliseconds. */
  startLimitMs: number
  /** Called once, when PostgreSQL does not answer at the first attempt. */
  onWaiting: () => void
  heartbeatMs?: number | undefined
}

/**
 * Connects, takes the process lock and listens; connects again whenever the connection is lost.
 * @throws {StartFault} when the server or a pooler does not meet the requirements, or another process holds the lock
 */
export async function openPostgresListener(
  settings: PostgresSettings,
  { sharedStore = null, startLimitMs, onWaiting, heartbeatMs = HEARTBEAT_MS }: ListenerOptions,
): Promise<PostgresListener> {
  const lockKey = processLockKey(sharedStore)
  const takeLock = (on: pg.Client, waitMs: number) =>
    waitForProcessLock((text, values) => on.query(text, values), lockKey, waitMs)
  let client = await waitForPostgres(() => connect(settings), { limitMs: startLimitMs, onWaiting })
  try {
    if (!(await takeLock(client, Math.min(startLimitMs, LOCK_WAIT_MS)))) throw databaseInUse(sharedStore)
  } catch (error) {
    closeSoon(client)
    throw error
  }

  let subscriber: Subscriber | undefined
  let isListening = true
  let unsafe: string | undefined
  const closing = new AbortController()
  const { promise: lockLost, resolve: loseLock } = Promise.withResolvers<Error>()

  const setListening = (given: boolean) => {
    isListening = given
    subscriber?.onListening(given)
  }
  const noteFault = (error: unknown) => {
    if (!(error instanceof StartFault)) return
    if (unsafe !== error.message) subscriber?.log.error(`nothing is written any more: ${error.message}`)
    unsafe = error.message
  }
  const use = (connected: pg.Client) => {
    client = connected
    client.on('notification', ({ channel }) => {
      if (channel === JOBS_CHANNEL) subscriber?.onJobsChanged()
    })
    client.once('end', () => {
      if (!closing.signal.aborted) void reconnect()
    })
  }
  const reconnect = async () => {
    setListening(false)
    subscriber?.log.warn(
      'the listening connection to PostgreSQL is lost: postings are read every second until it is back',
    )
    for (let delay = FIRST_RETRY_MS; !closing.signal.aborted; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
      const next = await connect(settings).catch(noteFault)
      if (next && (await resume(next).catch(() => false))) return
      if (next) closeSoon(next)
      await wait(delay, undefined, { ref: false })
    }
  }
  const resume = async (next: pg.Client) => {
    const isLocked = await takeLock(next, LOCK_WAIT_MS)
    if (!isLocked) {
      closing.abort()
      loseLock(databaseTaken())
    }
    if (closing.signal.aborted) return false
    use(next)
    unsafe = undefined
    subscriber?.log.info('the listening connection to PostgreSQL is back')
    setListening(true)
    return true
  }
  use(client)

  const heartbeat = setInterval(() => {
    const checked = client
    checkConnection(checked, settings).catch((error) => {
      noteFault(error)
      closeSoon(checked)
    })
  }, heartbeatMs).unref()
  return {
    subscribe: (given) => {
      subscriber = given
      if (!isListening) given.onListening(false)
    },
    isUnsafe: () => unsafe !== undefined,
    lockLost,
    close: async () => {
      clearInterval(heartbeat)
      closing.abort()
      await client.end()
    },
  }
}

async function connect(settings: PostgresSettings): Promise<pg.Client> {
  const client = await connectSingle(settings)
  try {
    // First: behind a pooler, settings would reach the sessions of others.
    await checkConnection(client, settings)
    // PostgreSQL notices within a minute that a machine is cut off, and releases its lock; two hours is the default.
    await client.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3')
    await client.query(`set idle_in_transaction_session_timeout = ${LOCK_WAIT_MS}`)
    await client.query(`set application_name = 'wellhead listener'; listen ${JOBS_CHANNEL}`)
    return client
  } catch (error) {
    closeSoon(client)
    throw error
  }
}

/** Settings can change while a server runs, and after a failover another server has the same address. */
async function checkConnection(client: pg.Client, settings: PostgresSettings): Promise<void> {
  await requireServer(client, settings)
  await requireDedicatedSession(client, settings)
}

const HOW_TO_SHARE =
  'To run several, keep files in an S3 store (S3_ENDPOINT, S3_BUCKET and its keys), or put DATA_DIR of all of them on\n' +
  'one shared folder and set DATA_DIR_SHARED=true (docs/operations.md).'

function databaseTaken(): Error {
  return new Error(
    'Another Wellhead took the database while PostgreSQL was out of reach, and the two do not find the files of each ' +
      `other, so this one ends. Stop one of them for good. ${HOW_TO_SHARE.replace('\n', ' ')}`,
  )
}

function databaseInUse(sharedStore: string | null): StartFault {
  if (sharedStore !== null) {
    return new StartFault(
      'Another Wellhead uses this database and keeps its files to itself, or in another bucket or folder than this one.\n' +
        'Neither would find the files of the other. Compare S3_BUCKET, S3_KEY_PREFIX and DATA_DIR_SHARED of the two, and\n' +
        'start both with the same (docs/operations.md). Nothing was changed.',
    )
  }
  return new StartFault(
    'Another Wellhead uses this database, and would not find the files of this one. Stop the other one first.\n' +
      `${HOW_TO_SHARE} Nothing was changed.`,
  )
}
