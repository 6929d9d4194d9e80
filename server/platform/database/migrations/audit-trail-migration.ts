import type { Kysely } from 'kysely'

/** Adds the table of who did what to which application, posting or account (`docs/decisions/0021`). */
export async function addAuditTrail(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_trail')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('account_id', 'integer')
    .addColumn('username', 'text')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'integer', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('audit_trail_by_subject')
    .on('audit_trail')
    .columns(['subject', 'subject_id', 'id'])
    .execute()
}
