import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Tables } from '../database/tables.ts'
import { createYielder } from '../yielding.ts'
import { type ClaimedTask, claimTask, returnTask } from './claim-task.ts'
import { catchUpWithClock, finishTask, nextTaskDue, postponeTask, renewLease } from './outbox-queries.ts'
import { KindPaused, PRIORITY, type TaskHandler, unreadableTask } from './task-kinds.ts'

/** Runs the tasks that were scheduled for after a commit. */
export type Outbox = {
  /** Call it after a commit that scheduled a task. */
  wake(): void
  /** Like {@link wake} within a second, for tasks that can wait: many commits wake the workers once. */
  wakeSoon(): void
  /** Begins no more tasks and waits up to 5 s for those that run. The next start runs interrupted ones again. */
  stop(): Promise<void>
}

/** Tasks that run at once, besides those that only wait, so that one slow upload does not delay the others. */
const WORKERS = 3
/** A task that a worker of this process has. */
type Held = ClaimedTask & { isWaiting: boolean }
/** No task of a kind runs from an instant until another one, but for those that go before a priority. */
type KindPause = { kind: string; priority: number; from: Date; until: Date }

/** How long a worker that has died keeps its task from the others. */
const LEASE_MS = 60_000
/** Other processes schedule tasks too and cannot wake this one. */
const POLL_MS = 30_000
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 15 * 60_000
const STOP_LIMIT_MS = 5_000

/**
 * Starts with the tasks of an earlier run.
 * @param options.handlers one for each kind of task, from every feature
 * @param options.isPaused whether no task may begin; while it is so and one is due, it is called every second
 */
