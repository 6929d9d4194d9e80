import { type Kysely, sql } from 'kysely'
import { StartFault } from '../../operator-faults.ts'
import { engineOf } from '../engine.ts'
import type { Tables } from '../tables.ts'

/** So many new applications are put into SQLite's index at once: one by one costs ten times as much. */
const BATCH = 64

/** Adds the index by which a part of an application's text is found (`docs/decisions/0028`). */
export async function addTextIndex(db: Kysely<unknown>): Promise<void> {
  if (engineOf(db as Kysely<Tables>) === 'postgres') await addOnPostgres(db)
  else for (const statement of ON_SQLITE) await sql.raw(statement).execute(db)
}

const INDEXED_TO = '(select indexed_to from application_search_state)'
const index = (from: string) =>
  `insert into application_search (rowid, search_text) select id, search_text from ${from};`
const takeOut = `insert into application_search (application_search, rowid, search_text)
  values ('delete', old.id, old.search_text);`

/**
 * The index keeps for each three letters who has them, and no text. It holds applications up to `indexed_to`; the few
 * behind are read when something is searched.
 */
const ON_SQLITE = [
  `create virtual table application_search using fts5
   (search_text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1')`,
  'create table application_search_state (id integer primary key check (id = 1), indexed_to integer not null)',
  index('applications order by id'),
  'insert into application_search_state select 1, coalesce(max(id), 0) from applications',
  `create trigger applications_indexed after insert on applications begin
     ${index(`applications where id = new.id and id <= ${INDEXED_TO}`)}
     ${index(`applications where id > ${INDEXED_TO} and id <= new.id and new.id >= ${INDEXED_TO} + ${BATCH} order by id`)}
     update application_search_state set indexed_to = new.id where new.id >= indexed_to + ${BATCH};
   end`,
  `create trigger applications_unindexed after delete on applications when old.id <= ${INDEXED_TO}
   begin ${takeOut} end`,
  `create trigger applications_reindexed after update of search_text on applications when old.id <= ${INDEXED_TO}
   begin ${takeOut} ${index('applications where id = new.id')} end`,
]

async function addOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db).catch((error: Error) => {
    throw new StartFault(
      `The database lacks the extension pg_trgm, by which applications are searched: ${error.message}.\n` +
        'It comes with PostgreSQL (on Debian and Ubuntu with the package postgresql, on others often with\n' +
        'postgresql-contrib). Install it, or have the owner of the database run: create extension pg_trgm.',
    )
  })
  // Every search reads what waits to be put into the index, so little may wait.
  await sql`create index applications_by_text on applications using gin (search_text gin_trgm_ops)
    with (gin_pending_list_limit = 128)`.execute(db)
}
