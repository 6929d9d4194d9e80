/** What pdf.js says of a piece of text: where its baseline begins, how long it is, and its font's height. */
export type PdfItem = { str: string; dir: string; transform: number[]; width: number; height: number; hasEOL: boolean }

/** Shares of the font's height. Words are at least so far apart, and letters of a spaced heading at most. */
const WORD_GAP = 0.1
const LETTER_GAP = 1.2
/** Baselines that are so far apart are two lines; nearer ones are a word and its index. */
const LINE_GAP = 0.5
/** Close pairs of letters count as one piece. */
const MOST_LETTERS = 3

/** Joins the pieces of a page in their order. A space or a line end parts those that do not follow each other. */
export function joinPdfText(items: PdfItem[]): string {
  const parts: string[] = []
  let before: PdfItem | undefined
  let between: string | undefined
  for (const item of items) {
    if (item.str.trim() === '') between = item.str
    else {
      if (before) parts.push(separator(before, item, between))
      parts.push(item.str)
      before = item
      between = undefined
    }
    if (!item.hasEOL) continue
    parts.push('\n')
    before = undefined
  }
  return parts.join('')
}

/**
 * Two spaces are a gap that is wider than between spaced letters.
 * @param between the blank piece between both, empty where the page draws no space there
 */
function separator(before: PdfItem, item: PdfItem, between: string | undefined): '\n' | '  ' | ' ' | '' {
  const [along, across] = distance(before, item)
  const size = Math.max(before.height, item.height)
  if (across > LINE_GAP * size) return '\n'
  // A jump back begins another column, or goes on where the line runs to the left. An accent stands closer.
  if (along < -size) return runsLeft(before, item) ? leftSeparator(along, before, item, between) : '\n'
  const isWide = along > LETTER_GAP * size
  const areLetters = Math.max(before.str.length, item.str.length) <= MOST_LETTERS
  if (areLetters && !isWide && between !== undefined) return between === '' ? '' : ' '
  if (isWide || between !== undefined) return '  '
  return along > WORD_GAP * size ? ' ' : ''
}

function runsLeft(before: PdfItem, item: PdfItem): boolean {
  return before.dir === 'rtl' || item.dir === 'rtl'
}

/** Where a line runs to the left, the next piece ends where the one before begins, unless a part that runs to the right is between. */
function leftSeparator(along: number, before: PdfItem, item: PdfItem, between: string | undefined): ' ' | '' {
  const gap = -along - before.width - item.width
  const size = Math.max(before.height, item.height)
  return between === undefined && Math.abs(gap) < WORD_GAP * size ? '' : ' '
}

/** From the end of one piece to the beginning of the next: along the baseline of the first, and across it. */
function distance({ transform, width }: PdfItem, next: PdfItem): [along: number, across: number] {
  const [a = 0, b = 0, , , x = 0, y = 0] = transform
  const [, , , , nextX = 0, nextY = 0] = next.transform
  const scale = Math.hypot(a, b) || 1
  const [dx, dy] = [nextX - x, nextY - y]
  return [(dx * a + dy * b) / scale - width, Math.abs(dy * a - dx * b) / scale]
}
