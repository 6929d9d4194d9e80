/** More marks on one letter carry no meaning, and composing takes quadratic time in their number. */
const MOST_MARKS = 4
const MARKS = /\p{M}+/gu

/** Characters that no font needs to have: what stands for them looks alike. */
const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/[\t\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g, ' '],
  [/[\u00ad\u2060]/g, ''],
  // Points of vowels: Hebrew is read without them, and programs read them back in another order.
  [/[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g, ''],
  [/[\u2010\u2011\u2212]/g, '-'],
  // Bullets, also those of the symbol font of word processors.
  [/[\u2023\u2043\u2219\u25aa\u25ab\u25cf\u25cb\u25e6\u25a0\uf0a7\uf0b7]/g, '•'],
]

/** Divides letters that would be joined. It is kept: the letters beside it are drawn apart. */
export const NON_JOINER = '\u200c'
const INVISIBLE = /(?!\u200c)[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A text of one line as it is drawn: letters composed with their marks, and nothing invisible. */
export function drawnText(text: string): string {
  const composed = text.replace(MARKS, (marks) => Array.from(marks).slice(0, MOST_MARKS).join('')).normalize('NFC')
  const alike = LOOKALIKES.reduce(
    (changed, [pattern, replacement]) => changed.replaceAll(pattern, replacement),
    composed,
  )
  return alike.replaceAll(INVISIBLE, '')
}

/** The letters of a text, each with its marks; {@link NON_JOINER} by itself. */
export function lettersOf(text: string): string[] {
  const parts = text.split(/(\u200c)/)
  return parts.flatMap((part) => Array.from(SEGMENTER.segment(part), ({ segment }) => segment))
}
