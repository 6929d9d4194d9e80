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
  const widthOf = (part: string) =>
    [...part].reduce((sum, each) => sum + (metrics.get(each.codePointAt(0) ?? 0) ?? 0), 0)
  const parts = Array.from(graphemes.segment(text), ({ segment }) => ({ text: segment, width: widthOf(segment) }))
  const fitted: string[] = []
  let start = 0
  while (start < parts.length && fitted.length < lines) {
    const end = lineEnd(parts, start, width)
    const isCut = fitted.length === lines - 1 && end < parts.length
    const last = isCut ? lineEnd(parts, start, width - widthOf(CUT)) : end
    const line = parts.slice(start, last).map((part) => part.text)
    fitted.push(isCut ? `${withoutTail(line)}${CUT}` : line.join('').trim())
    start = last
  }
  return { lines: fitted, isCut: start < parts.length }
}

/** A line without the spaces and marks at its end, so that the dots follow a word. */
function withoutTail(line: string[]): string {
  const end = line.findLastIndex((each) => /[\p{L}\p{N}]/u.test(each))
  return line.slice(0, end + 1).join('')
}

/** Where a line that starts at `start` ends: after the last word that fits, or within a word that is wider than the line. */
function lineEnd(parts: { text: string; width: number }[], start: number, width: number): number {
  let used = 0
  let afterWord = start
  for (let index = start; index < parts.length; index += 1) {
    const part = parts[index]
    if (!part) break
    used += part.width
    if (part.text === ' ') afterWord = index + 1
    // A space at the end of the line takes no room.
    else if (used > width) return afterWord > start ? afterWord : Math.max(index, start + 1)
  }
  return parts.length
}
