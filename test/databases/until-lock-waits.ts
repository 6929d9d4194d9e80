import { sql, type Transaction } from 'kysely'
import { vi } from 'vitest'
import { engineOf } from '../../server/platform/database/engine.ts'
import type { Tables } from '../../server/platform/database/tables.ts'

/**
 * Waits until another transaction waits for a lock. On SQLite each waits from its beginning for the one that is open.
 * @param trx the transaction that holds the lock
 */
export async function untilLockWaits(trx: Transaction<Tables>): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  const waiting = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
  await vi.waitFor(
    async () => {
      const { rows } = await waiting.execute(trx)
      if (rows.length === 0) throw new Error('Nothing waits for a lock of this transaction.')
    },
    { timeout: 30_000, interval: 10 },
  )
}
