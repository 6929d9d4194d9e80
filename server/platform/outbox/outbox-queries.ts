import type { Db, OutboxTaskRow } from '../database/tables.ts'
import { type HeldKinds, type OutboxTask, PRIORITY, UNREADABLE } from './task-kinds.ts'

const HOUR_MS = 60 * 60 * 1000
/** No task is delayed for longer. In milliseconds. */
const LONGEST_DELAY_MS = 5 * HOUR_MS
/** Tasks that are brought forward in one step after the clock was set back. */
const CATCH_UP_BATCH = 1_000

/**
 * Schedules a task in the transaction of the change it follows from.
 * @param delayMs how long it waits, in milliseconds; {@link LONGEST_DELAY_MS} or less
 * @returns its id, for {@link cancelTask} and {@link runTaskNow}
 */
export async function scheduleTask(db: Db, task: OutboxTask, now: Date, delayMs = 0): Promise<number> {
  const inserted = db
    .insertInto('outbox_tasks')
    .values(taskRow(task, now, delayMs))
    .returning('id')
  return (await inserted.executeTakeFirstOrThrow()).id
}

/** Schedules several tasks like {@link scheduleTask}; at least one. */
export async function scheduleTasks(db: Db, tasks: OutboxTask[], now: Date, delayMs = 0): Promise<void> {
  await db
    .insertInto('outbox_tasks')
    .values(tasks.map((task) => taskRow(task, now, delayMs)))
    .execute()
}

function taskRow(task: OutboxTask, now: Date, delayMs: number): Omit<OutboxTaskRow, 'id'> {
  const { kind, payload, priority = PRIORITY.usual, share = null } = task
  return {
    ...{ kind, payload: JSON.stringify(payload), priority, share, turn: null },
    attempts: 0,
    run_after: new Date(now.getTime() + delayMs).toISOString(),
    last_error: null,
    created_at: now.toISOString(),
  }
}

/** Removes a task that no worker has begun. @returns false when one has */
export async function cancelTask(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox_tasks')
    .where('id', '=', id)
    .where('attempts', '=', 0)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes all tasks of a kind. */
export async function cancelTasks(db: Db, kind: string): Promise<void> {
  await db.deleteFrom('outbox_tasks').where('kind', '=', kind).execute()
}

/** Makes a task due that no worker has begun. @returns false when one has */
export async function runTaskNow(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox_tasks')
    .set({ run_after: now.toISOString() })
    .where('id', '=', id)
    .where('attempts', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** One task of a kind; undefined when there is none. */
export function findTask(db: Db, kind: string): Promise<OutboxTaskRow | undefined> {
  return db.selectFrom('outbox_tasks').selectAll().where('kind', '=', kind).orderBy('id').limit(1).executeTakeFirst()
}

/** Tasks of a kind, due or not, oldest first. */
export function listTasks(db: Db, kind: string, limit: number): Promise<OutboxTaskRow[]> {
  return db.selectFrom('outbox_tasks').selectAll().where('kind', '=', kind).orderBy('id').limit(limit).execute()
}

/** Delays due tasks, at least one, unless a worker has begun them meanwhile. */
export async function delayTasks(
  db: Db,
  ids: readonly number[],
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await db
    .updateTable('outbox_tasks')
    .set({ run_after: until.toISOString(), turn: null })
    .where('id', 'in', ids)
    .where('run_after', '<=', now.toISOString())
    .execute()
}

/** Which kinds of tasks count. Among `only`, a task that cannot be read counts whatever its kind. */
export type TaskFilter = { only: readonly string[] } | { except: readonly string[] }

function filterTasks(db: Db, filter: TaskFilter) {
  const tasks = db.selectFrom('outbox_tasks')
  if ('except' in filter) return tasks.where('kind', 'not in', filter.except)
  return tasks.where(({ eb, or }) => or([eb('kind', 'in', filter.only), eb('last_error', 'like', `${UNREADABLE}%`)]))
}

/** How many tasks there are, when the oldest was scheduled, and the most attempts that one has had. */
export function countTasks(db: Db, filter: TaskFilter) {
  return filterTasks(db, filter)
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      fn.min('created_at').as('oldest'),
      fn.max('attempts').as('mostAttempts'),
    ])
    .executeTakeFirstOrThrow()
}

/** The error of the oldest task that has failed; null when there is none. */
export async function findTaskError(db: Db, filter: TaskFilter): Promise<string | null> {
  const failed = filterTasks(db, filter).select('last_error').where('last_error', 'is not', null)
  return (await failed.orderBy('id').limit(1).executeTakeFirst())?.last_error ?? null
}

/**
 * Brings tasks forward that a clock which was ahead has put off: one that has never run keeps its delay from now on, a
 * failed one is due at once.
 * @returns whether there were any
 */
export async function catchUpWithClock(db: Db, now: Date): Promise<boolean> {
  // Read first: SQLite locks the database even for an update of no row.
  const late = await db
    .selectFrom('outbox_tasks')
    .select(['id', 'attempts', 'run_after', 'created_at'])
    .where('turn', 'is', null)
    .where('run_after', '>', new Date(now.getTime() + LONGEST_DELAY_MS).toISOString())
    .limit(CATCH_UP_BATCH)
    .execute()
  for (const { id, attempts, run_after, created_at } of late) {
    const delay = attempts === 0 ? Date.parse(run_after) - Date.parse(created_at) : 0
    const delayMs = delay > 0 && delay <= LONGEST_DELAY_MS ? delay : 0
    await db
      .updateTable('outbox_tasks')
      .set({ run_after: new Date(now.getTime() + delayMs).toISOString() })
      .where('id', '=', id)
      .where('run_after', '=', run_after)
      .execute()
  }
  return late.length > 0
}

/** When the next task is due that is not yet; undefined when there is none, or when its row has no valid time. */
export async function nextTaskDue(db: Db, except: HeldKinds = new Map()): Promise<Date | undefined> {
  let inLine = db.selectFrom('outbox_tasks').select('run_after').where('turn', 'is not', null)
  for (const [kind, priority] of except)
    inLine = inLine.where(({ eb, or }) => or([eb('kind', '!=', kind), eb('priority', '<', priority)]))
  const first = await inLine.limit(1).executeTakeFirst()
  if (first) return new Date(0)
  const { due } = await db
    .selectFrom('outbox_tasks')
    .select(({ fn }) => fn.min('run_after').as('due'))
    .where('turn', 'is', null)
    .executeTakeFirstOrThrow()
  return due && !Number.isNaN(Date.parse(due)) ? new Date(due) : undefined
}

/** A task as one worker holds it. After a lost lease the number of the attempt differs. */
type HeldTask = Pick<OutboxTaskRow, 'id' | 'attempts'>

/** Extends the lease of the worker that holds the task. */
export async function renewLease(db: Db, { id, attempts }: HeldTask, until: Date): Promise<void> {
  await db
    .updateTable('outbox_tasks')
    .set({ run_after: until.toISOString() })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Removes a task that is done, unless another worker holds it now. */
export async function finishTask(db: Db, { id, attempts }: HeldTask): Promise<void> {
  await db.deleteFrom('outbox_tasks').where('id', '=', id).where('attempts', '=', attempts).execute()
}

/** Puts a failed task back, unless another worker holds it now. */
export async function postponeTask(db: Db, { id, attempts }: HeldTask, runAfter: Date, error: string): Promise<void> {
  await db
    .updateTable('outbox_tasks')
    .set({ run_after: runAfter.toISOString(), last_error: error.replaceAll('\0', '') })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}
