import { countNotesOfGone } from '../../features/applications/changes/changes-of-removed.ts'
import { countWordsOfGone } from '../../features/audit/blank-events.ts'
import { engineOf } from '../../platform/database/engine.ts'
import type { Db } from '../../platform/database/tables.ts'
import { counted } from './backup-messages.ts'
import { countSearchedGone, listWaitingErasures } from './folder-queries.ts'

/** What a check finds of applications that are gone or going: a line for each fault, and what an operator should know. */
export type Leftovers = { faults: string[]; note: string | undefined }

/**
 * Looks for what belongs to an application that is stored no more, apart from files and from rows that name one, which the check of
 * the folder finds. Changes nothing.
 */
export async function findLeftovers(db: Db): Promise<Leftovers> {
  const faults: string[] = []
  // The index of PostgreSQL is a table whose rows go with their applications.
  const searched = engineOf(db) === 'sqlite' ? await countSearchedGone(db) : 0
  if (searched > 0) {
    const which = `${counted(searched, 'application')} that ${searched === 1 ? 'is' : 'are'} not stored any more`
    faults.push(`The search index has words of ${which}. Run npm run reindex.`)
  }
  const words = await countWordsOfGone(db)
  if (words > 0) {
    const which = `${counted(words, 'entry', 'entries')} of the audit trail about applications that are not stored any more`
    faults.push(
      `${which} still ${words === 1 ? 'has' : 'have'} the name of a tag or of a colleague. Wellhead leaves none: look for who changed the database.`,
    )
  }
  const changes = await countNotesOfGone(db)
  if (changes > 0) {
    const which = `${counted(changes, 'change')} that can be undone ${changes === 1 ? 'names' : 'name'}`
    faults.push(
      `${which} an application that is not stored any more. Wellhead leaves none: look for who changed the database.`,
    )
  }
  return { faults, note: waitingLine(await listWaitingErasures(db)) }
}

function waitingLine(waiting: { last_error: string | null }[]): string | undefined {
  if (waiting.length === 0) return undefined
  const reason = waiting.find(({ last_error }) => last_error !== null)?.last_error
  const said = reason ? `, and the latest attempt of the oldest that failed said: ${reason}` : ''
  return `${counted(waiting.length, 'erasure')} ${waiting.length === 1 ? 'goes' : 'go'} on${said}.`
}
