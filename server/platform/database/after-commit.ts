import type { DatabaseConnection, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** What waits for the commit of the transaction on a connection. */
const waiting = new WeakMap<DatabaseConnection, (() => void)[]>()

/**
 * Does something once the transaction is committed, and never when it is rolled back.
 * @param act does not throw
 */
export async function afterCommit(trx: Transaction<Tables>, act: () => void): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    waiting.get(connection)?.push(act)
  })
}

/** Keeps what a savepoint would do out of the commit, once it is rolled back. @returns what forgets it */
export async function savepointOf(trx: Transaction<Tables>): Promise<() => void> {
  return trx.getExecutor().provideConnection(async (connection) => {
    const acts = waiting.get(connection) ?? []
    const before = acts.length
    return () => void acts.splice(before)
  })
}

/** For the drivers: a transaction has begun on a connection. */
export function transactionBegun(connection: DatabaseConnection): void {
  waiting.set(connection, [])
}

/** For the drivers: the transaction on a connection has ended. */
export function transactionEnded(connection: DatabaseConnection, { isCommitted }: { isCommitted: boolean }): void {
  const acts = waiting.get(connection) ?? []
  waiting.delete(connection)
  if (isCommitted) for (const act of acts) act()
}
