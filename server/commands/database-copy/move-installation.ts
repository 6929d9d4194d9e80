import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { isMovedTo, MOVED_FILE, movedNote } from '../../platform/database/sqlite/moved-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { syncFolder } from '../../platform/file-stores/local/local-store.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { compareTables } from './compare-tables.ts'
import type { TableName } from './copied-tables.ts'
import { copyTables } from './copy-tables.ts'
import { refusal } from './faults.ts'
import { copyGivenNumbers } from './given-numbers.ts'
import type { Ends } from './installation-address.ts'
import type { Opening } from './open-source.ts'
import { openSource } from './open-source.ts'
import { openTarget, type Target } from './open-target.ts'

/** How a copy is made. */
export type Copying = {
  /** Puts U+FFFD in the place of every NUL; without it, one stops the copy. */
  replacesNul: boolean
  signal: AbortSignal
}

/** Both ends, each in a transaction; the target has no rows yet. */
export type OpenEnds = { source: Transaction<Tables>; target: Target }

/** What was copied: rows by table, and the rows of which a NUL was replaced. */
export type Copied = { counts: Map<TableName, number>; replaced: string[] }

/** As many rows as help to understand what is in the way. */
const ROWS_SHOWN = 20

/**
 * Opens both ends, and keeps servers from them.
 * @param opening closes both and lets servers have them again when it is disposed of
 * @throws {CommandFault} with everything that stands in the way; nothing was changed then
 */
export async function openEnds(ends: Ends, opening: Opening): Promise<OpenEnds> {
  const source = await openSource(ends, opening)
  const target = await openTarget(ends.to, opening)
  if (!source || !target || opening.faults.length > 0) throw refusal([...opening.faults, ...movedBefore(ends)])
  return { source, target }
}

/**
 * Copies all rows, whole or not at all, proved by reading both ends.
 * The note that bars the old folder is there before the target has anything, so that never both can be worked on.
 * @throws {CommandFault} when the target has not what the source has; it then has nothing
 */
export async function moveInstallation(
  ends: Ends,
  { source, target }: OpenEnds,
  { replacesNul, signal }: Copying,
): Promise<Copied> {
  const databases = { from: source, to: target.trx }
  const replaced = await copyTables(databases, signal)
  if (replaced.length > 0 && !replacesNul) throw nulFault(replaced)
  await copyGivenNumbers(databases)
  const counts = await compareTables(databases, signal)
  if (ends.from.engine === 'sqlite') await noteMove(ends.from.folder, ends.to.name)
  await keep(target)
  return { counts, replaced }
}

/** What a target that is not empty means, where the rows were copied there before. */
function movedBefore({ from, to }: Ends): string[] {
  if (from.engine !== 'sqlite' || !isMovedTo(from.folder, to.name)) return []
  return [
    `The rows of ${from.folder} were copied to it before (${MOVED_FILE}). If it has rows now, the copy came to its end:\n` +
      'set DATABASE_URL and start the server on it.',
  ]
}

function nulFault(rows: string[]): CommandFault {
  const more = rows.length > ROWS_SHOWN ? `\n  and ${rows.length - ROWS_SHOWN} more` : ''
  return refusal([
    `PostgreSQL keeps no NUL character in a text, and there are some in these rows:\n  ${rows.slice(0, ROWS_SHOWN).join('\n  ')}${more}\n` +
      'Run the command again with --replace-nul at its end: each is then copied as U+FFFD, the sign for what cannot be shown.',
  ])
}

async function keep(target: Target): Promise<void> {
  try {
    await target.keep()
  } catch (error) {
    throw new CommandFault(
      `The end of the copy was not confirmed: ${(error as Error).message}.\n` +
        'Run the command again with the same addresses: if everything is there, it says that there is an installation in the\n' +
        `target already. Until then ${MOVED_FILE} keeps servers from the old rows.`,
    )
  }
}

async function noteMove(folder: string, target: string): Promise<void> {
  const file = join(folder, MOVED_FILE)
  const partial = `${file}.partial`
  try {
    await writeFile(partial, movedNote(folder, target, new Date()), { mode: 0o600, flush: true })
    await rename(partial, file)
    await syncFolder(folder)
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined)
    throw refusal([`${file} could not be written, which keeps servers from the old rows: ${(error as Error).message}.`])
  }
}
