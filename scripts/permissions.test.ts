import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { POLICIES } from '../contract/policies/policies.ts'
import { DOCUMENT, withPermissions } from './permissions.ts'

const folder = resolve(import.meta.dirname, '../contract/policies')

test('docs/security.md says who may what as the policies do', () => {
  const document = readFileSync(DOCUMENT, 'utf8')
  expect(document, 'run: node scripts/permissions.ts').toBe(withPermissions(document))
})

test('the list of policies has every one', async () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('-policy.ts'))
  const policies = await Promise.all(
    files.map(async (name) => Object.values((await import(join(folder, name))) as Record<string, object>)),
  )
  expect(new Set(Object.values(POLICIES))).toEqual(new Set(policies.flat()))
})

test('a document without the place for the table is refused', () => {
  expect(() => withPermissions('# Security')).toThrow(/Put these two lines/)
})
