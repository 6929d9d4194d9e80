import type { Db, OutboxTaskRow } from '../database/tables.ts'

/** What can be left for after the commit, and what each task needs to know. */
export type OutboxTask = { kind: 'delete-resume'; payload: { key: string } }

/** Leaves a task in the same transaction as the decision it follows from. */
export async function addTask(db: Db, task: OutboxTask, now: Date): Promise<void> {
  await db
    .insertInto('outbox_tasks')
    .values({
      kind: task.kind,
      payload: JSON.stringify(task.payload),
      attempts: 0,
      run_after: now.toISOString(),
      last_error: null,
      created_at: now.toISOString(),
    })
    .execute()
}

/**
 * Takes the task that has been due longest. Until the lease ends nobody else gets it; a worker that dies leaves it to
 * the next one.
 * @param leaseMs how long the taker may work on it, in milliseconds
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
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Removes a task that is done. */
export async function finishTask(db: Db, id: number): Promise<void> {
  await db.deleteFrom('outbox_tasks').where('id', '=', id).execute()
}

/** Puts a failed task back. */
export async function postponeTask(db: Db, id: number, runAfter: Date, error: string): Promise<void> {
  await db
    .updateTable('outbox_tasks')
    .set({ run_after: runAfter.toISOString(), last_error: error })
    .where('id', '=', id)
    .execute()
}
