import { expect, test } from 'vitest'
import { wordRanges } from './search-words.ts'

const found = (text: string, search: string) => wordRanges(text, search).map(({ start, end }) => text.slice(start, end))

test('a word is found by its beginning, without regard to case and accents', () => {
  expect(found('Ana Núñez built SCADA screens; nunca más.', 'nun scada')).toEqual(['Núñez', 'SCADA', 'nunca'])
})

test('a word is not found by its middle, nor anything by an empty search', () => {
  expect(found('Ignition', 'nition')).toEqual([])
  expect(found('Ignition', '  ')).toEqual([])
  expect(found('Ignition', '*(')).toEqual([])
})

test('a ligature and a decomposed letter are found as their plain letters', () => {
  expect(found('ﬁeldbus', 'field')).toEqual(['ﬁeldbus'])
  expect(found('Nu\u0301n\u0303ez', 'nuñez')).toEqual(['Nu\u0301n\u0303ez'])
})
