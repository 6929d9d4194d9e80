import type { Kysely } from 'kysely'
import { applicationSearchColumns } from '../application-search.ts'
import type { Tables } from '../tables.ts'

/** Rows read at a time while the new columns are filled. */
const BATCH = 500

/** Adds what the list of applications filters, sorts, searches and counts by (`docs/decisions/0013`). */
export async function addApplicationList(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'name_key', 'text', '')
  await addColumn(db, 'search_text', 'text', '')
  await addColumn(db, 'is_recovery', 'integer', 0)
  await fillColumns(db as Kysely<Tables>)

  // The last two columns are there for the summary, which then reads nothing but this index.
  await addIndex(db, 'applications_by_tab', ['archived', 'status', 'created_at', 'id', 'job_id', 'is_recovery'])
  await addIndex(db, 'applications_by_tab_and_name', ['archived', 'status', 'name_key', 'id'])
  await addIndex(db, 'applications_by_archive', ['archived', 'created_at', 'id'])
  await addIndex(db, 'applications_by_name', ['name_key', 'id'])
  await addIndex(db, 'applications_by_job', ['job_id', 'created_at', 'id'])
}

async function fillColumns(db: Kysely<Tables>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('applications')
      .select(['id', 'name', 'email', 'note'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { id, ...row } of rows) {
      await db.updateTable('applications').set(applicationSearchColumns(row)).where('id', '=', id).execute()
      after = id
    }
    if (rows.length < BATCH) return
  }
}

/** SQLite adds one column a statement, and only with a default. */
async function addColumn(db: Kysely<unknown>, name: string, type: 'text' | 'integer', initially: string | number) {
  await db.schema
    .alterTable('applications')
    .addColumn(name, type, (column) => column.notNull().defaultTo(initially))
    .execute()
}

async function addIndex(db: Kysely<unknown>, name: string, columns: string[]): Promise<void> {
  await db.schema.createIndex(name).on('applications').columns(columns).execute()
}
