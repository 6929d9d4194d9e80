import type { Kysely } from 'kysely'

/** Notes of every resume whether it was scanned for viruses; null where no scanner was configured when it came in. */
export async function addResumeScan(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('resumes').addColumn('scan', 'text').execute()
}
