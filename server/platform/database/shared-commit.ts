import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Decisions in one commit: few enough that nobody else waits long for the database. */
const MOST = 16

/** Takes a decision: all of what it writes is durable when it resolves, or nothing of it is there when it rejects. */
export type Commit = <Result>(decide: (trx: Transaction<Tables>) => Promise<Result>) => Promise<Result>

type Waiting = {
  decide(trx: Transaction<Tables>): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Lets decisions that come together share one commit: SQLite has one writer, and syncs the disk for each commit. One
 * that is refused takes nothing with it. An engine with several connections does as much by itself, and there each
 * decision has a transaction of its own.
 */
export function createSharedCommit(db: Kysely<Tables>): Commit {
  if (db.getExecutor().adapter.supportsMultipleConnections) return (decide) => db.transaction().execute(decide)
  const waiting: Waiting[] = []

  const commit = async () => {
    const together = waiting.splice(0, MOST)
    if (waiting.length > 0) setImmediate(commit)
    try {
      const outcomes = await db.transaction().execute((trx) => takeInTurn(trx, together))
      together.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index]
        if (outcome?.status === 'fulfilled') resolve(outcome.value)
        else reject(outcome?.reason)
      })
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }

  return <Result>(decide: (trx: Transaction<Tables>) => Promise<Result>) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    // Not at once: what else this turn of the event loop brings comes along.
    if (waiting.length === 0) setImmediate(commit)
    waiting.push({ decide, resolve: resolve as Waiting['resolve'], reject })
    return promise
  }
}

async function takeInTurn(
  trx: Transaction<Tables>,
  together: Waiting[],
): Promise<Array<PromiseSettledResult<unknown>>> {
  const [only] = together
  if (only && together.length === 1) return [{ status: 'fulfilled', value: await only.decide(trx) }]
  const outcomes: Array<PromiseSettledResult<unknown>> = []
  for (const { decide } of together) outcomes.push(await takeAlone(trx, decide))
  return outcomes
}

/** Takes one decision of several: whole, or not at all. */
async function takeAlone(trx: Transaction<Tables>, decide: Waiting['decide']): Promise<PromiseSettledResult<unknown>> {
  await sql`savepoint decision`.execute(trx)
  const [outcome] = await Promise.allSettled([decide(trx)])
  if (outcome.status === 'rejected') {
    // A fault of the disk has ended the whole transaction, and is the error to be told then.
    await sql`rollback to decision`.execute(trx).catch(() => Promise.reject(outcome.reason))
  }
  await sql`release decision`.execute(trx)
  return outcome
}
