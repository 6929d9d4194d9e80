import { sql } from 'kysely'
import { engineOf } from '../../server/platform/database/engine.ts'
import type { Db, Tables } from '../../server/platform/database/tables.ts'

/** Has the database refuse every new row of a table with the word "refused". */
export async function refuseInserts(db: Db, table: keyof Tables): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    await sql`create trigger refuse before insert on ${sql.table(table)}
      begin select raise(abort, 'refused'); end`.execute(db)
    return
  }
  await sql`create function refuse() returns trigger language plpgsql
    as $$ begin raise exception 'refused'; end $$`.execute(db)
  await sql`create trigger refuse before insert on ${sql.table(table)} execute function refuse()`.execute(db)
}
