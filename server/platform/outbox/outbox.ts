import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db, OutboxTaskRow } from '../database/tables.ts'
import { catchUpWithClock, claimTask, finishTask, nextTaskDue, postponeTask, renewLease } from './outbox-queries.ts'
import { type TaskHandler, unreadableTask } from './task-kinds.ts'

/** Runs the tasks that were scheduled for after a commit. */
export type Outbox = {
  /** Call it after a commit that scheduled a task. */
  wake(): void
  /** Like {@link wake} within a second, for tasks that can wait: many commits wake the workers once. */
  wakeSoon(): void
  /** Begins no more tasks and waits up to 5 s for those that run. The next start runs interrupted ones again. */
  stop(): Promise<void>
}

/** Tasks that run at once, so that one slow upload does not delay the others. */
const WORKERS = 3
/** How long a worker that has died keeps its task from the others. */
const LEASE_MS = 60_000
/** Other processes schedule tasks too and cannot wake this one. */
const POLL_MS = 30_000
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 15 * 60_000
const STOP_LIMIT_MS = 5_000

type OutboxParts = { db: Db; clock: Clock; log: FastifyBaseLogger; handlers: readonly TaskHandler[] }

/**
 * Starts with the tasks of an earlier run.
 * @param options.handlers one for each kind of task, from every feature
 * @param options.isPaused whether no task may begin; while it is so and one is due, it is called every second
 */
export function startOutbox(options: OutboxParts & { isPaused?: () => boolean }): Outbox {
  const { db, clock, log, isPaused = () => false } = options
  const handlers = new Map(options.handlers.map((handler) => [handler.kind, handler]))
  const after = (milliseconds: number) => new Date(clock().getTime() + milliseconds)
  const workers = new Set<Promise<unknown>>()
  let isStopped = false
  let isWokenAgain = false
  let timer: NodeJS.Timeout | undefined
  let isWakingSoon = false
  let claiming: Promise<unknown> = Promise.resolve()
  /** Kinds of the tasks under way. */
  const running: string[] = []

  const run = async (row: OutboxTaskRow) => {
    const handler = handlers.get(row.kind)
    const payload = handler?.read(row)
    if (handler && payload !== undefined) return attempt(row, () => handler.run(payload, row))
    log.warn({ task: row.id, kind: row.kind }, unreadableTask(row))
    await postponeTask(db, row, after(LAST_RETRY_MS), unreadableTask(row))
  }

  const attempt = async (row: OutboxTaskRow, execute: () => Promise<void>) => {
    const renew = () =>
      renewLease(db, row, after(LEASE_MS)).catch(() => log.warn({ task: row.id }, 'lease not renewed'))
    const renewal = setInterval(renew, LEASE_MS / 3)
    try {
      await execute()
      await finishTask(db, row)
    } catch (error) {
      const task = { task: row.id, kind: row.kind, attempts: row.attempts }
      if (isStopped) log.info(task, 'outbox task interrupted by the stop')
      else log.warn({ err: error, ...task }, 'outbox task failed')
      await postponeTask(db, row, after(retryDelay(row.attempts)), messageOf(error))
    } finally {
      clearInterval(renewal)
    }
  }

  const work = async () => {
    do {
      isWokenAgain = false
      for (let task = await next(); task; task = await next()) {
        const { kind } = task
        await run(task).finally(() => running.splice(running.indexOf(kind), 1))
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
    if (isStopped || isPaused()) return undefined
    const task = await claimTask(db, clock(), { leaseMs: LEASE_MS, except: kindsAtLimit() })
    if (task) running.push(task.kind)
    return task
  }
  const kindsAtLimit = () => {
    const countOf = (kind: string) => running.filter((each) => each === kind).length
    return options.handlers.filter(({ kind, atOnce }) => countOf(kind) >= atOnce).map(({ kind }) => kind)
  }

  const wake = () => {
    isWokenAgain = true
    isWakingSoon = false
    while (!isStopped && workers.size < WORKERS) startWorker()
  }

  const startWorker = () => {
    const worker: Promise<unknown> = work()
      .catch((error) => log.error({ err: error }, 'outbox worker failed'))
      .then(() => workers.delete(worker))
      .then(sleep)
    workers.add(worker)
  }

  const sleep = async () => {
    const due = await nextDue().catch(() => undefined)
    if (isStopped || isWakingSoon) return
    clearTimeout(timer)
    const delay = due ? due.getTime() - clock().getTime() : POLL_MS
    timer = setTimeout(wake, Math.min(Math.max(delay, FIRST_RETRY_MS), POLL_MS)).unref()
  }
  const nextDue = async () => {
    if (await catchUpWithClock(db, clock())) log.warn('the clock was set back: delayed tasks were brought forward')
    return nextTaskDue(db)
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
