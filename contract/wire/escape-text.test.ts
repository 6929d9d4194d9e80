import { expect, test } from 'vitest'
import { csvLine } from './escape-text.ts'

test.each(['=1', '+1', '-1', '@a', '\ta', '\ra', '\na'])('a cell that begins like %j is a text', (text) => {
  expect(csvLine([text, -1, null])).toBe(`"'${text}",-1,\r\n`)
})

test.each([
  ['a;=1', "a;'=1"],
  ['a=1; b', 'a=1; b'],
  ['a;"=1', `a;"'=1`],
  ['first\n=1', "first\n'=1"],
  ['first\r\n\r\nsecond', 'first\r\n\r\nsecond'],
  ['a\t@b', "a\t'@b"],
  ['＝1', "'＝1"],
])('what begins a cell within %j where semicolons, tabs or line ends part cells is a text', (text, disarmed) => {
  expect(csvLine([text])).toBe(`"${disarmed.replaceAll('"', '""')}"\r\n`)
})
