import type { FastifyBaseLogger } from 'fastify'
import { databaseFileOf } from './sqlite/sqlite-dialect.ts'
import type { Db } from './tables.ts'

/** Removes deleted rows from the SQLite files soon after their transaction; PostgreSQL does so itself. */
export function eraseDeleted(db: Db): void {
  databaseFileOf(db)?.eraseDeleted()
}

/**
 * Watches whether the files of the SQLite database are still those that were opened; logs a change once, with advice.
 * @returns whether they were replaced; always false with PostgreSQL
 */
export function watchDatabase(db: Db, log: Pick<FastifyBaseLogger, 'info' | 'error'>): () => boolean {
  const file = databaseFileOf(db)
  let fault: string | undefined
  return () => {
    const found = file?.findFault()
    if (found !== undefined && fault === undefined) log.error(`the database was replaced: ${found}`)
    if (found === undefined && fault !== undefined) log.info('the original database is back')
    fault = found
    return found !== undefined
  }
}
