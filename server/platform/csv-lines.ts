/** By this mark spreadsheets read a file as UTF-8. */
export const UTF8_MARK = '\u{feff}'

/** One line of a CSV file (RFC 4180). */
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
