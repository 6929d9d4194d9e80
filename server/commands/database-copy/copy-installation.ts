import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { TABLES_WITH_SEQUENCE, type TableName } from './copied-tables.ts'
import { copyTables, type Databases } from './copy-tables.ts'
import { readLastId, setLastId } from './last-ids.ts'

/** A database with an installation, and no server on it. */
export type Source = {
  db: Kysely<Tables>
  /** Renames an SQLite database, so that no server can start on it. PostgreSQL stays unchanged. */
  retire(): Promise<void>
}

/** An empty database with the present schema, and no server on it. */
export type Target = {
  db: Kysely<Tables>
  /** Makes the committed rows an installation, durably. */
  finish(): Promise<void>
}

/** What a copy reads and what it fills. */
export type Ends = { source: Source; target: Target }

/**
 * Copies all rows and commits them once counts and checksums agree. Retires the source before the commit, so that at no
 * moment servers can start on both.
 * @returns the number of rows of each table
 * @throws {CommandFault} when the target lacks anything; it is then empty
 */
export async function copyInstallation({ source, target }: Ends, signal: AbortSignal): Promise<Map<TableName, number>> {
  let isRetired = false
  const copy = (from: Kysely<Tables>) =>
    target.db.transaction().execute(async (to) => {
      const counts = await copyTables({ from, to }, signal)
      await copySequences({ from, to })
      await source.retire()
      isRetired = true
      return counts
    })
  // One snapshot; SQLite has no other level.
  const reading = source.db.transaction().setIsolationLevel('repeatable read')
  const counts = await reading.execute(copy).catch((error) => {
    if (!isRetired) throw error
    throw new CommandFault(
      `The last step of the copy was not confirmed: ${error.message}.\n` +
        'Run the command again with the same addresses. It says whether the target has all rows, and what to do.',
    )
  })
  await target.finish()
  return counts
}

/** Sets the sequences of the target, so that it never gives an id that the source has given. */
async function copySequences({ from, to }: Databases): Promise<void> {
  for (const table of TABLES_WITH_SEQUENCE) await setLastId(to, table, await readLastId(from, table))
}
