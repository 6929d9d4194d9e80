/**
 * What is taken out of typed text before it is judged or stored: characters that nobody types, that no one sees, and
 * that a database or a reader may choke on. Everything else is kept as it was typed.
 */

/** Control characters but tab and line ends; marks that turn the direction of the text around them; zero-width space. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g

/** A text of several lines. */
export function cleanText(text: string): string {
  return text.replaceAll(UNSEEN, '').toWellFormed()
}

/** A text of one line: line ends and tabs become spaces, none at either end. */
export function cleanLine(text: string): string {
  return cleanText(text)
    .replaceAll(/[\t\r\n]+/g, ' ')
    .trim()
}
