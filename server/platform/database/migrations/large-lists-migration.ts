import type { Kysely } from 'kysely'
import { addApplicationCounts } from './application-counts-migration.ts'
import { addTextIndex } from './text-index-migration.ts'

/** Indexes that serve no list any more. */
const DROPPED = [
  'applications_by_tab',
  'applications_by_tab_and_name',
  'applications_by_archive',
  'applications_by_name',
]

/** One index for each order of a list, of all applications and of those of one job. */
const INDEXES = {
  applications_by_tab: ['archived', 'status', 'created_at', 'id'],
  applications_by_tab_and_name: ['archived', 'status', 'name_key', 'id'],
  applications_by_tab_and_number: ['archived', 'status', 'id'],
  applications_by_job: ['job_id', 'archived', 'status', 'created_at', 'id'],
  applications_by_job_and_name: ['job_id', 'archived', 'status', 'name_key', 'id'],
  applications_by_job_and_number: ['job_id', 'archived', 'status', 'id'],
}

/** Lets every list, count and search cost the same however many applications there are (`docs/decisions/0028`). */
export async function addLargeLists(db: Kysely<unknown>): Promise<void> {
  for (const name of [...DROPPED, 'applications_by_job']) await db.schema.dropIndex(name).execute()
  for (const [name, columns] of Object.entries(INDEXES)) {
    await db.schema
      .createIndex(name)
      .on('applications')
      .columns(['quarantined', ...columns])
      .execute()
  }
  await addApplicationCounts(db)
  await addTextIndex(db)
}
