import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely } from 'kysely'
import { inject } from 'vitest'
import { applicationRow } from '../../server/features/applications/stored/application-fields.ts'
import { bringUpToDate } from '../../server/platform/database/migrations/bring-up-to-date.ts'
import { migrations } from '../../server/platform/database/migrations/migrations.ts'
import { connectOrExplain } from '../../server/platform/database/postgres/open-postgres.ts'
import { DATABASE_FILE } from '../../server/platform/database/sqlite/open-database.ts'
import { WellheadSqliteDialect } from '../../server/platform/database/sqlite/sqlite-dialect.ts'
import type { NewApplicationRow, Tables } from '../../server/platform/database/tables.ts'
import { applicantRow } from '../factories.ts'
import { makePostgresDatabase } from './test-database.ts'

/** An empty database on the engine of the running tests, as it was before a migration. @param using closes and removes it */
export async function openBefore(using: AsyncDisposableStack, migration: string): Promise<Kysely<Tables>> {
  return (await openInstallationBefore(using, migration)).db
}

/**
 * Like {@link openBefore}.
 * @returns also the environment with which the program starts on it, once `db` is closed
 */
export async function openInstallationBefore(using: AsyncDisposableStack, migration: string) {
  const postgres = inject('postgres') ? await makePostgresDatabase(true) : null
  if (postgres) using.defer(postgres.remove)
  const folder = await mkdtemp(join(tmpdir(), 'wellhead-earlier-'))
  using.defer(() => rm(folder, { recursive: true, force: true }))
  const db = postgres
    ? connectOrExplain({ url: postgres.url, poolSize: 1 })
    : new Kysely<Tables>({
        dialect: new WellheadSqliteDialect({ database: new SqliteDatabase(join(folder, DATABASE_FILE)) }),
      })
  using.defer(() => db.destroy())
  await bringUpToDate(db, migrationsUntil(migration))
  return { db, environment: { DATA_DIR: folder, ...(postgres && { DATABASE_URL: postgres.url }) } }
}

/** Inserts an application into a database of before `0007-promised-days`, and gives back its number. */
export async function insertEarlierApplicant(db: Kysely<Tables>, changes: Partial<NewApplicationRow>): Promise<number> {
  const { answer_by, first_answer_by, ...earlier } = applicationRow(applicantRow(changes))
  const inserted = db.insertInto('applications').values(earlier as ReturnType<typeof applicationRow>)
  return (await inserted.returning('id').executeTakeFirstOrThrow()).id
}

/** The migrations before one, and that one too where asked. */
export function migrationsUntil(migration: string, isIncluded = false): typeof migrations {
  const names = Object.keys(migrations).filter((name) => name < migration || (isIncluded && name === migration))
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)))
}
