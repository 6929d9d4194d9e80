const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Makes any text safe as text of HTML, SVG or XML and inside an attribute in double quotes. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}

/** One line of a CSV file (RFC 4180). Browser and server write alike. */
export function csvLine(cells: ReadonlyArray<string | number | null>): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * A spreadsheet would run a text that begins like a formula: an apostrophe before it keeps it a text. One that separates by semicolons
 * or tabs knows no quotes of this file, and takes what follows such a sign or a line end for a cell of its own.
 */
function csvCell(value: string | number | null): string {
  if (value === null || typeof value === 'number') return String(value ?? '')
  const text = value.replaceAll(/(^|[;\t\r\n])("{0,3})(?=[=+\-@＝＋－＠])/g, "$1$2'").replace(/^(?=[\t\r\n])/, "'")
  return `"${text.replaceAll('"', '""')}"`
}

/** JSON that cannot close its script element, nor open a comment in it. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
