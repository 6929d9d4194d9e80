import { expect, test } from 'vitest'
import { growsTooFast } from '../../../test/growth.ts'
import { normaliseText } from './normalise-text.ts'

test.each([
  ['ligatures and wide letters', 'eﬃcient ＮＵＮＥＺ', 'efficient NUNEZ'],
  ['soft hyphens', 'instru\u00admentation, con\u00ad\ntrol', 'instrumentation, control'],
  [
    'a word divided at the end of a line',
    'commis-\nsioning of well-\nPads and 2019-\n2021',
    'commissioning of well-\nPads and 2019-\n2021',
  ],
  ['white space', '\n\n a \t b\u00a0c \r\n\r\n\r\n\r\nd\fe \n', 'a b c\n\nd\ne'],
  ['invisible and private characters', 'a\u200bb\0c \uf0b7 d\ufeff', 'abc d'],
  ['half a character', 'a\ud800b', 'a b'],
  ['a heading in spaced letters', 'W O R K  E X P E R I E N C E\nPlan B A C', 'WORK EXPERIENCE\nPlan B A C'],
  ['spaced letters with close pairs', 'S U M M A RY\nE D U C AT I O N\nPLC A B C', 'SUMMARY\nEDUCATION\nPLC A B C'],
  ['accents', 'Nu\u0301n\u0303ez', 'Núñez'],
])('%s', (_, raw, text) => {
  expect(normaliseText(raw)).toEqual({ text, isTruncated: false })
})

test('a long text is cut between characters', () => {
  const { text, isTruncated } = normaliseText(`x${'😀'.repeat(200_000)}`)
  expect({ isTruncated, length: text.length, isWhole: text.isWellFormed() }).toMatchObject({
    isTruncated: true,
    isWhole: true,
  })
  expect(text.length).toBeLessThanOrEqual(300_000)
})

test.each(['\u0315\u0300', 'a-\n', '\n', ' ', 'E ', 'AB C ', 'ﷺ', '\u00ad\n', '\uf0b7'])(
  'the time for "%s" again and again grows no faster than the text',
  async (unit) => {
    expect(await growsTooFast((length) => normaliseText(unit.repeat(length / unit.length)), 20_000)).toBe(false)
  },
)
