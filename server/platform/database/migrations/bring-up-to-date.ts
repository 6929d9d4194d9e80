import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartFault } from '../../operator-faults.ts'
import type { Tables } from '../tables.ts'
import { migrations } from './migrations.ts'

/**
 * Applies the migrations that a database lacks, in one transaction. Processes that start together do it one at a time.
 * @param all the migrations in their order; only tests give others
 * @throws {StartFault} when another version has changed the database
 */
export async function bringUpToDate(db: Kysely<Tables>, all: Record<string, Migration> = migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw isOfOtherVersion(error) ? otherVersion(error) : error
}

/** How the words of the migrator begin; the name of the migration follows. */
const UNKNOWN_MIGRATION = 'corrupted migrations: previously executed migration '

function isOfOtherVersion(error: unknown): error is Error {
  return error instanceof Error && error.message.startsWith(UNKNOWN_MIGRATION)
}

function otherVersion({ message }: Error): StartFault {
  const [name] = message.slice(UNKNOWN_MIGRATION.length).split(' ')
  return new StartFault(
    `Another version of Wellhead has changed the database (${name}), and this one does not know it. Nothing was changed.\n` +
      'Start that version again, or restore a backup from before the change (docs/operations.md).',
  )
}
