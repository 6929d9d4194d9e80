import { type Kysely, sql } from 'kysely'
import type { Config } from '../../config.ts'
import { openPostgresAlone } from '../../platform/database/postgres/open-postgres.ts'
import { nameOf } from '../../platform/database/postgres/postgres-names.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import type { Addresses } from './addresses.ts'
import { TABLE_NAMES } from './copied-tables.ts'
import type { Ends, Source, Target } from './copy-installation.ts'
import { openFolderSource, openFolderTarget } from './open-folder.ts'

/**
 * Opens both databases and keeps servers from them until `opened` is disposed of. PostgreSQL comes first: the refusal of
 * a folder with an earlier copy can then rely on an empty target.
 * @throws {CommandFault | StartFault} when a server runs on one, or it cannot be copied or filled
 */
export async function openEnds({ url, folder, isToPostgres }: Addresses, opened: AsyncDisposableStack): Promise<Ends> {
  return isToPostgres
    ? { target: await openPostgresTarget(url, opened), source: await openFolderSource(folder, opened) }
    : { source: await openPostgresSource(url, opened), target: await openFolderTarget(folder, opened) }
}

/**
 * Opens the configured database, which must be empty, and keeps servers from it until `opened` is disposed of.
 * @throws {CommandFault | StartFault} when it cannot be filled
 */
export function openTarget(
  { dataDir, postgres }: Pick<Config, 'dataDir' | 'postgres'>,
  opened: AsyncDisposableStack,
): Promise<Target> {
  return postgres ? openPostgresTarget(postgres.url, opened) : openFolderTarget(dataDir, opened)
}

async function openPostgresSource(url: string, opened: AsyncDisposableStack): Promise<Source> {
  const { db } = opened.use(await openPostgresAlone({ url, poolSize: 1 }))
  return { db, retire: async () => undefined }
}

async function openPostgresTarget(url: string, opened: AsyncDisposableStack): Promise<Target> {
  const { db } = opened.use(await openPostgresAlone({ url, poolSize: 1 }, { makesTables: true }))
  await requireEmpty(db, url)
  return {
    db,
    finish: async () => {
      // The planner needs the new row counts.
      await sql`analyze`.execute(db)
    },
  }
}

async function requireEmpty(db: Kysely<Tables>, url: string): Promise<void> {
  for (const table of TABLE_NAMES) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    // Its only row is made with the schema.
    if (rows.length === 0 || table === 'installation') continue
    throw new CommandFault(
      `There is an installation in it already: ${nameOf(url)}, with rows in ${table}.\n` +
        'If an earlier copy has filled it, that copy is complete: set DATABASE_URL and start the server.\n' +
        'Otherwise name an empty database, on which no server was started.',
    )
  }
}
