/** Longest text that is stored, in UTF-16 code units. */
export const LONGEST_TEXT = 300_000
/** Longest text of a parser that is looked at: normalising shortens it. */
export const LONGEST_RAW_TEXT = 2 * LONGEST_TEXT
/** More marks on one letter carry no meaning, and normalising takes quadratic time in their number. */
const MOST_MARKS = 4
const MARKS = /\p{M}+/gu
const SOFT_HYPHEN = /\u00ad\n?/g
/** A word that the line end divides. A capital after it is more likely a name of two parts. */
const HYPHEN_AT_LINE_END = /(?<=\p{L})[-\u2010]\n(?=\p{Ll})/gu
/** Controls but line ends, invisible format characters, and the private characters of icon fonts. */
const CONTROLS = /[^\P{Cc}\n]|\p{Cf}/gu
const PRIVATE = /\p{Co}|\ufffd/gu

/** Capitals, most of them single: a heading in spaced letters with close pairs. Wider spaces divide its words. */
const CLOSE_CAPITALS = /^\p{Lu}{1,3}(?: \p{Lu}{1,3}){3,}$/u
const SINGLE_CAPITAL = /(?<!\p{Lu})\p{Lu}(?!\p{Lu})/gu
const FEWEST_SINGLE = 4
const WIDE_SPACE = /\p{Zs}{2,}/u

/** What a parser reads from a file: its text, or that no parser can read it. */
export type RawText = { text: string; pages?: number; isTruncated?: boolean } | 'unsupported'

/** A text in the form in which it is stored, and whether it was cut. */
export type NormalisedText = { text: string; isTruncated: boolean }

/**
 * Makes a text readable and searchable: NFKC, which resolves ligatures; without soft hyphens, divided words and
 * invisible characters; words of spaced letters joined; one space between words and at most one empty line. Lines stay.
 */
export function normaliseText(raw: string): NormalisedText {
  const bare = raw
    .slice(0, LONGEST_RAW_TEXT)
    .toWellFormed()
    .replace(/\r\n?|[\f\v\u0085\u2028\u2029]/g, '\n')
  const text = tidyLines(
    bare
      .replace(MARKS, (marks) => [...marks].slice(0, MOST_MARKS).join(''))
      .normalize('NFKC')
      .replaceAll('\t', ' ')
      .replace(SOFT_HYPHEN, '')
      .replace(PRIVATE, ' ')
      .replace(CONTROLS, ''),
  ).replace(HYPHEN_AT_LINE_END, '')
  const cut = text.slice(0, LONGEST_TEXT).toWellFormed()
  return { text: cut.trimEnd(), isTruncated: raw.length > LONGEST_RAW_TEXT || text.length > LONGEST_TEXT }
}

/** One space between words, none at the ends of lines, and at most one empty line in a row. */
function tidyLines(text: string): string {
  const lines = text.split('\n').map((line) =>
    line
      .split(WIDE_SPACE)
      .map((part) => (isSpaced(part) ? part.replaceAll(' ', '') : part))
      .flatMap((part) => part.split(/\p{Zs}/u))
      .filter(Boolean)
      .join(' '),
  )
  return lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== '')).join('\n')
}

function isSpaced(part: string): boolean {
  if (!CLOSE_CAPITALS.test(part)) return false
  const single = part.match(SINGLE_CAPITAL)?.length ?? 0
  return single >= FEWEST_SINGLE && 2 * single > part.split(' ').length
}
