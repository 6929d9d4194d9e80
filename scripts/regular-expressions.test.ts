import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { growsTooFast } from '../test/growth.ts'
import { faultOf, findExpressions } from './regular-expressions.ts'

const check = (source: string, file = 'server/new.ts') => {
  const { expressions, faults } = findExpressions(file, source)
  return [...faults, ...expressions.flatMap((one) => faultOf(one) ?? [])]
}

test.each([
  [
    'trims slashes as the pages once did',
    'path.replaceAll(/^[/\\\\]+|[/\\\\]+$/g, "")',
    'takes 2nd degree polynomial time',
  ],
  ['trims the end', 'text.replace(/\\s+$/, "")', 'takes 2nd degree polynomial time'],
  ['is exponential', 'const NAME = /^(\\w+\\s?)*$/', 'takes exponential time'],
  ['looks back at a group', 'const TWICE = /(a+)\\1/', 'cannot be proven'],
  ['is made of strings', 'const WORDS = new RegExp(words.join("|"))', 'Write the regular expression as a literal'],
  ['is made of strings without new', 'const WORDS = RegExp(words)', 'Write the regular expression as a literal'],
  ['is made by a method of strings', 'text.match("(a+)+$")', 'Write the regular expression as a literal'],
  ['is made by a method of templates', 'text.search(`(a+)+$`)', 'Write the regular expression as a literal'],
])('a regular expression that %s is refused, with its line', (_what, line, reason) => {
  expect(check(`\n${line}\n`)).toMatchObject([
    { file: 'server/new.ts', line: 2, message: expect.stringContaining(reason) },
  ])
})

test('a regular expression that takes linear time is accepted', () => {
  expect(check('const ID: RegExp = /^[1-9]\\d{0,9}$/\nexport const isId = (text: string) => ID.test(text)')).toEqual([])
  expect(check('export const Id = () => <p>{text.match(/^\\d+$/)?.[0]}</p>', 'web/new.tsx')).toEqual([])
})

test('npm run check requires the proof', () => {
  const { scripts } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8'))
  expect(scripts['check:expressions']).toBe('node scripts/check-expressions.ts')
  expect(readFileSync(resolve(import.meta.dirname, 'check.ts'), 'utf8')).toContain("'check:expressions'")
})

/** As much as an address or a header may have, on top of the proof: a proof of a part would be of no use. */
const LENGTH = 16 * 1024

test('16 kB of any text that a regular expression looks for takes linear time', async () => {
  const files = globSync('{contract,server,web}/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  const expressions = files.flatMap((file) => findExpressions(file, readFileSync(file, 'utf8')).expressions)
  expect(expressions.length).toBeGreaterThan(50)
  for (const { file, line, pattern, flags } of expressions) {
    for (const unit of hostileUnits(pattern)) {
      const work = (length: number) => use(pattern, flags, unit.repeat(length / unit.length))
      expect(await growsTooFast(work, LENGTH), `${file}:${line} with ${JSON.stringify(unit)}`).toBe(false)
    }
  }
})

/** Characters and words that the pattern itself is made of, alone and before one that ends a match. */
function hostileUnits(pattern: string): string[] {
  const words = pattern.match(/[\w@.:-]{2,}/g) ?? []
  const characters = new Set([...' \t/\\a1-', ...pattern.replaceAll(/\\./g, '')])
  return [...characters, ...words, ...[...characters].map((character) => `${character} `)]
}

/** Looks for it in the text and in the text with an end that fits nothing. */
function use(pattern: string, flags: string, text: string): void {
  for (const tried of [text, `${text}\n\0`, `\0${text}\n`]) tried.replace(new RegExp(pattern, flags), '')
}

test('the same texts find a quadratic expression that trims slashes', async () => {
  const work = (length: number) => use('^[/\\\\]+|[/\\\\]+$', 'g', '/'.repeat(length))
  expect(await growsTooFast(work, LENGTH)).toBe(true)
})
