import { expect, test, vi } from 'vitest'
import { excerptOf, SEARCHED_LENGTH } from './excerpts.ts'

/** A text without spaces that has a word only within another one, as anyone may send it. */
const UNFOUND = `${'中'.repeat(390)}xengineer\n`

test('a text that has a word within other words alone is not taken apart letter by letter', () => {
  const text = UNFOUND.repeat(SEARCHED_LENGTH / UNFOUND.length)
  const normalise = vi.spyOn(String.prototype, 'normalize')
  expect(excerptOf(text, ['engineer'])).toBeUndefined()
  expect(normalise.mock.calls.length).toBeLessThan(2 * (SEARCHED_LENGTH / UNFOUND.length))
  normalise.mockRestore()
  expect(excerptOf(`${text}\nAn engineer`, ['engineer'])).toEqual({ text: 'An engineer', ranges: [[3, 11]] })
})

test('a sign that is read as letters is shown where it stands', () => {
  expect(excerptOf('Born 1990\nUnit № 7', ['no'])).toMatchObject({ text: expect.stringContaining('№ 7') })
})
