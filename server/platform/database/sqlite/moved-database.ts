import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFault } from '../../operator-faults.ts'

/** Name of the note in a data folder that its rows have gone to PostgreSQL (`docs/decisions/0031`). */
export const MOVED_FILE = 'moved-to-postgresql.txt'

/**
 * Refuses to work on the database of a data folder whose rows have been copied away: what is added to it would be missing
 * where the others work on.
 * @throws {StartFault} with the note, which says where the rows are and how to go back
 */
export function refuseMovedDatabase(dataDir: string): void {
  const file = join(dataDir, MOVED_FILE)
  if (existsSync(file)) throw new StartFault(readFileSync(file, 'utf8').trim())
}

/** Whether the rows of a folder were copied, or nearly copied, to this target. */
export function isMovedTo(folder: string, target: string): boolean {
  const file = join(folder, MOVED_FILE)
  return existsSync(file) && readFileSync(file, 'utf8').includes(`: ${target}.\n`)
}

/** Words of the note. */
export function movedNote(folder: string, target: string, at: Date): string {
  return (
    `The rows of ${folder} were copied to PostgreSQL at ${at.toISOString()}: ${target}.\n` +
    'Set DATABASE_URL to work on there. If the copy was stopped before it said that all rows are there, run it again with the\n' +
    'same addresses: it says that they are there, or copies them. To go back to the rows as they were at that time, which loses what has come since,\n' +
    `stop every server on PostgreSQL and remove the file ${join(folder, MOVED_FILE)}.\n`
  )
}
