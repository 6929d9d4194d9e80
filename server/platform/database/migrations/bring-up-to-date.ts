import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { StartFault } from '../../operator-faults.ts'
import { engineOf } from '../engine.ts'
import type { Tables } from '../tables.ts'
import { migrations } from './migrations.ts'
import { PostgresSchema } from './postgres-schema.ts'

/**
 * Brings the schema of a database up to date, in one transaction. Processes that start together take turns.
 * @throws {StartFault} when a newer version has been at work on it
 */
export async function bringUpToDate(db: Kysely<Tables>): Promise<void> {
  const migrated = engineOf(db) === 'postgres' ? db.withPlugin(new PostgresSchema()) : db
  const migrator = new Migrator({ db: migrated, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw isOfNewerVersion(error) ? newerVersion(error) : error
}

/** How the words of the migrator begin; the name of the migration follows. */
const UNKNOWN_MIGRATION = 'corrupted migrations: previously executed migration '

function isOfNewerVersion(error: unknown): error is Error {
  return error instanceof Error && error.message.startsWith(UNKNOWN_MIGRATION)
}

function newerVersion({ message }: Error): StartFault {
  const [name] = message.slice(UNKNOWN_MIGRATION.length).split(' ')
  return new StartFault(
    `A newer version of Wellhead has changed the database (${name}), and this one does not know it. Nothing was changed.\n` +
      'Start the newer version again; to go back, restore a backup from before the upgrade (docs/operations.md).',
  )
}
