import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { StartFault } from '../../operator-faults.ts'
import { isDatabaseUnavailable } from '../constraints.ts'
import { CHANNEL } from '../notifications.ts'
import { closeSoon } from './dedicated-session.ts'
import { checkConnection, connectListener } from './listener-connection.ts'
import { isPermanentFault } from './postgres-faults.ts'
import type { PostgresSettings } from './postgres-settings.ts'
import { databaseInUse, databaseTaken, processLockKey, waitForProcessLock } from './process-lock.ts'

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
  /** A process on the database, this one too, has committed a change of that topic. */
  onNotification(topic: string): void
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
/** The last one of a start, which may take half a minute. */
const LAST_RETRY_OF_START_MS = 2_000

/** How a listener is opened. */
export type ListenerOptions = {
  /** Name of the primary store that all processes share; null or left out where this process has it alone. */
  sharedStore?: string | null | undefined
  /** How long PostgreSQL may take to respond, in milliseconds. */
  startLimitMs: number
  /** Called once, when PostgreSQL does not respond at the first attempt. */
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
  let client = await waitForPostgres(() => connectListener(settings), { limitMs: startLimitMs, onWaiting })
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
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === CHANNEL) subscriber?.onNotification(payload)
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
      const next = await connectListener(settings).catch(noteFault)
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

/**
 * Repeats an attempt while PostgreSQL is unavailable and waiting may help.
 * @param options.limitMs how long, in milliseconds; then the last error is thrown
 * @param options.onWaiting called once, after the first attempt has failed
 */
async function waitForPostgres<Result>(
  attempt: () => Promise<Result>,
  { limitMs, onWaiting }: { limitMs: number; onWaiting: () => void },
): Promise<Result> {
  const end = performance.now() + limitMs
  for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LAST_RETRY_OF_START_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || isPermanentFault(error) || performance.now() + delay > end) throw error
      if (delay === FIRST_RETRY_MS) onWaiting()
      await wait(delay)
    }
  }
}
