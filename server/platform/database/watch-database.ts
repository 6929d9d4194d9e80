import type { FastifyBaseLogger } from 'fastify'
import { databaseFileOf } from './sqlite/sqlite-dialect.ts'
import type { Db } from './tables.ts'

/**
 * Tells whether the files of the database are no longer those that were opened, and logs it once, with what to do.
 * PostgreSQL looks after its own files.
 */
export function watchDatabase(db: Db, log: Pick<FastifyBaseLogger, 'info' | 'error'>): () => boolean {
  const file = databaseFileOf(db)
  let fault: string | undefined
  return () => {
    const found = file?.findFault()
    if (found !== undefined && fault === undefined) log.error(`the database is no longer where it was: ${found}`)
    if (found === undefined && fault !== undefined) log.info('the database is where it was again')
    fault = found
    return found !== undefined
  }
}
