import type SqliteDatabase from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type SqliteDatabase as QueriedDatabase,
  type SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { transactionBegun, transactionEnded } from '../after-commit.ts'
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

/** Statements that stay prepared: more than the program uses all the time, apart from those with lists of values. */
const MOST_PREPARED = 200
/** In characters: an insert of many rows is not repeated. */
const LONGEST_PREPARED = 5_000

function checkBeforeWrites({ database, file }: WellheadSqliteConfig): QueriedDatabase {
  const prepare = prepareOnce(database)
  return {
    prepare: (sql) => {
      if (sql === 'commit' || (WRITES.test(sql) && !database.inTransaction)) file?.requireInPlace()
      return prepare(sql)
    },
    close: () => (file ?? database).close(),
  }
}

/** Preparing a statement takes longer than running most of ours, so those used last stay prepared. */
function prepareOnce(database: SqliteDatabase.Database): (sql: string) => SqliteDatabase.Statement {
  const prepared = new Map<string, SqliteDatabase.Statement>()
  return (sql) => {
    const statement = prepared.get(sql) ?? database.prepare(sql)
    if (sql.length > LONGEST_PREPARED) return statement
    // The one used last comes last.
    prepared.delete(sql)
    prepared.set(sql, statement)
    if (prepared.size > MOST_PREPARED) prepared.delete(prepared.keys().next().value ?? '')
    return statement
  }
}

/**
 * Takes the write lock when a transaction begins. SQLite refuses a transaction that reads first and writes later, without
 * waiting, when another process has written in between (`SQLITE_BUSY_SNAPSHOT`).
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    transactionBegun(connection)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    transactionEnded(connection, { isCommitted: true })
  }

  /** After a disk fault SQLite has rolled back already; the second rollback must not hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    transactionEnded(connection, { isCommitted: false })
    await super.rollbackTransaction(connection).catch((error) => {
      if (!(error instanceof Error && error.message.startsWith('cannot rollback'))) throw error
    })
  }
}