export function startOutbox(options: {
  db: Kysely<Tables>
  clock: Clock
  log: FastifyBaseLogger
  handlers: readonly TaskHandler[]
  isPaused?: () => boolean
}): Outbox {
  const { db, clock, log, isPaused = () => false } = options
  const handlers = new Map(options.handlers.map((handler) => [handler.kind, handler]))
  const mostWorkers = WORKERS + options.handlers.reduce((sum, { waitingAtOnce }) => sum + waitingAtOnce, 0)
  const after = (milliseconds: number) => new Date(clock().getTime() + milliseconds)
  const workers = new Set<Promise<unknown>>()
  let isStopped = false
  let isWokenAgain = false
  let timer: NodeJS.Timeout | undefined
  let isWakingSoon = false
  let claiming: Promise<unknown> = Promise.resolve()
  const underWay = new Set<Held>()
  const yielder = createYielder()
  /** Pauses of kinds, from a priority on. A clock that is set back ends them. */
  const paused = new Set<KindPause>()

  const run = async (held: Held) => {
    const { task: row } = held
    const handler = handlers.get(row.kind)
    const payload = handler?.read(row)
    if (handler && payload !== undefined)
      return attempt(held, () => handler.run(payload, { ...row, letOthersRun: () => letOthersRun(held) }))
    log.warn({ task: row.id, kind: row.kind }, unreadableTask(row))
    await postponeTask(db, row, after(LAST_RETRY_MS), unreadableTask(row))
  }

  const letOthersRun = (held: Held) => {
    held.isWaiting = true
    if (workers.size < mostWorkers && !isStopped) startWorker()
  }

  const attempt = async (held: Held, execute: () => Promise<void>) => {
    const { task: row } = held
    const renew = () =>
      renewLease(db, row, after(LEASE_MS)).catch((error) => log.warn({ err: error, task: row.id }, 'lease not renewed'))
    const renewal = setInterval(renew, LEASE_MS / 3)
    try {
      await execute()
      await finishTask(db, row)
    } catch (error) {
      if (error instanceof KindPaused) return pause(held, error)
      const task = { task: row.id, kind: row.kind, attempts: row.attempts }
      if (isStopped) log.info(task, 'outbox task interrupted by the stop')
      else log.warn({ err: error, ...task }, 'outbox task failed')
      await postponeTask(db, row, after(retryDelay(row.attempts)), messageOf(error))
    } finally {
      clearInterval(renewal)
    }
  }

  const pause = (held: Held, { from, until, priority, message }: KindPaused) => {
    paused.add({ kind: held.task.kind, priority, from, until })
    return returnTask(db, held, { now: clock(), reason: message })
  }

  const work = async () => {
    do {
      isWokenAgain = false
      for (let task = await next(); task; task = await next()) {
        const held = task
        await run(held).finally(() => underWay.delete(held))
      }
    } while (isWokenAgain && !isStopped)
  }
  // One claim at a time, so that no two workers claim the last task that its kind may run at once.
  const next = () => {
    const claimed = claiming.then(claimNext)
    claiming = claimed.catch(() => undefined)
    return claimed
  }
  const claimNext = async () => {
    // SQLite never waits, and some tasks wait for nothing else: no request would run between them.
    if (yielder.isDue()) await yielder.yieldToOthers()
    if (isStopped || isPaused()) return undefined
    const except = pausedKinds()
    for (const kind of kindsAtLimit()) except.set(kind, PRIORITY.people)
    const claimed = await claimTask(db, clock(), { leaseMs: LEASE_MS, except, isStopped: () => isStopped })
    if (!claimed) return undefined
    const held: Held = { ...claimed, isWaiting: false }
    underWay.add(held)
    return held
  }
  const pausedKinds = () => {
    const now = clock()
    const held = new Map<string, number>()
    for (const pause of paused) {
      const { kind, priority, from, until } = pause
      if (now < from || now >= until) paused.delete(pause)
      else held.set(kind, Math.min(priority, held.get(kind) ?? priority))
    }
    return held
  }
  const kindsAtLimit = () => {
    const all = [...underWay]
    const isFull = all.filter(({ isWaiting }) => !isWaiting).length >= WORKERS
    const isAtLimit = ({ kind, atOnce, waitingAtOnce }: TaskHandler) => {
      const own = all.filter(({ task }) => task.kind === kind)
      return own.filter(({ isWaiting }) => !isWaiting).length >= atOnce || own.length >= Math.max(atOnce, waitingAtOnce)
    }
    return options.handlers.filter((handler) => isFull || isAtLimit(handler)).map(({ kind }) => kind)
  }

  const wake = () => {
    isWokenAgain = true
    isWakingSoon = false
    for (let started = 0; started < WORKERS && workers.size < mostWorkers && !isStopped; started += 1) startWorker()
  }

  const startWorker = () => {
    const worker: Promise<unknown> = work()
      .catch((error) => log.error({ err: error }, 'outbox worker failed'))
      .then(() => workers.delete(worker))
      .then(sleep)
    workers.add(worker)
  }

  const sleep = async () => {
    const due = await nextDue().catch((error) => {
      // After a stop the database is closed.
      if (!isStopped) log.warn({ err: error }, 'next outbox task not found')
      return undefined
    })
    if (isStopped || isWakingSoon) return
    clearTimeout(timer)
    const now = clock().getTime()
    const delay = due ? Math.max(due.getTime() - now, FIRST_RETRY_MS) : POLL_MS
    const pauses = [...paused].map(({ until }) => Math.max(until.getTime() - now, 1))
    timer = setTimeout(wake, Math.min(delay, POLL_MS, ...pauses)).unref()
  }
  const nextDue = async () => {
    if (await catchUpWithClock(db, clock())) log.warn('the clock was set back: delayed tasks were brought forward')
    return nextTaskDue(db, pausedKinds())
  }
  wake()

  return {
    wake,
    wakeSoon: () => {
      if (isWakingSoon || isStopped) return
      isWakingSoon = true
      clearTimeout(timer)
      timer = setTimeout(wake, FIRST_RETRY_MS).unref()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await Promise.race([Promise.all(workers), wait(STOP_LIMIT_MS, undefined, { ref: false })])
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Doubles from one second to fifteen minutes, less up to a quarter, so that retries spread. */
function retryDelay(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS) * (1 - Math.random() / 4)
}
