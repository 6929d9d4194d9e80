import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsv, type TableRow } from './read-csv.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csv-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function rowsOf(content: string | Buffer) {
  const path = join(folder, 'table')
  await writeFile(path, content)
  const rows: TableRow[] = []
  for await (const row of readCsv(path)) rows.push(row)
  return rows
}
const cellsOf = async (content: string | Buffer) => (await rowsOf(content)).map(({ cells }) => cells)

const TABLE = [
  ['Name', 'Ort'],
  ['Zoë Müller', 'Köln'],
]
const text = (separator: string, end = '\r\n') => TABLE.map((row) => row.join(separator)).join(end)

test.each([
  ['commas', text(',')],
  ['semicolons', text(';')],
  ['tabs', text('\t')],
  ['bars and old line ends', text('|', '\r')],
  ['a mark of UTF-8', `\ufeff${text(',')}`],
  ['Windows-1252', Buffer.from(text(';'), 'latin1')],
  ['UTF-16', Buffer.from(`\ufeff${text('\t')}`, 'utf16le')],
  ['NUL and empty rows', `${text(',')}\r\n\0\r\n,\r\n`],
])('a table with %s is read', async (_what, content) => {
  expect(await cellsOf(content)).toEqual(TABLE)
})

test('a separator within quotes is none, and a row says on which line it begins', async () => {
  const content = '"a,b,c,d";x\r\n"one\r\ntwo";"say ""hi"""\r\nshort\r\n'
  expect(await rowsOf(content)).toEqual([
    { line: 1, cells: ['a,b,c,d', 'x'] },
    { line: 2, cells: ['one\r\ntwo', 'say "hi"'] },
    { line: 4, cells: ['short'] },
  ])
})

test.each([
  ['a quotation mark that is never closed', 'a,b\n1,2\n"3,4\n5,6\n', /opens on line 3 or after is never closed/],
  ['too many columns', Array.from({ length: 101 }, () => 'x').join(','), /Line 1 has 101 columns; at most 100/],
  ['a cell that is too long', `a,b\n1,${'x'.repeat(50_001)}`, /Column 2 of line 2 has more than 50,000 characters/],
])('%s is refused with its line', async (_what, content, message) => {
  await expect(rowsOf(content)).rejects.toThrow(message)
})

test('a table of a hundred thousand rows is read, and one more is refused', async () => {
  const row = 'Ana,ana@example.com\n'
  expect(await rowsOf(`a,b\n${row.repeat(100_000)}`)).toHaveLength(100_001)
  await expect(rowsOf(`a,b\n${row.repeat(100_001)}`)).rejects.toThrow(/more than 100,000 rows/)
})
