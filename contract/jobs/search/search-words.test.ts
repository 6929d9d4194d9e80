import { expect, test } from 'vitest'
import { OF_WORDS } from '../../../test/hostile-files/growing-texts.ts'
import { findWords, normalise, phoneWords, queryWords, wordsOf } from './search-words.ts'

test('case and accents make no difference', () => {
  expect(['Núñez', 'nu\u0301n\u0303ez', 'ＮＵＮＥＺ'].map(normalise)).toEqual(['nunez', 'nunez', 'nunez'])
  expect(normalise('ΟΔΟΣ')).toBe(normalise('οδος'))
})

test('no character, with marks around it, is normalised in another way than after its decomposition', () => {
  const decomposed = (text: string) => normalise(text.normalize('NFKD'))
  for (let code = 1; code < 0x30_000; code += 1) {
    const text = `a\u0345${String.fromCodePoint(code)}\u0300b`
    if (normalise(text) !== decomposed(text)) expect(text).toBe(`U+${code.toString(16)}`)
  }
})

test.each([
  ["O'Neil & Sons, a.b-c@example.com", ['o', 'neil', 'sons', 'a', 'b', 'c', 'example', 'com']],
  ['C++ 100% _ \\ "', ['c', '100']],
  ['李小龍 Li', ['李', '小', '龍', 'li']],
  ['well well WELL', ['well']],
  ['\0 \u0301 \u{1F9D1}', []],
  ['x'.repeat(100), ['x'.repeat(40)]],
])('the words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('a phone number is found by any part of it of four digits or more', () => {
  expect(phoneWords('+1 432 555')).toEqual(['1', '432', '555', '1432555', '432555', '32555', '2555'])
  for (const query of ['432 555 0142', '(432) 555-0142', '4325550142']) {
    expect(queryWords(query)).toEqual(['4325550142'])
  }
})

test('a query of very many words is searched by its longest ones', () => {
  const words = Array.from({ length: 50 }, (_, index) => 'a'.repeat(index + 1))
  expect(queryWords(words.join(' '))).toHaveLength(12)
  expect(queryWords('a pump')).toEqual(['pump', 'a'])
})

const found = (text: string, query: string) =>
  findWords(text, queryWords(query)).map(({ start, end }) => text.slice(start, end))

test('a word is found in a text by its beginning, without regard to case and accents', () => {
  expect(found('Ana Núñez built SCADA screens; nunca más.', 'nun scada')).toEqual(['Núñez', 'SCADA', 'nunca'])
  expect(found('李小龍', '小')).toEqual(['小'])
})

test.each(['nition', '  ', '*('])('%j finds no word by its middle, and an empty query finds none', (query) => {
  expect(found('Ignition', query)).toEqual([])
})

test('a ligature and a decomposed letter are found as their plain letters', () => {
  expect(found('ﬁeldbus', 'field')).toEqual(['ﬁeldbus'])
  expect(found('Nu\u0301n\u0303ez', 'nuñez')).toEqual(['Nu\u0301n\u0303ez'])
})

test.each(OF_WORDS.units)('in "%s" again and again each word is found where it stands', (unit) => {
  const text = unit.repeat(OF_WORDS.longest / unit.length)
  const starts = unit === 'a ' ? [...text.matchAll(/a/g)].map(({ index }) => index) : []
  expect(findWords(text, ['a', 'x'])).toEqual(starts.map((start) => ({ start, end: start + 1 })))
})
