import type { Db, ErasureRow } from '../../platform/database/tables.ts'
import type { LedgerEntry } from './ledger-file.ts'

/**
 * Adds entries, at least one. @param options.isReplayed whether their rows are removed, in this transaction; of an entry that there is
 * already, this alone is noted
 */
export async function insertEntries(
  db: Db,
  entries: readonly LedgerEntry[],
  { isReplayed }: { isReplayed: boolean },
): Promise<void> {
  await db
    .insertInto('erasures')
    .values(entries.map((entry) => ({ ...entry, is_replayed: isReplayed ? 1 : 0 })))
    .onConflict((conflict) =>
      isReplayed ? conflict.column('hash').doUpdateSet({ is_replayed: 1 }) : conflict.doNothing(),
    )
    .execute()
}

/** One page of the ledger, in the order of the hashes. @param after the last one of the page before; empty for the first */
export function listEntries(db: Db, after: string, limit: number): Promise<LedgerEntry[]> {
  return db
    .selectFrom('erasures')
    .select(['hash', 'kind', 'erased_at'])
    .where('hash', '>', after)
    .orderBy('hash')
    .limit(limit)
    .execute()
}

/** The entries with these hashes. */
export async function findEntries(db: Db, hashes: readonly string[]): Promise<ErasureRow[]> {
  if (hashes.length === 0) return []
  return db.selectFrom('erasures').selectAll().where('hash', 'in', hashes).execute()
}

/** How many entries there are. */
export async function countEntries(db: Db): Promise<number> {
  const rows = db.selectFrom('erasures').select(({ fn }) => fn.countAll<number | string>().as('count'))
  return Number((await rows.executeTakeFirstOrThrow()).count)
}

/** The hashes with which the rows have not been compared yet. */
export async function listToReplay(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('erasures').select('hash').where('is_replayed', '=', 0).orderBy('hash').execute()
  return rows.map(({ hash }) => hash)
}

/** Notes that the rows have been compared with these, at least one. */
export async function markReplayed(db: Db, hashes: readonly string[]): Promise<void> {
  await db.updateTable('erasures').set({ is_replayed: 1 }).where('hash', 'in', hashes).execute()
}
