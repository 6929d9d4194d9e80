import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db, OutboxTaskRow } from '../database/tables.ts'
import { claimTask, finishTask, type OutboxTask, postponeTask } from './outbox-queries.ts'

/** Does one kind of task; may run more than once for the same task, so it must not mind. */
export type TaskHandlers = { [Task in OutboxTask as Task['kind']]: (payload: Task['payload']) => Promise<void> }

/** Works off what was left for after the commit. */
export type Outbox = {
  /** To be called after a commit that left a task. */
  wake(): void
  /** Waits for the task in hand and takes no more. */
  stop(): Promise<void>
}

const LEASE_MS = 60_000
const POLL_MS = 30_000
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 15 * 60_000

/** Starts working at once on what an earlier run has left. */
export function startOutbox(options: { db: Db; clock: Clock; log: FastifyBaseLogger; handlers: TaskHandlers }): Outbox {
  const { db, clock, log, handlers } = options
  let isStopped = false
  let isAskedAgain = false
  let working: Promise<void> | undefined

  const run = async (task: OutboxTaskRow) => {
    try {
      // A task is only ever stored through addTask, which pairs the kind with its payload.
      await handlers[task.kind as OutboxTask['kind']](JSON.parse(task.payload))
      await finishTask(db, task.id)
    } catch (error) {
      log.warn({ err: error, task: task.id, kind: task.kind, attempts: task.attempts }, 'outbox task failed')
      const retryAt = new Date(clock().getTime() + retryDelay(task.attempts))
      await postponeTask(db, task.id, retryAt, String(error))
    }
  }

  const workAll = async () => {
    do {
      isAskedAgain = false
      for (let task = await next(); task; task = await next()) await run(task)
    } while (isAskedAgain && !isStopped)
  }
  const next = async () => (isStopped ? undefined : claimTask(db, clock(), LEASE_MS))

  const wake = () => {
    isAskedAgain = true
    working ??= workAll()
      .catch((error) => log.error({ err: error }, 'outbox stopped for now'))
      .finally(() => {
        working = undefined
      })
  }

  const timer = setInterval(wake, POLL_MS)
  timer.unref()
  wake()

  return {
    wake,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await working
    },
  }
}

/** Doubles from one second to fifteen minutes, with up to a quarter taken off so that retries do not march in step. */
function retryDelay(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS) * (1 - Math.random() / 4)
}
