import { globSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import * as parts from './test-parts.ts'

const all = globSync('{{contract,server,web,demo,scripts,test}/**/*.test.ts,e2e/**/*.spec.ts}')

/** Each pattern that a pattern with `{one,another}` stands for. */
function patternsIn(pattern: string): string[] {
  const [, before = '', inside, after = ''] = /^(.*)\{([^{}]*)\}(.*)$/.exec(pattern) ?? []
  return inside === undefined ? [pattern] : inside.split(',').flatMap((one) => patternsIn(before + one + after))
}

test.each(Object.entries(parts))('each file that %s names is there', (_list, named) => {
  for (const pattern of [named].flat().flatMap(patternsIn)) {
    expect(
      all.filter((file) => posix.matchesGlob(file, pattern)),
      pattern,
    ).not.toEqual([])
  }
})

test('each test of a feature runs on PostgreSQL, takes long, or is named as an exception', () => {
  const named = [parts.OF_DATA, parts.LONG, parts.SQLITE_ONLY, parts.OF_PAGES].flat()
  const ofFeatures = all.filter((file) => file.startsWith('server/features/'))
  expect(ofFeatures.filter((file) => !named.some((pattern) => posix.matchesGlob(file, pattern)))).toEqual([])
})
