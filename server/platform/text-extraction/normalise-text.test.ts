import { expect, test } from 'vitest'
import { OF_RESUMES } from '../../../test/hostile-files/growing-texts.ts'
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

/** What becomes of each unit, so many times over. */
const TIDIED: Record<string, (times: number) => string> = {
  '\u0315\u0300': () => '\u0300\u0300\u0315\u0315',
  'a-\n': (times) => `${'a'.repeat(times)}-`,
  '\n': () => '',
  ' ': () => '',
  // A heading ends with a letter.
  'E ': (times) => 'E '.repeat(times).trimEnd(),
  'AB C ': (times) => 'AB C '.repeat(times).trimEnd(),
  ﷺ: (times) => 'صلى الله عليه وسلم'.repeat(times).slice(0, 300_000),
  '\u00ad\n': () => '',
  '\uf0b7': () => '',
}

test.each(OF_RESUMES.units)('"%s" again and again is tidied as it is once', (unit) => {
  const times = Math.floor(OF_RESUMES.longest / unit.length)
  expect(normaliseText(unit.repeat(times)).text).toBe(TIDIED[unit]?.(times))
})
