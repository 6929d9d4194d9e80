import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { engineOf } from '../database/engine.ts'
import type { Db, OutboxTaskRow, Tables } from '../database/tables.ts'
import type { HeldKinds, TaskPlace } from './task-kinds.ts'

/** Due tasks that one transaction puts into line: few enough that requests do not wait long for them. */
const LINED_UP_AT_ONCE = 100

/** More than any priority. */
const BEYOND_ALL = sql.lit(1_000)

/** A task that this worker holds, and the turn that it had. */
export type ClaimedTask = { task: OutboxTaskRow; turn: number }

/**
 * Claims a task: of the kinds whose first task has the lowest priority, the one whose first task has been due longest. No
 * other worker gets it until the lease ends; when its worker dies, the next one gets it then.
 * @param options.leaseMs time for the task before the worker renews the lease, in milliseconds
 * @param options.except kinds of which no task is claimed, from which priority on
 * @param options.isStopped whether no task may be claimed any more
 */
export async function claimTask(
  db: Kysely<Tables>,
  now: Date,
  {
    leaseMs,
    except = new Map(),
    isStopped = () => false,
  }: { leaseMs: number; except?: HeldKinds; isStopped?: () => boolean },
): Promise<ClaimedTask | undefined> {
  // All of them before the first claim: any of them may have to go first.
  while (await lineUp(db, now)) {
    // SQLite never waits, so no request would run between two batches.
    await yieldToOthers()
    if (isStopped()) return undefined
  }
  for (;;) {
    const first = await findFirst(db, except)
    if (!first) return undefined
    const task = await db
      .updateTable('outbox_tasks')
      .set((update) => ({
        run_after: new Date(now.getTime() + leaseMs).toISOString(),
        attempts: update('attempts', '+', 1),
        turn: null,
      }))
      .where('id', '=', first.id)
      // Otherwise another worker has claimed it since.
      .where('turn', '=', first.turn)
      .where('attempts', '=', first.attempts)
      .returningAll()
      .executeTakeFirst()
    if (task) return { task, turn: first.turn }
  }
}

/** Puts a claimed task back to where it was, unless another worker holds it now. @param reason why it did not run */
export async function returnTask(
  db: Db,
  { task, turn }: ClaimedTask,
  { now, reason }: { now: Date; reason: string },
): Promise<void> {
  await db
    .updateTable('outbox_tasks')
    // No attempt was made: the first fault must not wait as if it were a later one.
    .set({ turn, run_after: now.toISOString(), attempts: task.attempts - 1, last_error: reason })
    .where('id', '=', task.id)
    .where('attempts', '=', task.attempts)
    .execute()
}

/**
 * Gives tasks that have become due their turns: within its kind and priority each share gets one turn in each round, so that
 * many tasks of one share delay only each other. A share that is new begins with the present round.
 * @returns whether there may be more of them
 */
async function lineUp(db: Kysely<Tables>, now: Date): Promise<boolean> {
  // Read first: SQLite locks the database for every transaction.
  if (!(await dueTasks(db, now).limit(1).executeTakeFirst())) return false
  return db.transaction().execute(async (trx) => {
    const read = dueTasks(trx, now).limit(LINED_UP_AT_ONCE)
    // Another process may be doing the same: this one then finds them lined up.
    const due = await (engineOf(trx) === 'postgres' ? read.forUpdate() : read).execute()
    const latest = new Map<string, number>()
    for (const { id, ...place } of due) {
      const key = JSON.stringify(place)
      const turn = 1 + (latest.get(key) ?? (await latestTurn(trx, place)))
      latest.set(key, turn)
      await trx.updateTable('outbox_tasks').set({ turn }).where('id', '=', id).execute()
    }
    return due.length === LINED_UP_AT_ONCE
  })
}

/** Tasks that have become due since the last look, longest due first. */
function dueTasks(db: Db, now: Date) {
  return db
    .selectFrom('outbox_tasks')
    .select(['id', 'kind', 'priority', 'share'])
    .where('turn', 'is', null)
    .where('run_after', '<=', now.toISOString())
    .orderBy('run_after')
    .orderBy('id')
}

/** The turn after which a share gets its next one: its own latest, or the round before the present one. */
async function latestTurn(db: Db, { kind, priority, share }: TaskPlace & { kind: string }): Promise<number> {
  const tasks = db
    .selectFrom('outbox_tasks')
    .where('turn', 'is not', null)
    .where('kind', '=', kind)
    .where('priority', '=', priority)
  const own = share === null ? tasks.where('share', 'is', null) : tasks.where('share', '=', share)
  const last = await own.select('turn').orderBy('turn', 'desc').limit(1).executeTakeFirst()
  const first = await tasks.select('turn').orderBy('turn').limit(1).executeTakeFirst()
  return Math.max(last?.turn ?? 0, (first?.turn ?? 1) - 1)
}

/** The first task in line, by priority and by the time of the first one of each kind. */
async function findFirst(db: Db, except: HeldKinds) {
  const held = [...except].map(([kind, priority]) => sql`when ${kind} then ${sql.lit(priority)}`)
  const mayRun =
    held.length > 0 ? sql`and priority < case kinds.kind ${sql.join(held, sql` `)} else ${BEYOND_ALL} end` : sql``
  const { rows } = await sql<{ id: number; turn: number; attempts: number }>`
    with recursive kinds (kind) as (
      select min(kind) from outbox_tasks where turn is not null
      union all
      select (select min(kind) from outbox_tasks where turn is not null and kind > kinds.kind) from kinds
        where kinds.kind is not null
    )
    select id, turn, attempts from outbox_tasks where id in (
      select (
        select id from outbox_tasks where turn is not null and kind = kinds.kind ${mayRun}
          order by priority, turn, id limit 1
      ) from kinds where kind is not null
    )
    order by priority, run_after, id limit 1`.execute(db)
  return rows[0]
}
