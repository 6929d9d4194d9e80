import type { Kysely } from 'kysely'

/** Adds the places in which new files are kept, each with what its mark says (`docs/decisions/0034`). */
export async function addResumeHomes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('resume_homes')
    .addColumn('place', 'text', (column) => column.primaryKey())
    .addColumn('home_id', 'text', (column) => column.notNull())
    .execute()
}
