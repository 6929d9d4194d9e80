import type { FontMetrics } from './font-metrics.ts'

/** What is added to a text that was cut (`docs/decisions/0078-share-pictures.md`). */
const CUT = '...'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * A text without characters that no font can draw, such as emoji, on one line.
 * @returns null when letters or digits would be missing: a title with holes says nothing
 */
export function drawableText(text: string, metrics: FontMetrics): string | null {
  let drawable = ''
  for (const { segment } of graphemes.segment(text.normalize('NFC').replaceAll(/\s+/g, ' '))) {
    if ([...segment].every((character) => metrics.has(character.codePointAt(0) ?? 0))) drawable += segment
    else if (/[\p{L}\p{N}]/u.test(segment)) return null
  }
  return drawable.replaceAll(/ +/g, ' ').trim() || null
}

/**
 * Breaks a text into lines, after words where it can. What does not fit is cut, and the last line ends with `...`.
 * @param options.width of a line, in em
 */
export function fitText(
  text: string,
  { metrics, width, lines }: { metrics: FontMetrics; width: number; lines: number },
): { lines: string[]; isCut: boolean } {
  const fitted: string[] = []
  let rest = text.trim()
  while (rest !== '' && fitted.length < lines) {
    const end = lineEnd(rest, metrics, width)
    const isCut = fitted.length === lines - 1 && end < rest.length
    const last = isCut ? lineEnd(rest, metrics, width - metrics.widthOf(CUT)) : end
    const line = rest.slice(0, last)
    fitted.push(isCut ? `${withoutTail(line)}${CUT}` : line.trim())
    rest = rest.slice(last).trim()
  }
  return { lines: fitted, isCut: rest !== '' }
}

/** A line without the spaces and marks at its end, so that the dots follow a word. */
function withoutTail(line: string): string {
  const letters = Array.from(graphemes.segment(line), ({ segment }) => segment)
  const end = letters.findLastIndex((each) => /[\p{L}\p{N}]/u.test(each))
  return letters.slice(0, end + 1).join('')
}

/** Where the first line of a text ends: after the last word that fits, or within a word that is wider than the line. */
function lineEnd(text: string, metrics: FontMetrics, width: number): number {
  let [end, used] = [0, 0]
  for (const [part] of text.matchAll(/[^ ]+ ?/g)) {
    const word = part.trimEnd()
    used += metrics.widthOf(word)
    if (used > width) return end || wordEnd(word, metrics, width)
    end += part.length
    used += metrics.widthOf(part.slice(word.length))
  }
  return end
}

/** Where a word that is wider than the line is broken: between letters, and after the first one at least. By halving, as measuring is slow. */
function wordEnd(word: string, metrics: FontMetrics, width: number): number {
  const ends = Array.from(graphemes.segment(word), ({ index, segment }) => index + segment.length)
  let [fitting, tooFar] = [0, ends.length]
  while (tooFar - fitting > 1) {
    const middle = Math.floor((fitting + tooFar) / 2)
    if (metrics.widthOf(word.slice(0, ends[middle])) <= width) fitting = middle
    else tooFar = middle
  }
  return ends[fitting] ?? word.length
}
