import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('a table becomes lines of cells, with the columns first', () => {
  expect(
    toCsv({
      columns: ['Week of', 'Applications'],
      rows: [
        ['2026-03-02', 3],
        ['2026-03-09', 0],
      ],
    }),
  ).toBe('"Week of","Applications"\r\n"2026-03-02",3\r\n"2026-03-09",0\r\n')
})

test('commas, quotes and line breaks are quoted', () => {
  const cells = ['Midland, TX', 'the "big" one', 'two\nlines']
  expect(toCsv({ columns: cells, rows: [] })).toBe('"Midland, TX","the ""big"" one","two\nlines"\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=1'])('the text %j is no formula in a spreadsheet', (text) => {
  const [cell = ''] = toCsv({ columns: [text], rows: [] }).split('\r\n')
  expect(cell.replace(/^"/, '').startsWith("'")).toBe(true)
})

test('a number stays a number', () => {
  expect(toCsv({ columns: [], rows: [[-1.5, 2]] })).toBe('\r\n-1.5,2\r\n')
})
