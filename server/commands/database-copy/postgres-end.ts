import { CompiledQuery, type ControlledTransaction, type Kysely, sql } from 'kysely'
import { requireDedicatedSessions } from '../../platform/database/postgres/dedicated-session.ts'
import { connectOrExplain } from '../../platform/database/postgres/open-postgres.ts'
import { explain } from '../../platform/database/postgres/postgres-faults.ts'
import { processLockKey, takeProcessLock } from '../../platform/database/postgres/process-lock.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { StartFault } from '../../platform/operator-faults.ts'

/**
 * Opens a PostgreSQL database as it stands, over one connection on which nothing takes too long.
 * @throws {StartFault} when it does not answer, or a pooler in front of it shares its sessions
 */
export async function openAsItIs(url: string, opened: AsyncDisposableStack): Promise<Kysely<Tables>> {
  const settings = { url, poolSize: 1 }
  const db = opened.adopt(connectOrExplain(settings), (open) => open.destroy())
  await requireDedicatedSessions(settings).catch((error) => {
    const explained = explain(error, settings)
    // Here the address comes from the command line.
    throw explained instanceof StartFault
      ? new StartFault(explained.message.replaceAll('DATABASE_URL', 'the address'))
      : explained
  })
  return db
}

/** The newest change of the schema that was made; undefined where there is no installation. */
export async function readSchema(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db)
  if (!rows[0]?.is_there) return undefined
  const newest = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(db)
  return newest.rows[0]?.name ?? undefined
}

/**
 * Keeps servers from the database until the connection is closed.
 * @returns false when one is running
 */
export function keepToOurselves(db: Kysely<Tables>): Promise<boolean> {
  return db.connection().execute((session) => {
    const query = (text: string, values: number[] = []) => session.executeQuery<object>(CompiledQuery.raw(text, values))
    return takeProcessLock(query, processLockKey(null))
  })
}

/**
 * Begins a transaction on PostgreSQL that may last as long as it takes, whatever the server presets.
 * @param isSource what it shows stays as it is at the beginning, and nothing can be changed
 */
export async function beginOnPostgres(
  db: Kysely<Tables>,
  opened: AsyncDisposableStack,
  isSource: boolean,
): Promise<ControlledTransaction<Tables>> {
  const begin = db.startTransaction()
  const trx = await (isSource ? begin.setIsolationLevel('repeatable read').setAccessMode('read only') : begin).execute()
  takeBackAtTheEnd(trx, opened)
  return trx
}

/** What was not committed is taken back at the end, also where nobody is there any more to be told. */
export function takeBackAtTheEnd(trx: ControlledTransaction<Tables>, opened: AsyncDisposableStack): void {
  opened.defer(async () => {
    if (!trx.isCommitted) {
      await trx
        .rollback()
        .execute()
        .catch(() => undefined)
    }
  })
}
