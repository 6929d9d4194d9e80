/** Lines that widespread mail programs put above the mail that is answered: how they begin, and what they have before their colon. */
const ATTRIBUTIONS = [
  ['On ', ' wrote'],
  ['Am ', ' schrieb'],
  ['Le ', ' a écrit'],
  ['El ', ' escribió'],
  ['Op ', ' schreef'],
  ['Il ', ' ha scritto'],
  ['W dniu ', ' pisze'],
] as const
const LONGEST_ATTRIBUTION = 600
/** What stands between dashes above a mail that is not marked. */
const SEPARATORS = [
  'original message',
  'ursprüngliche nachricht',
  "message d'origine",
  'mensaje original',
  'forwarded message',
]
/** Outlook draws a line of underscores. */
const SHORTEST_LINE = 20
const QUOTED = /^\s*>/
/** An attribution may be broken into as many lines. */
const BROKEN_INTO = 3

/**
 * Divides a reply into what is new in it and the earlier text that it repeats at its end. Answers that stand between quoted lines stay
 * with them.
 */
export function divideQuoted(text: string): { text: string; quoted: string | null } {
  const lines = text.split('\n')
  const start = startOfQuoted(lines)
  const own = lines.slice(0, start).join('\n').trim()
  const quoted = lines.slice(start).join('\n').trim()
  // A mail that is nothing but earlier text shows that.
  return own === '' || quoted === '' ? { text: text.trim(), quoted: null } : { text: own, quoted }
}

function startOfQuoted(lines: readonly string[]): number {
  // All that follows from here on is quoted or empty.
  let tail = lines.length
  while (tail > 0 && isQuotedOrEmpty(lines[tail - 1] ?? '')) tail -= 1
  for (let index = 0; index < lines.length; index += 1) {
    if (isSeparator(lines[index] ?? '')) return index
    const length = lengthOfAttribution(lines, index)
    // Some programs do not mark the lines below; others are answered in between.
    if (length > 0 && (index + length >= tail || !hasQuoted(lines, index + length))) return index
  }
  return lines.slice(tail).some((line) => QUOTED.test(line)) ? tail : lines.length
}

function lengthOfAttribution(lines: readonly string[], index: number): number {
  for (let length = 1; length <= BROKEN_INTO; length += 1) {
    const joined = lines
      .slice(index, index + length)
      .map((line) => line.trim())
      .join(' ')
    if (joined.length > LONGEST_ATTRIBUTION) return 0
    if (isAttribution(joined)) return length
  }
  return 0
}

function isAttribution(line: string): boolean {
  return line.endsWith(':') && ATTRIBUTIONS.some(([begin, has]) => line.startsWith(begin) && line.includes(has))
}

function isSeparator(line: string): boolean {
  const text = line.trim()
  if (text.length >= SHORTEST_LINE && text.replaceAll('_', '') === '') return true
  if (!text.startsWith('--') || !text.endsWith('--')) return false
  return SEPARATORS.includes(text.replaceAll('-', '').trim().toLowerCase())
}

function hasQuoted(lines: readonly string[], from: number): boolean {
  return lines.some((line, index) => index >= from && QUOTED.test(line))
}

function isQuotedOrEmpty(line: string): boolean {
  return line.trim() === '' || QUOTED.test(line)
}
