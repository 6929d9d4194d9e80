import { expect, test } from 'vitest'
import { partsOf } from './marked-text.tsx'

test('a snippet falls into pieces at the found words, and no letter is lost', () => {
  const text = 'Led DNP3 outstations for DNP3 hosts'
  const parts = partsOf({
    text,
    ranges: [
      [4, 8],
      [25, 29],
    ],
  })
  expect(parts.filter(({ isFound }) => isFound).map((part) => part.text)).toEqual(['DNP3', 'DNP3'])
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(partsOf({ text, ranges: [] })).toEqual([{ text, isFound: false, begin: 0 }])
})
