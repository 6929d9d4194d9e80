import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { growsTooFast } from '../test/growth.ts'
import { findExpressions } from './regular-expressions.ts'

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
