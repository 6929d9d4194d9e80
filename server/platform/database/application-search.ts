import { RECOVERY_MARKER } from '../../../contract/vocabulary.ts'

/** Longest part of a name that decides its place in the order, so that a cursor stays short. */
const NAME_KEY_LENGTH = 100

/** What the list of applications sorts, searches and counts by. Name, email and note never change after the insert. */
export type ApplicationSearchColumns = { name_key: string; search_text: string; is_recovery: 0 | 1 }

/**
 * Derives the columns by which an application is found. Made here and not in SQL: the engines agree on lower case only
 * for ASCII.
 */
export function applicationSearchColumns(
  application: Readonly<{ name: string; email: string; note?: string | null }>,
): ApplicationSearchColumns {
  const { name, email, note } = application
  return {
    name_key: foldText(name).slice(0, NAME_KEY_LENGTH).toWellFormed(),
    search_text: [name, email, note ?? ''].map(foldText).join('\n'),
    is_recovery: note?.includes(RECOVERY_MARKER) ? 1 : 0,
  }
}

/**
 * Text without case and accents, so that `nunez` finds `Núñez`. No NUL: neither engine can compare past one. No sigma of
 * its own at the end of a word: what is typed may be the beginning of a longer one.
 */
export function foldText(text: string): string {
  // Marks go first, too: normalising takes quadratic time in the number of marks on one letter.
  const bare = withoutMarks(withoutMarks(text).normalize('NFKD'))
  return bare.toLowerCase().replaceAll('ς', 'σ')
}

function withoutMarks(text: string): string {
  return text.replaceAll(/[\0\p{M}]/gu, '')
}
