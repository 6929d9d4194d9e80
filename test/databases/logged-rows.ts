import { type Kysely, sql } from 'kysely'
import { TABLE_NAMES, type TableName } from '../../server/commands/database-copy/copied-tables.ts'
import { engineOf } from '../../server/platform/database/engine.ts'
import type { Tables } from '../../server/platform/database/tables.ts'

/** The log of changed rows; no table of the program has its name. */
const LOG = 'logged_row_changes'

type Change = { in_table: string; made: 'insert' | 'update' | 'delete'; row: string }

/**
 * Logs every row that is inserted, deleted or given other values from now on, by triggers: to read and compare all rows takes the longer, the
 * more there are. What is rolled back is not logged.
 * @param db of a test that has it to itself
 */
export async function logRowChanges(db: Kysely<Tables>) {
  const isPostgres = engineOf(db) === 'postgres'
  for (const statement of isPostgres ? postgresLog() : await sqliteLog(db)) await sql.raw(statement).execute(db)
  const log = sql.table(LOG)
  return {
    /** Forgets what has changed until now. */
    forget: async () => {
      await sql`delete from ${log}`.execute(db)
    },
    /** What has changed since. */
    list: async () => (await sql<Change>`select in_table, made, "row" from ${log}`.execute(db)).rows,
  }
}

const CREATE_LOG = `create table ${LOG} (in_table text not null, made text not null, "row" text not null)`

function postgresLog(): string[] {
  const log = `
    create function ${LOG}() returns trigger language plpgsql as $$
    begin
      insert into ${LOG} values (tg_table_name, lower(tg_op), to_jsonb(coalesce(new, old))::text);
      return null;
    end $$`
  const on = (table: TableName) => [
    `create trigger log_rows after insert or delete on ${table} for each row execute function ${LOG}()`,
    `create trigger log_changes after update on ${table} for each row when (old.* is distinct from new.*)
      execute function ${LOG}()`,
  ]
  return [CREATE_LOG, log, ...TABLE_NAMES.flatMap(on)]
}

async function sqliteLog(db: Kysely<Tables>): Promise<string[]> {
  const statements = [CREATE_LOG]
  for (const table of TABLE_NAMES) {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
    const names = rows.map(({ name }) => name)
    const isChanged = names.map((name) => `old."${name}" is not new."${name}"`).join(' or ')
    const log = (made: Change['made'], row: 'old' | 'new') => {
      const fields = names.map((name) => `'${name}', quote(${row}."${name}")`)
      return `begin insert into ${LOG} values ('${table}', '${made}', json_object(${fields.join(', ')})); end`
    }
    statements.push(
      `create trigger log_${table}_insert after insert on ${table} ${log('insert', 'new')}`,
      `create trigger log_${table}_delete after delete on ${table} ${log('delete', 'old')}`,
      `create trigger log_${table}_update after update on ${table} when ${isChanged} ${log('update', 'new')}`,
    )
  }
  return statements
}
