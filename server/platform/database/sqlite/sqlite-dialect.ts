import type SqliteDatabase from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type SqliteDatabase as QueriedDatabase,
  type SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { TransactionalAdapter } from '../watch-database.ts'
import type { DatabaseFile } from './database-file.ts'

type WellheadSqliteConfig = {
  database: SqliteDatabase.Database
  /** Checked before every durable write; commands, which acknowledge nothing to applicants, leave it out. */
  file?: DatabaseFile
}

/** Kysely's SQLite dialect for a database that other processes also write, with transactional migrations. */
export class WellheadSqliteDialect extends SqliteDialect {
  readonly #config: WellheadSqliteConfig

  constructor(config: WellheadSqliteConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: checkBeforeWrites(this.#config) })
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter(this.#config.file)
  }
}

/** Statements that are durable at once outside a transaction. */
const WRITES = /^(?:insert|update|delete)\b/

function checkBeforeWrites({ database, file }: WellheadSqliteConfig): QueriedDatabase {
  return {
    prepare: (sql) => {
      if (sql === 'commit' || (WRITES.test(sql) && !database.inTransaction)) file?.requireInPlace()
      return database.prepare(sql)
    },
    close: () => (file ?? database).close(),
  }
}

/**
 * Takes the write lock when a transaction begins. SQLite refuses a transaction that reads first and writes later, without
 * waiting, when another process has written in between (`SQLITE_BUSY_SNAPSHOT`).
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** After a disk fault SQLite has rolled back already; the second rollback must not hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error) => {
      if (!(error instanceof Error && error.message.startsWith('cannot rollback'))) throw error
    })
  }
}
