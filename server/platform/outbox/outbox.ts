import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db, OutboxTaskRow } from '../database/tables.ts'
import {
  catchUpWithClock,
  claimTask,
  finishTask,
  nextTaskDue,
  type OutboxTask,
  postponeTask,
  renewLease,
} from './outbox-queries.ts'
import { readTask, unreadableTask } from './read-task.ts'

/** Does one kind of task; may run more than once for the same task, so it must not mind. */
export type TaskHandlers = { [Task in OutboxTask as Task['kind']]: (payload: Task['payload']) => Promise<void> }

/** Works off what was left for after the commit. */
export type Outbox = {
  /** To be called after a commit that left a task. */
  wake(): void
  /** Takes no more tasks and waits a while for those in hand; what is cut short is taken up again by the next start. */
  stop(): Promise<void>
}

/** Tasks in hand at once, so that one slow upload holds nothing else up. */
const WORKERS = 3
/** How long a worker that has died keeps its task from the others. */
const LEASE_MS = 60_000
/** Other processes leave tasks too, without being able to wake this one. */
const POLL_MS = 30_000
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 15 * 60_000
const STOP_LIMIT_MS = 5_000

type OutboxParts = { db: Db; clock: Clock; log: FastifyBaseLogger; handlers: TaskHandlers }

/**
 * Starts working at once on what an earlier run has left.
 * @param options.isPaused asked before each task, whether none may be begun; looked again every second then, if any is due
 */
export function startOutbox(options: OutboxParts & { isPaused?: () => boolean }): Outbox {
  const { db, clock, log, handlers, isPaused = () => false } = options
  const after = (milliseconds: number) => new Date(clock().getTime() + milliseconds)
  const workers = new Set<Promise<unknown>>()
  let isStopped = false
  let isAskedAgain = false
  let timer: NodeJS.Timeout | undefined

  const run = async (row: OutboxTaskRow) => {
    const task = readTask(row)
    if (task) return attempt(row, task)
    log.warn({ task: row.id, kind: row.kind }, unreadableTask(row))
    await postponeTask(db, row, after(LAST_RETRY_MS), unreadableTask(row))
  }

  const attempt = async (row: OutboxTaskRow, task: OutboxTask) => {
    const renew = () =>
      renewLease(db, row, after(LEASE_MS)).catch(() => log.warn({ task: row.id }, 'lease not renewed'))
    const renewal = setInterval(renew, LEASE_MS / 3)
    try {
      const handle = handlers[task.kind] as (payload: unknown) => Promise<void>
      await handle(task.payload)
      await finishTask(db, row)
    } catch (error) {
      log.warn({ err: error, task: row.id, kind: row.kind, attempts: row.attempts }, 'outbox task failed')
      await postponeTask(db, row, after(retryDelay(row.attempts)), messageOf(error))
    } finally {
      clearInterval(renewal)
    }
  }

  const work = async () => {
    do {
      isAskedAgain = false
      for (let task = await next(); task; task = await next()) await run(task)
    } while (isAskedAgain && !isStopped)
  }
  const next = async () => (isStopped || isPaused() ? undefined : claimTask(db, clock(), LEASE_MS))

  const wake = () => {
    isAskedAgain = true
    while (!isStopped && workers.size < WORKERS) startWorker()
  }

  const startWorker = () => {
    const worker: Promise<unknown> = work()
      .catch((error) => log.error({ err: error }, 'outbox stopped for now'))
      .then(() => workers.delete(worker))
      .then(sleep)
    workers.add(worker)
  }

  const sleep = async () => {
    const due = await nextDue().catch(() => undefined)
    if (isStopped) return
    clearTimeout(timer)
    const delay = due ? due.getTime() - clock().getTime() : POLL_MS
    timer = setTimeout(wake, Math.min(Math.max(delay, FIRST_RETRY_MS), POLL_MS)).unref()
  }
  const nextDue = async () => {
    if (await catchUpWithClock(db, clock()))
      log.warn('the clock was set back: tasks that it had put off come in their turn')
    return nextTaskDue(db)
  }
  wake()

  return {
    wake,
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

/** Doubles from one second to fifteen minutes, with up to a quarter taken off so that retries do not march in step. */
function retryDelay(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS) * (1 - Math.random() / 4)
}
