import { type Kysely, sql } from 'kysely'
import { engineOf } from '../engine.ts'
import type { Tables } from '../tables.ts'

/** Has SQLite's index for searching forget a deleted text at once: by itself it only notes that it is gone. */
export async function eraseDeletedText(db: Kysely<unknown>): Promise<void> {
  if (engineOf(db as Kysely<Tables>) === 'postgres') return
  await sql`insert into application_search (application_search, rank) values ('secure-delete', 1)`.execute(db)
}
