import type { Snippet } from '../../../../contract/applications/application-list.ts'
import { findWords, type TextRange } from '../../../../contract/jobs/search/search-words.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { listResumeTexts } from '../../resumes/resume-text-queries.ts'
import { searchedWords } from '../stored/application-fields.ts'
import type { ApplicationWithResume } from '../stored/application-queries.ts'
import type { SearchTerm } from '../stored/search-index-entries.ts'

/** Characters of a resume that are searched for an excerpt: ten pages, so that a page of long resumes stays quick. */
const SEARCHED_LENGTH = 30_000
/** Characters of an excerpt, and of these before the first found word. */
const SNIPPET_LENGTH = 160
const LEAD_LENGTH = 40
/** A text is searched in pieces, since only its first found word is wanted. */
const PIECE = /[^\n]{1,400}/g

/**
 * Excerpts of resumes that have words of a query which nothing else on the row explains: neither a field of the
 * application nor the title of its posting.
 * @returns by application; none for the others
 */
export async function findSnippets(
  db: Db,
  applications: readonly ApplicationWithResume[],
  terms: readonly SearchTerm[],
): Promise<Map<number, Snippet>> {
  const unexplained = new Map(applications.map((row) => [row.id, unexplainedWords(row, terms)]))
  const ids = applications.map(({ id }) => id).filter((id) => unexplained.get(id)?.length)
  const snippets = new Map<number, Snippet>()
  for (const [id, text] of await listResumeTexts(db, ids, SEARCHED_LENGTH)) {
    const snippet = snippetOf(text, unexplained.get(id) ?? [])
    if (snippet) snippets.set(id, snippet)
  }
  return snippets
}

function unexplainedWords(row: ApplicationWithResume, terms: readonly SearchTerm[]): string[] {
  const words = searchedWords(row)
  return terms
    .filter(({ jobIds }) => row.job_id === null || !jobIds.includes(row.job_id))
    .map(({ word }) => word)
    .filter((wanted) => !words.some((word) => word.startsWith(wanted)))
}

/** The first part of a text that has one of the words, with all of them that are in it. */
function snippetOf(text: string, wanted: readonly string[]): Snippet | undefined {
  const first = firstFound(text, wanted)
  if (!first) return undefined
  const start = beginOfExcerpt(text, first.start)
  const excerpt = text.slice(start, endOfWord(text, start + SNIPPET_LENGTH)).toWellFormed()
  // One for one, so that the ranges hold.
  const line = excerpt.replaceAll('\n', ' ').trimEnd()
  return { text: line, ranges: findWords(line, wanted).map(({ start, end }) => [start, end]) }
}

function firstFound(text: string, wanted: readonly string[]): TextRange | undefined {
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const [first] = findWords(piece, wanted)
    if (first) return { start: index + first.start, end: index + first.end }
  }
  return undefined
}

/** Where an excerpt begins: with the first word after a space in front of the found one, or else with that one. */
function beginOfExcerpt(text: string, matchAt: number): number {
  const at = Math.max(0, matchAt - LEAD_LENGTH)
  // A text begins as if after a space.
  const lead = ` ${text}`.slice(at, matchAt + 1)
  const gap = /\s[^\p{L}\p{N}]*/u.exec(lead)
  return gap ? at - 1 + gap.index + gap[0].length : matchAt
}

/** The end of the last word before a position. */
function endOfWord(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = Math.max(text.lastIndexOf(' ', at), text.lastIndexOf('\n', at))
  return space < at - LEAD_LENGTH ? at : space
}
