import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for where applicants came from; that is not known of earlier ones. The index has all that insights read. */
export async function addApplicationSources(db: Kysely<Tables>): Promise<void> {
  const text = sql.raw(schemaDialectOf(db).text)
  await sql`alter table applications add column source ${text}`.execute(db)
  await sql`drop index applications_by_age`.execute(db)
  await sql`create index applications_by_age
    on applications (quarantined, created_at, id, is_recovery, job_id, status, source)`.execute(db)
}
