import type { Kysely } from 'kysely'

/** Counts the changes of applications and postings, so that nobody writes over what they have not seen (`docs/decisions/0043`). */
export async function addVersions(db: Kysely<unknown>): Promise<void> {
  for (const table of ['applications', 'jobs']) {
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
  }
}
