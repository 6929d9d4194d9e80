import { type Engine, engineOf } from '../../../platform/database/engine.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { type SearchedApplication, searchedWords } from '../application-fields.ts'

/** A word of a query. An application of one of the jobs has it too, in the title of its posting. */
export type SearchTerm = { word: string; jobIds: readonly number[] }

/**
 * Longest beginnings of words that are entries of the index, in characters. SQLite collects all matches of a longer one
 * before it returns the first; PostgreSQL is slow only where very many words begin alike, and stores each entry twice.
 */
const LONGEST_BEGINNING: Record<Engine, number> = { sqlite: 12, postgres: 3 }

/** How each engine writes a query. */
const SYNTAX: Record<Engine, { quote: string; beginning: string; or: string; and: string }> = {
  sqlite: { quote: '"', beginning: '*', or: ' OR ', and: ' AND ' },
  postgres: { quote: "'", beginning: ':*', or: ' | ', and: ' & ' },
}

/** What the index holds of an application: its words, their beginnings, and its posting, whose title may change. */
export function indexEntries(db: Db, application: SearchedApplication): string[] {
  const longest = LONGEST_BEGINNING[engineOf(db)]
  const entries = new Set(searchedWords(application).flatMap((word) => [...beginningsOf(word, longest), word]))
  if (typeof application.job_id === 'number') entries.add(jobEntry(application.job_id))
  return [...entries]
}

/** The query for applications that have all terms, in the language of the engine. Words are letters and digits alone. */
export function indexQuery(db: Db, terms: readonly SearchTerm[]): string {
  const engine = engineOf(db)
  const { quote, beginning, or, and } = SYNTAX[engine]
  const quoted = (entry: string) => quote + entry + quote
  return terms
    .map(({ word, jobIds }) => {
      const isEntry = [...word].length <= LONGEST_BEGINNING[engine]
      const entries = [quoted(word) + (isEntry ? '' : beginning), ...jobIds.map((id) => quoted(jobEntry(id)))]
      return `(${entries.join(or)})`
    })
    .join(and)
}

/** The mark keeps numbers of postings apart from words. */
function jobEntry(jobId: number): string {
  return `@${jobId}`
}

function beginningsOf(word: string, longest: number): string[] {
  const characters = [...word].slice(0, longest)
  return characters.map((_, index) => characters.slice(0, index + 1).join(''))
}
