import type { Snippet } from '../../../../contract/applications/application-list.ts'
import { findWords, hasWords } from '../../../../contract/jobs/search/search-words.ts'

/** Characters of a text that are searched for an excerpt: ten pages, so that a page of long resumes stays quick. */
export const SEARCHED_LENGTH = 30_000
/** Characters of an excerpt, and of these before the first found word. */
const EXCERPT_LENGTH = 160
const LEAD_LENGTH = 40
/** A text is searched in pieces, since only its first found word is wanted. */
const PIECE = /[^\n]{1,400}/g

/** A text in one line, with every word in it that was searched for. */
export function markWords(text: string, wanted: readonly string[]): Snippet {
  // One for one, so that the ranges hold.
  const line = text.replaceAll(/\s/g, ' ').trimEnd()
  return { text: line, ranges: findWords(line, wanted).map(({ start, end }) => [start, end]) }
}

/** The first part of a text that has one of the words, in one line, with all of them that are in it. */
export function excerptOf(text: string, wanted: readonly string[]): Snippet | undefined {
  const first = firstFound(text, wanted)
  if (first === undefined) return undefined
  const start = beginOfExcerpt(text, first)
  const excerpt = text.slice(start, endOfWord(text, start + EXCERPT_LENGTH)).toWellFormed()
  return markWords(excerpt, wanted)
}

/** Where the first piece that has one of the words has it. A sign that is read as letters, such as №, is not marked. */
function firstFound(text: string, wanted: readonly string[]): number | undefined {
  for (const { 0: piece, index } of text.matchAll(PIECE))
    if (hasWords(piece, wanted)) return index + (findWords(piece, wanted)[0]?.start ?? 0)
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
