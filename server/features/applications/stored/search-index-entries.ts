import { wordsOf } from '../../../../contract/jobs/search/search-words.ts'
import { type Engine, engineOf } from '../../../platform/database/engine.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { type SearchedApplication, searchedWords } from './application-fields.ts'

/** A word of a query. An application of one of the jobs has it too, in the title of its posting. */
export type SearchTerm = { word: string; jobIds: readonly number[] }

/**
 * Longest beginnings of words that are entries of the index, in characters. SQLite collects all matches of a longer one
 * before it returns the first; PostgreSQL is slow only where very many words begin alike, and stores each entry twice.
 */
const LONGEST_BEGINNING: Record<Engine, number> = { sqlite: 12, postgres: 3 }

/**
 * How much of a resume is indexed: its first characters, and of their distinct words the first. Ten full pages have less; a
 * book of random words would make the index large.
 */
const MOST_RESUME_CHARACTERS = 50_000
const MOST_RESUME_WORDS = 1_500

/** What the index holds of an application: its words, their beginnings, and its posting, whose title may change. */
export function applicationEntries(db: Db, application: SearchedApplication): string[] {
  const entries = withBeginnings(db, searchedWords(application))
  return typeof application.job_id === 'number' ? [...entries, jobEntry(application.job_id)] : entries
}

/** What the index holds of a resume. */
export function resumeEntries(db: Db, text: string): string[] {
  return withBeginnings(db, resumeWords(text))
}

/** The words of a resume that a search finds; of an extremely long one the first. */
export function resumeWords(text: string): string[] {
  return wordsOf(text.slice(0, MOST_RESUME_CHARACTERS)).slice(0, MOST_RESUME_WORDS)
}

/** The mark keeps numbers of postings apart from words. */
export function jobEntry(jobId: number): string {
  return `@${jobId}`
}

/** Whether the index has this beginning of a word, or else only the whole word. */
export function isEntry(db: Db, word: string): boolean {
  return [...word].length <= LONGEST_BEGINNING[engineOf(db)]
}

function withBeginnings(db: Db, words: readonly string[]): string[] {
  const longest = LONGEST_BEGINNING[engineOf(db)]
  return [...new Set(words.flatMap((word) => [...beginningsOf(word, longest), word]))]
}

function beginningsOf(word: string, longest: number): string[] {
  const characters = [...word].slice(0, longest)
  return characters.map((_, index) => characters.slice(0, index + 1).join(''))
}
