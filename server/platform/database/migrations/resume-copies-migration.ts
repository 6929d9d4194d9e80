import { type Kysely, sql } from 'kysely'

/** Gives every place of a resume a row of its own (`docs/decisions/0017`); what is stored so far is on the local disk. */
export async function addResumeCopies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('resume_copies')
    .addColumn('application_id', 'integer', (column) =>
      column.notNull().references('applications.id').onDelete('cascade'),
    )
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('key', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'text')
    .addPrimaryKeyConstraint('resume_copies_key', ['application_id', 'place'])
    .addUniqueConstraint('resume_copies_name', ['place', 'key'])
    .execute()
  await sql`
    insert into resume_copies (application_id, place, key, state, changed_at)
    select application_id, 'local', resumes.key, 'stored', applications.created_at
    from resumes join applications on applications.id = resumes.application_id`.execute(db)
  // Deletions that still wait name their file without a place.
  await sql`
    update outbox_tasks set payload = replace(payload, '{"key"', '{"place":"local","key"')
    where kind = 'delete-resume'`.execute(db)
  await db.schema.createIndex('resume_copies_by_state').on('resume_copies').columns(['place', 'state']).execute()

  await dropResumeKeys(db)
  await db.schema
    .createTable('resume_check')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('checked', 'integer', (column) => column.notNull())
    .execute()
}

/** By way of a new table: SQLite cannot drop a column that is unique. */
async function dropResumeKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('resumes_without_key')
    .addColumn('application_id', 'integer', (column) =>
      column.primaryKey().references('applications.id').onDelete('cascade'),
    )
    .addColumn('original_name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .execute()
  await sql`
    insert into resumes_without_key
    select application_id, original_name, kind, size, sha256 from resumes`.execute(db)
  await db.schema.dropTable('resumes').execute()
  await db.schema.alterTable('resumes_without_key').renameTo('resumes').execute()
}
