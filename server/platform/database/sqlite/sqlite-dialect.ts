import type SqliteDatabase from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely'
import type { Db } from '../tables.ts'
import type { DatabaseFile } from './database-file.ts'
import { keepStatements } from './prepared-statements.ts'

type SharedSqliteConfig = {
  database: SqliteDatabase.Database
  /** Looked at before every write becomes durable; left out where nothing is acknowledged. */
  file?: DatabaseFile
}

/** Kysely's SQLite as we need it beside other processes, and with a schema that is changed whole or not at all. */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #config: SharedSqliteConfig

  constructor(config: SharedSqliteConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: keepStatements(this.#config.database, this.#config.file) })
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter(this.#config.file)
  }
}

/**
 * Takes the right to write when a transaction begins. One that reads first and writes then is refused at once, without
 * waiting, when an operator's command has written in between (`SQLITE_BUSY_SNAPSHOT`).
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite rolls back by itself when the disk fails; that there is nothing left to undo must not hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error) => {
      if (!(error instanceof Error && error.message.startsWith('cannot rollback'))) throw error
    })
  }
}

/** Has a migration and the note that it was made in one transaction: a stop between the two would bar every later start. */
class TransactionalAdapter extends SqliteAdapter {
  readonly file: DatabaseFile | undefined

  constructor(file: DatabaseFile | undefined) {
    super()
    this.file = file
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** The files of a database; undefined where it is PostgreSQL's, or none that a server writes to. */
export function databaseFileOf(db: Pick<Db, 'getExecutor'>): DatabaseFile | undefined {
  const { adapter } = db.getExecutor()
  return adapter instanceof TransactionalAdapter ? adapter.file : undefined
}
