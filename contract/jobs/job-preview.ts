import { CARD_PREVIEW_LENGTH } from '../wire/limits.ts'
import { readTextBlocks, type TextBlock } from '../wire/text-blocks.ts'
import { parseDescription, SECTION_TITLES } from './job-description.ts'

const IN_A_WORD = /[\p{L}\p{M}\p{N}]/u
/** Reads badly before the dots. */
const ENDS_NOTHING = new Set(' ,;:-\u2013\u2014')
/** What an item of a list may end with. */
const MARKS = new Set('.,;:!?\u2026\u3002')
/** A longer run without a space is no word, and is cut anywhere. */
const LONGEST_WORD = 40

/**
 * The start of a posting's text for its card, without section headings and marks of lists, on one line.
 * @returns at most `CARD_PREVIEW_LENGTH` characters, which end at a word and not at a comma, plus `...` only when something was cut
 */
export function previewOf(description: string): string {
  const sections = parseDescription(description)
  const text = SECTION_TITLES.flatMap((title) => readTextBlocks(sections[title]).map(sentenceOf))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  // Whole characters: cutting by code unit could halve one.
  const characters = [...text]
  if (characters.length <= CARD_PREVIEW_LENGTH) return text
  const end = endOfLastWord(characters)
  const last = characters.findLastIndex((character, at) => at < end && !ENDS_NOTHING.has(character))
  return `${characters.slice(0, last + 1).join('')}...`
}

/** A list becomes one sentence; items keep the mark that they end with. */
function sentenceOf(block: TextBlock): string {
  if (block.kind === 'paragraph') return block.lines.join(' ')
  const last = block.items.length - 1
  return block.items.map((item, at) => withMark(item, at < last ? ';' : '.')).join(' ')
}

function withMark(item: string, mark: string): string {
  return MARKS.has(item.at(-1) ?? '') ? item : item + mark
}

/** Where the preview ends: at its limit, or before the word that the limit would halve. */
function endOfLastWord(characters: string[]): number {
  const isHalved = [CARD_PREVIEW_LENGTH - 1, CARD_PREVIEW_LENGTH].every((at) => IN_A_WORD.test(characters[at] ?? ''))
  const space = characters.lastIndexOf(' ', CARD_PREVIEW_LENGTH)
  return isHalved && space >= CARD_PREVIEW_LENGTH - LONGEST_WORD ? space : CARD_PREVIEW_LENGTH
}
