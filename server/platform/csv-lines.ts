import { Readable } from 'node:stream'
import { csvLine } from '../../contract/wire/escape-text.ts'

/** By this mark spreadsheets read a file as UTF-8. */
export const UTF8_MARK = '\u{feff}'

/**
 * A CSV file that is made while it is read.
 * @param parts some rows at a time
 */
export function csvStream(
  columns: readonly string[],
  parts: AsyncIterable<readonly (readonly (string | number | null)[])[]>,
): Readable {
  return Readable.from(linesOf(columns, parts), { highWaterMark: 1 })
}

async function* linesOf(...[columns, parts]: Parameters<typeof csvStream>): AsyncGenerator<string> {
  yield UTF8_MARK + csvLine(columns)
  for await (const rows of parts) if (rows.length > 0) yield rows.map(csvLine).join('')
}
