import { type Kysely, sql, type Transaction } from 'kysely'
import { savepointOf } from './after-commit.ts'
import type { Tables } from './tables.ts'

/** Most units of work in one commit, so that other users of the database do not wait long. */
const MOST = 16

/** Runs a unit of work in a transaction: all it writes is durable when it resolves, and none when it rejects. */
export type Commit = <Result>(work: (trx: Transaction<Tables>) => Promise<Result>) => Promise<Result>

type Waiting = {
  work(trx: Transaction<Tables>): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Group commit for SQLite, which has one writer and one fsync for each commit: units of work that arrive together share
 * a transaction, each in a savepoint. Without it, submissions drop by 44 to 67 % (`docs/performance.md`). PostgreSQL
 * groups commits itself, so there each unit has its own transaction.
 */
export function createGroupCommit(db: Kysely<Tables>): Commit {
  if (db.getExecutor().adapter.supportsMultipleConnections) return (work) => db.transaction().execute(work)
  const waiting: Waiting[] = []

  const commit = async () => {
    const together = waiting.splice(0, MOST)
    if (waiting.length > 0) setImmediate(commit)
    try {
      const outcomes = await db.transaction().execute((trx) => runAll(trx, together))
      together.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index]
        if (outcome?.status === 'fulfilled') resolve(outcome.value)
        else reject(outcome?.reason)
      })
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }

  return <Result>(work: (trx: Transaction<Tables>) => Promise<Result>) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    // Later in this turn of the event loop, so that work that arrives in it shares the commit.
    if (waiting.length === 0) setImmediate(commit)
    waiting.push({ work, resolve: resolve as Waiting['resolve'], reject })
    return promise
  }
}

async function runAll(trx: Transaction<Tables>, together: Waiting[]): Promise<Array<PromiseSettledResult<unknown>>> {
  const [only] = together
  if (only && together.length === 1) return [{ status: 'fulfilled', value: await only.work(trx) }]
  const outcomes: Array<PromiseSettledResult<unknown>> = []
  for (const { work } of together) outcomes.push(await runInSavepoint(trx, work))
  return outcomes
}

/** Runs one unit of several: whole, or not at all. */
async function runInSavepoint(trx: Transaction<Tables>, work: Waiting['work']): Promise<PromiseSettledResult<unknown>> {
  await sql`savepoint unit_of_work`.execute(trx)
  const forget = await savepointOf(trx)
  const [outcome] = await Promise.allSettled([work(trx)])
  if (outcome.status === 'rejected') {
    forget()
    // A disk fault ends the whole transaction: report that fault.
    await sql`rollback to unit_of_work`.execute(trx).catch(() => Promise.reject(outcome.reason))
  }
  await sql`release unit_of_work`.execute(trx)
  return outcome
}
