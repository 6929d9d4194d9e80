import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FEATURE_TASKS, FEATURES } from './features.ts'

const names = FEATURES.map(({ name }) => name)
const files = globSync('features/*/**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] }).map((path) => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(join(import.meta.dirname, path), 'utf8'),
}))
const featureOf = (path: string) => names.indexOf(path.split('/')[1] ?? '')

test('every folder of a feature is listed, under its name', () => {
  expect(names.toSorted()).toEqual([...new Set(files.map(({ path }) => path.split('/')[1]))].toSorted())
})

test('the architecture names the features in their order', () => {
  const document = readFileSync(join(import.meta.dirname, '../docs/architecture.md'), 'utf8')
  expect(document).toContain(`features: ${names.join(', ')}"`)
})

test('every kind of task that is defined has a handler, and only one', () => {
  const defined = files.flatMap(({ text }) => [...text.matchAll(/defineTask\(\s*'([\w-]+)'/g)].map((match) => match[1]))
  const handled = FEATURE_TASKS.map(({ task }) => task.kind)
  expect(defined.length).toBeGreaterThan(5)
  expect(handled).toEqual(expect.arrayContaining(defined))
  expect(new Set(handled).size).toBe(handled.length)
})

test('a feature takes no service of a later feature', () => {
  const owners = new Map<string, number>()
  for (const { path, text } of files) {
    const block =
      /declare module '[./]+feature\.ts' \{\n {2}interface Services \{\n([\s\S]*?)\n {2}\}/.exec(text)?.[1] ?? ''
    for (const [, name = ''] of block.matchAll(/^ {4}(\w+)[:(]/gm)) owners.set(name, featureOf(path))
  }
  expect(owners.size).toBeGreaterThan(10)
  const taken = files.flatMap(({ path, text }) => {
    const picked = [...text.matchAll(/(?:Pick|Omit)<Services,([^>]*)>/g)].flatMap(
      ([, list = '']) => list.match(/\w+/g) ?? [],
    )
    const bound = [...text.matchAll(/\{([^{}]*)\}: Services\b|const \{([^{}]*)\} = services\b/g)].flatMap(
      ([, parameter, constant]) => (parameter ?? constant ?? '').match(/\w+/g) ?? [],
    )
    const read = [...text.matchAll(/\bservices\.(\w+)/g)].map(([, name = '']) => name)
    return [...picked, ...bound, ...read].map((name) => ({ path, name }))
  })
  const tooLate = taken.filter(({ path, name }) => (owners.get(name) ?? -1) > featureOf(path))
  expect(tooLate).toEqual([])
})
