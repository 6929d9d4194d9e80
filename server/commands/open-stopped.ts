import type { Kysely } from 'kysely'
import { lockFolder } from '../platform/database/sqlite/folder-lock.ts'
import { changeDatabase } from '../platform/database/sqlite/open-database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Command } from './run-command.ts'

/** Opens the database and keeps servers from it until `opened` is disposed of. */
export async function openStopped(
  { dataDir, postgres }: Command,
  opened: AsyncDisposableStack,
): Promise<Kysely<Tables>> {
  if (postgres) {
    const { openPostgresAlone } = await import('../platform/database/postgres/open-postgres.ts')
    return opened.use(await openPostgresAlone(postgres)).db
  }
  const { db } = opened.use(await changeDatabase(dataDir))
  opened.adopt(lockFolder(dataDir), (lock) => lock.release())
  return db
}
