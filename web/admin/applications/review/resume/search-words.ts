/** A part of a text: from its first character up to, but without, its last. */
export type TextRange = { start: number; end: number }

/**
 * The words of a text that begin with one of the searched words, as the list's search finds them: without regard to case
 * and accents. Linear in the text's length for each searched word.
 */
export function wordRanges(text: string, search: string): TextRange[] {
  const searched = wordsIn(search).map(({ word }) => word)
  if (searched.length === 0) return []
  return wordsIn(text)
    .filter(({ word }) => searched.some((start) => word.startsWith(start)))
    .map(({ start, end }) => ({ start, end }))
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu

function wordsIn(text: string): Array<TextRange & { word: string }> {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase(),
    start: index,
    end: index + word.length,
  }))
}
