import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The named sizes of Tailwind: one that the type scale does not have would do nothing. */
const SIZES = /\btext-(?:xs|sm|base|md|lg|\d*xl)\b/g

test('every text size that a component names is a step of the type scale', () => {
  const scale = new Set(readFileSync('web/styles.css', 'utf8').match(/(?<=--)text-\w+(?=: )/g))
  const files = globSync('web/**/*.tsx').map((file) => ({ file, source: readFileSync(file, 'utf8') }))
  const unknown = files.flatMap(({ file, source }) =>
    (source.match(SIZES) ?? []).filter((size) => !scale.has(size)).map((size) => `${file}: ${size}`),
  )
  expect(scale).toContain('text-sm')
  expect(files.length).toBeGreaterThan(100)
  expect(unknown).toEqual([])
})
