import { PostgresAdapter } from 'kysely'
import type { Db } from './tables.ts'

/** What keeps the rows. */
export type Engine = 'sqlite' | 'postgres'

/** Which engine a database or transaction is of, for the few places where the same words do not do on both. */
export function engineOf(db: Pick<Db, 'getExecutor'>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}
