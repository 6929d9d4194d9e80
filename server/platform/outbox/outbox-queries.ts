import { skipLocked } from '../database/row-locks.ts'
import type { Db, FileStoreName, OutboxTaskRow } from '../database/tables.ts'

/** What can be left for after the commit, and what each task needs to know. */
export type OutboxTask =
  | { kind: 'copy-resume'; payload: { applicationId: number; place: FileStoreName } }
  | { kind: 'delete-resume'; payload: { place: FileStoreName; key: string } }
  | { kind: 'check-resumes'; payload: { afterId: number; isFull: boolean } }
  | { kind: 'scan-resumes'; payload: { afterId: number } }

const HOUR_MS = 60 * 60 * 1000
/** Longer than anything is put off: the next check four hours, all else one. In milliseconds. */
const LONGEST_DELAY_MS = { check: 5 * HOUR_MS, other: 2 * HOUR_MS }
/** A file that is deleted unless a row comes to name it has so long for that, also when a clock was ahead. In milliseconds. */
const GRACE_MS = HOUR_MS

/**
 * Leaves a task in the same transaction as the decision it follows from.
 * @param delayMs how long it is not to be taken up yet, in milliseconds
 */
export function addTask(db: Db, task: OutboxTask, now: Date, delayMs = 0): Promise<void> {
  return addTasks(db, [task], now, delayMs)
}

/**
 * Leaves a task like {@link addTask} ahead of the decision that will withdraw it.
 * @returns its number, for {@link withdrawTask} and {@link hastenTask}
 */
export async function addTaskAhead(db: Db, task: OutboxTask, now: Date, delayMs: number): Promise<number> {
  const { id } = await insertTasks(db, [task], now, delayMs).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Takes a task back that nobody has begun. @returns false when somebody has */
export async function withdrawTask(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox_tasks')
    .where('id', '=', id)
    .where('attempts', '=', 0)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Makes a task due that nobody has begun. @returns false when somebody has */
export async function hastenTask(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox_tasks')
    .set({ run_after: now.toISOString() })
    .where('id', '=', id)
    .where('attempts', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Leaves several tasks like {@link addTask}; at least one. */
export async function addTasks(db: Db, tasks: OutboxTask[], now: Date, delayMs = 0): Promise<void> {
  await insertTasks(db, tasks, now, delayMs).execute()
}

function insertTasks(db: Db, tasks: OutboxTask[], now: Date, delayMs: number) {
  const values = tasks.map(({ kind, payload }) => ({
    kind,
    payload: JSON.stringify(payload),
    attempts: 0,
    run_after: new Date(now.getTime() + delayMs).toISOString(),
    last_error: null,
    created_at: now.toISOString(),
  }))
  return db.insertInto('outbox_tasks').values(values)
}

/**
 * Takes the task that has been due longest. Until the lease ends nobody else gets it; a worker that dies leaves it to
 * the next one.
 * @param leaseMs how long the taker may work on it before it asks for more time, in milliseconds
 */
export function claimTask(db: Db, now: Date, leaseMs: number): Promise<OutboxTaskRow | undefined> {
  return db
    .updateTable('outbox_tasks')
    .set((update) => ({
      run_after: new Date(now.getTime() + leaseMs).toISOString(),
      attempts: update('attempts', '+', 1),
    }))
    .where('id', '=', (select) =>
      select
        .selectFrom('outbox_tasks')
        .select('id')
        .where('run_after', '<=', now.toISOString())
        .orderBy('run_after')
        .orderBy('id')
        .limit(1)
        // Whoever asks at the same moment gets the next task instead of waiting for nothing.
        .$call(skipLocked(db)),
    )
    .returningAll()
    .executeTakeFirst()
}

/**
 * Makes tasks due that a clock which was ahead has put off for longer than anybody would.
 * @returns whether there were any
 */
export async function catchUpWithClock(db: Db, now: Date): Promise<boolean> {
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString()
  const putOff = db
    .selectFrom('outbox_tasks')
    .select('id')
    .where('run_after', '>', after(LONGEST_DELAY_MS.other))
    .where(({ eb, or }) => or([eb('kind', '!=', 'check-resumes'), eb('run_after', '>', after(LONGEST_DELAY_MS.check))]))
  // Asked first, since it is asked often: to write nothing takes the right to write all the same.
  if (!(await putOff.limit(1).executeTakeFirst())) return false
  await db
    .updateTable('outbox_tasks')
    .set((update) => ({
      run_after: update.case().when('kind', '=', 'delete-resume').then(after(GRACE_MS)).else(after(0)).end(),
    }))
    .where('id', 'in', putOff)
    .execute()
  return true
}

/** When the next task is due; undefined when there is none, or when what it says is no time. */
export async function nextTaskDue(db: Db): Promise<Date | undefined> {
  const { due } = await db
    .selectFrom('outbox_tasks')
    .select(({ fn }) => fn.min('run_after').as('due'))
    .executeTakeFirstOrThrow()
  return due && !Number.isNaN(Date.parse(due)) ? new Date(due) : undefined
}

/** A task as one worker holds it: the number of the attempt tells it from whoever takes the task after a lost lease. */
type HeldTask = Pick<OutboxTaskRow, 'id' | 'attempts'>

/** Gives the holder of a task more time. */
export async function renewLease(db: Db, { id, attempts }: HeldTask, until: Date): Promise<void> {
  await db
    .updateTable('outbox_tasks')
    .set({ run_after: until.toISOString() })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Removes a task that is done, unless somebody else holds it now. */
export async function finishTask(db: Db, { id, attempts }: HeldTask): Promise<void> {
  await db.deleteFrom('outbox_tasks').where('id', '=', id).where('attempts', '=', attempts).execute()
}

/** Puts a failed task back, unless somebody else holds it now. */
export async function postponeTask(db: Db, { id, attempts }: HeldTask, runAfter: Date, error: string): Promise<void> {
  await db
    .updateTable('outbox_tasks')
    .set({ run_after: runAfter.toISOString(), last_error: error.replaceAll('\0', '') })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}
