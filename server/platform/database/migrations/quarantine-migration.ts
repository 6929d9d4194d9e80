import type { Kysely } from 'kysely'

/** Columns of every index of the applications list; each now begins with what every list is told apart by first. */
const INDEXES = {
  applications_by_age: ['created_at', 'id'],
  // The last two columns are there for the summary, which then reads nothing but this index.
  applications_by_tab: ['archived', 'status', 'created_at', 'id', 'job_id', 'is_recovery'],
  applications_by_tab_and_name: ['archived', 'status', 'name_key', 'id'],
  applications_by_archive: ['archived', 'created_at', 'id'],
  applications_by_name: ['name_key', 'id'],
  applications_by_job: ['job_id', 'created_at', 'id'],
}

/** Adds the quarantine of applications that a program seems to have sent (`docs/decisions/0022`). */
export async function addQuarantine(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('applications')
    .addColumn('quarantined', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const [name, columns] of Object.entries(INDEXES)) {
    await db.schema.dropIndex(name).execute()
    await db.schema
      .createIndex(name)
      .on('applications')
      .columns(['quarantined', ...columns])
      .execute()
  }
}
