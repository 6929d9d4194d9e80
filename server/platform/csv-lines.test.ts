import { expect, test } from 'vitest'
import { csvLine } from './csv-lines.ts'

test.each(['=1', '+1', '-1', '@a', '\ta', '\ra', '\na'])('a cell that begins like %j is a text', (text) => {
  expect(csvLine([text, -1, null])).toBe(`"'${text}",-1,\r\n`)
})

test.each([
  ['a;=1', "a;'=1"],
  ['＝1', "'＝1"],
  ['a=1; b', 'a=1; b'],
])('%j is written as %j', (text, written) => {
  expect(csvLine([text])).toBe(`"${written}"\r\n`)
})
