import { expect, test } from 'vitest'
import { growsTooFast } from '../../../test/growth.ts'
import { foldText } from './application-search.ts'

test('text is found without case and accents', () => {
  expect(['Núñez', 'nu\u0301n\u0303ez', 'ＮＵＮＥＺ'].map(foldText)).toEqual(['nunez', 'nunez', 'nunez'])
  expect(foldText('ΟΔΟΣ')).toBe(foldText('οδος'))
})

test('no character, with marks around it, is folded in another way than after its decomposition', () => {
  const decomposed = (text: string) => foldText(text.normalize('NFKD'))
  for (let code = 1; code < 0x30_000; code += 1) {
    const text = `a\u0345${String.fromCodePoint(code)}\u0300b`
    if (foldText(text) !== decomposed(text)) expect(text).toBe(`U+${code.toString(16)}`)
  }
})

test.each(['\u0315\u0300', '\u0345\u0300', '\u0344', '\u0f73', '\uff9e\uff9f', '\ufdfa'])(
  'the time for folding "%s" again and again grows no faster than the text',
  async (unit) => {
    expect(await growsTooFast((length) => foldText(unit.repeat(length / unit.length)), 20_000)).toBe(false)
  },
)
