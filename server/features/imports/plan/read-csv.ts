import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { IMPORT } from '../../../../contract/imports/import-limits.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { decodedText, encodingOf } from './decode-text.ts'

/** One row of a table. @property line of the file on which it begins, as an editor counts them */
export type TableRow = { line: number; cells: string[] }

type ParsedRecord = { record: string[]; info: { empty_lines: number } }

const SEPARATORS = [',', ';', '\t', '|']

/** Characters in which the separator is looked for: the headers. */
const GUESSED_FROM = 64 * 1024

/** Longest row, in bytes: csv-parse measures the record as it was written. */
const LONGEST_ROW = 4 * 1024 * 1024

/**
 * Reads a CSV file row by row, the headers first. Encoding and separator are guessed; rows without any value are left out.
 * @throws {RequestError} `invalid_request` naming the line, where it is no such file or exceeds a limit
 */
export async function* readCsv(path: string): AsyncGenerator<TableRow> {
  const encoding = await encodingOf(path)
  const delimiter = await separatorOf(decodedText(path, encoding))
  const text = Readable.from(decodedText(path, encoding))
  const parser = parse({
    ...{ delimiter, info: true, bom: true },
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
  })
  text.on('error', (error) => parser.destroy(error))
  text.pipe(parser)
  let rows = 0
  // csv-parse counts a line end within quotes twice where it has two characters.
  let line = 1
  let emptyLines = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      const began = line + info.empty_lines - emptyLines
      emptyLines = info.empty_lines
      line = began + 1 + record.reduce((sum, cell) => sum + (cell.match(/\r\n?|\n/g)?.length ?? 0), 0)
      if (record.every((cell) => cell.trim() === '')) continue
      requireLimits(record, began)
      if (rows > IMPORT.rows) throw tooMany('rows', IMPORT.rows)
      rows += 1
      yield { line: began, cells: record }
    }
  } catch (error) {
    throw isCsvError(error) ? unreadable(error, line) : error
  } finally {
    text.destroy()
  }
}

/** The separator that the first line has most often outside quotes. */
async function separatorOf(text: AsyncIterable<string>): Promise<string> {
  let start = ''
  for await (const piece of text) {
    start += piece
    if (start.length >= GUESSED_FROM) break
  }
  const unquoted = start.slice(0, GUESSED_FROM).replaceAll(/"[^"]*"?/g, '')
  const lines = unquoted.split(/[\r\n]+/)
  const counts = lines.map((line) => SEPARATORS.map((separator) => line.split(separator).length - 1))
  const first = counts.find((each) => Math.max(...each) > 0) ?? [1]
  return SEPARATORS[first.indexOf(Math.max(...first))] ?? ','
}

function requireLimits(record: readonly string[], line: number): void {
  if (record.length > IMPORT.columns)
    throw refused(
      `Line ${line} has ${record.length} columns; at most ${IMPORT.columns} are read. Remove columns that you do not need.`,
    )
  const long = record.findIndex((cell) => cell.length > IMPORT.cell)
  if (long >= 0)
    throw refused(
      `Column ${long + 1} of line ${line} has more than ${IMPORT.cell.toLocaleString('en-US')} characters. Shorten it, or close a quotation mark that is open.`,
    )
}

function unreadable(error: CsvError, line: number): RequestError {
  const reason = ['CSV_MAX_RECORD_SIZE', 'CSV_QUOTE_NOT_CLOSED'].includes(error.code)
    ? `A quotation mark that opens on line ${line} or after is never closed.`
    : `Line ${line} cannot be read.`
  return refused(`${reason} Save the table again as CSV, or mend that line.`)
}

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')
}

/** The refusal of a table or an archive that has more of something than an import takes. */
export function tooMany(what: 'rows' | 'files', most: number): RequestError {
  return refused(`There are more than ${most.toLocaleString('en-US')} ${what}. Split them into several imports.`)
}

/** The refusal of a file that an import cannot take. */
export function refused(message: string): RequestError {
  return new RequestError('invalid_request', message)
}
