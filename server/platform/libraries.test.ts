import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { fileOf, LIBRARIES } from './libraries.js'

test.each(LIBRARIES)('%s is built with all that it has', async (library) => {
  const built = await import(resolve(import.meta.dirname, `../../dist/libraries/${fileOf(library)}.js`))
  expect(Object.keys(built)).toEqual(expect.arrayContaining(Object.keys(await import(library))))
})

test('what two libraries share is there once', async () => {
  const zod = await import(resolve(import.meta.dirname, '../../dist/libraries/zod.js'))
  const core = await import(resolve(import.meta.dirname, '../../dist/libraries/zod-v4-core.js'))
  expect(zod.core.$ZodType).toBe(core.$ZodType)
})
