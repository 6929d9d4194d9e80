import type SqliteDatabase from 'better-sqlite3'
import type { SqliteDatabase as QueriedDatabase } from 'kysely'
import type { DatabaseFile } from './database-file.ts'

/** Statements kept at once; the program has some hundred, and those with lists of values differ by their length. */
const MOST = 200
/** What changes no schema. */
const KEPT = /^(?:select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/

/** What is durable once it was run outside a transaction. */
const WRITES = /^(?:insert|update|delete)\b/

/**
 * Keeps statements from one use to the next: SQLite takes longer to prepare most of them than to run them. A statement
 * that may change the schema clears them all.
 * @param file looked at before each statement that makes something durable
 */
export function keepStatements(sqlite: SqliteDatabase.Database, file?: DatabaseFile): QueriedDatabase {
  const kept = new Map<string, SqliteDatabase.Statement<unknown[]>>()

  const prepare = (sql: string) => {
    if (sql === 'commit' || (WRITES.test(sql) && !sqlite.inTransaction)) file?.requireInPlace()
    if (!KEPT.test(sql)) {
      kept.clear()
      return sqlite.prepare(sql)
    }
    const found = kept.get(sql)
    if (found) return found
    const statement = sqlite.prepare(sql)
    kept.set(sql, statement)
    if (kept.size > MOST) kept.delete(kept.keys().next().value ?? sql)
    return statement
  }

  return { prepare, close: () => (file ?? sqlite).close() }
}
