/**
 * Removes invisible characters from typed text before it is validated or stored: no person types them, and a database or
 * a reader may fail on them. Everything else stays unchanged.
 */

/** Control characters except tab and line ends, marks that change the text direction, zero-width space. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Characters without width: controls, formats, fillers, and those that fonts draw as nothing (braille blank, object replacement, null notehead). */
const BLANK = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/gu
/** A character that is visible by itself: a space or a mark alone is not. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u

/** Longer texts are refused anyway. In characters, before composition. */
const LONGEST_COMPOSED = 500

/**
 * Composes letters and accents (NFC), so that keyboards make no difference. Long texts stay unchanged: Unicode sorts the
 * marks of a letter in quadratic time, and a sign-in of 250 kB would take half a minute.
 */
export function composeAccents(text: string): string {
  return text.length > LONGEST_COMPOSED ? text : text.normalize('NFC')
}

/** Line ends as single characters: browsers send those of a form as two, and word processors have others. */
export function unixLines(text: string): string {
  return text.replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
}

/** Cleans a text of several lines; a text without visible characters becomes empty. */
export function cleanText(text: string): string {
  const cleaned = text.replaceAll(UNSEEN, '').toWellFormed()
  return VISIBLE.test(cleaned) ? cleaned : ''
}

/** Cleans a text of one line: line ends and tabs become spaces; spaces at both ends are removed. */
export function cleanLine(text: string): string {
  return cleanText(text)
    .replaceAll(/[\t\r\n]+/g, ' ')
    .trim()
}

/** The first characters of a text, counted by code points as the schemas do; all of it where it has no more. */
export function firstCharacters(text: string, maximum: number): string {
  let end = 0
  for (let counted = 0; counted < maximum && end < text.length; counted += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return text.slice(0, end)
}

/** Number of characters with a width; joiners within a name or a flag do not count. */
export function visibleLength(text: string): number {
  return text.replaceAll(BLANK, '').length
}
