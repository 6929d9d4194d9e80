import { PostgresAdapter } from 'kysely'
import type { Db } from './tables.ts'

/** The database engines. */
export type Engine = 'sqlite' | 'postgres'

/** The engine of a database or transaction, for the few statements that differ. */
export function engineOf(db: Pick<Db, 'getExecutor'>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}
