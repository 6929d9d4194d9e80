import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findExpressions } from '../../scripts/regular-expressions.ts'
import type { Work } from './print-growth.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** As much as an address or a header may have. `npm run check` proves each expression for itself. */
const LONGEST = 16 * 1024

type Use = { pattern: string; flags: string; text: string }

/** Every regular expression of the product, with texts of the characters and words that it is made of. */
export function growingExpressions(): Work<Use> {
  const files = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  const found = files.flatMap((file) => findExpressions(file, readFileSync(join(ROOT, file), 'utf8')).expressions)
  const inputs = found.flatMap(({ file, line, pattern, flags }) =>
    hostileUnits(pattern).map((unit) => [
      `${JSON.stringify(unit)} for /${pattern}/${flags} in ${file}:${line}`,
      (length: number) => ({ pattern, flags, text: unit.repeat(length / unit.length) }),
    ]),
  )
  return { inputs: Object.fromEntries(inputs), longest: LONGEST, read: use }
}

/** An expression that trims slashes as the pages once did: the bench finds what grows. */
export const QUADRATIC: Work<Use> = {
  inputs: {
    'an address of slashes': (length) => ({ pattern: '^[/\\\\]+|[/\\\\]+$', flags: 'g', text: '/'.repeat(length) }),
  },
  longest: LONGEST,
  read: use,
  isQuadratic: true,
}

/** Characters and words that the pattern itself is made of, alone and before one that ends a match. */
function hostileUnits(pattern: string): string[] {
  const words = pattern.match(/[\w@.:-]{2,}/g) ?? []
  const characters = new Set([...' \t/\\a1-', ...pattern.replaceAll(/\\./g, '')])
  return [...characters, ...words, ...[...characters].map((character) => `${character} `)]
}

/** Looks for it in the text and in the text with an end that fits nothing. */
function use({ pattern, flags, text }: Use): void {
  for (const tried of [text, `${text}\n\0`, `\0${text}\n`]) tried.replace(new RegExp(pattern, flags), '')
}
