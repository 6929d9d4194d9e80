import type SqliteDatabase from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely'
import { keepStatements } from './prepared-statements.ts'

/** Kysely's SQLite as we need it beside other processes, and with a schema that is changed whole or not at all. */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #config: { database: SqliteDatabase.Database }

  constructor(config: { database: SqliteDatabase.Database }) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: keepStatements(this.#config.database) })
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
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
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
