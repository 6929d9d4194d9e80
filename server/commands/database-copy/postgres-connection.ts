import { CompiledQuery, type ControlledTransaction, type Kysely, sql } from 'kysely'
import { requireDedicatedSessions } from '../../platform/database/postgres/dedicated-session.ts'
import { connectOrExplain } from '../../platform/database/postgres/open-postgres.ts'
import { explain } from '../../platform/database/postgres/postgres-faults.ts'
import { nameOf } from '../../platform/database/postgres/postgres-names.ts'
import { processLockKey, takeProcessLock } from '../../platform/database/postgres/process-lock.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { CommandFault, StartFault } from '../../platform/operator-faults.ts'

/**
 * Connects to a PostgreSQL database with one connection that has no timeouts. Changes nothing in it.
 * @throws {StartFault} when it does not respond, or a pooler in front of it shares its sessions
 */
export async function connect(url: string, opened: AsyncDisposableStack): Promise<Kysely<Tables>> {
  const settings = { url, poolSize: 1 }
  const db = opened.adopt(connectOrExplain(settings), (open) => open.destroy())
  await requireDedicatedSessions(settings).catch((error) => {
    const explained = explain(error, settings)
    // This address comes from the command line.
    throw explained instanceof StartFault
      ? new StartFault(explained.message.replaceAll('DATABASE_URL', 'the address'))
      : explained
  })
  return db
}

/** Name of the newest migration; undefined when the database has no installation. */
export async function readSchema(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ has_migrations: boolean }>`
    select to_regclass('kysely_migration') is not null as has_migrations`.execute(db)
  if (!rows[0]?.has_migrations) return undefined
  const newest = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(db)
  return newest.rows[0]?.name ?? undefined
}

/**
 * Takes the lock that every server holds, until the connection is closed.
 * @param reason why no server may run
 * @throws {CommandFault} when one is running
 */
export async function lockOutServers(
  db: Kysely<Tables>,
  url: string,
  reason = 'the copy would lack what they receive meanwhile',
): Promise<void> {
  const isLocked = await db.connection().execute((session) => {
    const query = (text: string, values: number[] = []) => session.executeQuery<object>(CompiledQuery.raw(text, values))
    return takeProcessLock(query, processLockKey(null))
  })
  if (isLocked) return
  throw new CommandFault(`A server is running on it: ${nameOf(url)}. Stop every server first: ${reason}.`)
}

/** Rolls the transaction back when `opened` is disposed of, unless it was committed. */
export function rollBackAtEnd(
  trx: ControlledTransaction<Tables>,
  opened: AsyncDisposableStack,
): ControlledTransaction<Tables> {
  opened.defer(async () => {
    if (trx.isCommitted) return
    // A lost connection has rolled it back already.
    await trx
      .rollback()
      .execute()
      .catch(() => undefined)
  })
  return trx
}
