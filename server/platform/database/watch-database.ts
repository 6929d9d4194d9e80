import type { FastifyBaseLogger } from 'fastify'
import { SqliteAdapter } from 'kysely'
import type { Db } from './tables.ts'

/** The files of an open SQLite database. */
type WatchedFile = {
  /** What happened to the files and what to do about it; undefined when all are in place. */
  findFault(): string | undefined
  /** Soon removes what was deleted from the write-ahead log too. */
  eraseDeleted(): void
}

/** Puts a migration and its record into one transaction: a stop between the two would block every later start. */
export class TransactionalAdapter extends SqliteAdapter {
  /** Undefined for a database that a command has opened. */
  readonly file: WatchedFile | undefined

  constructor(file: WatchedFile | undefined) {
    super()
    this.file = file
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

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
    const current = file?.findFault()
    if (current !== undefined && fault === undefined) log.error(`the database was replaced: ${current}`)
    if (current === undefined && fault !== undefined) log.info('the original database is back')
    fault = current
    return current !== undefined
  }
}

/** The files of a server's SQLite database; undefined for PostgreSQL and for commands. */
function databaseFileOf(db: Pick<Db, 'getExecutor'>): WatchedFile | undefined {
  const { adapter } = db.getExecutor()
  return adapter instanceof TransactionalAdapter ? adapter.file : undefined
}
