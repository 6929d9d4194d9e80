import { csvLine } from '../../../contract/wire/escape-text.ts'
import { saveFile } from '../save-file.ts'

/** A table as its columns and rows. */
export type ChartData = { columns: readonly string[]; rows: readonly (readonly (string | number)[])[] }

/** Spreadsheets read the file as UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Writes a table as CSV (RFC 4180). A text that a spreadsheet would read as a formula gets a leading apostrophe. */
export function toCsv({ columns, rows }: ChartData): string {
  return [columns, ...rows].map(csvLine).join('')
}

/** Saves a table as a CSV file. @param fileName with its extension */
export function downloadCsv(fileName: string, data: ChartData): void {
  saveFile(new Blob([BYTE_ORDER_MARK, toCsv(data)], { type: 'text/csv;charset=utf-8' }), fileName)
}
