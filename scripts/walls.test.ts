import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const biome = join(root, 'node_modules/.bin/biome')

/** A house with the real walls, to which a test may add what must not stand in the real one. */
let house: string
beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'wellhead-walls-'))
  cpSync(join(root, 'biome.json'), join(house, 'biome.json'))
})
afterAll(() => rmSync(house, { recursive: true }))

function lint(path: string, source: string): string {
  const file = join(house, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, source)
  const { stdout, stderr } = spawnSync(biome, ['lint', '--vcs-enabled=false', path], { cwd: house, encoding: 'utf8' })
  return stdout + stderr
}

test.each([
  ['contract/bad.ts', '../server/app.ts'],
  ['contract/bad.ts', 'fastify'],
  ['server/features/jobs/bad.ts', '../../../web/routes.tsx'],
  ['server/features/jobs/bad.ts', 'react'],
  ['web/site/jobs/bad.ts', '../../../server/app.ts'],
  ['web/site/jobs/bad.ts', 'node:fs'],
])('in %s the linter refuses an import of %s', (path, from) => {
  expect(lint(path, `import { part } from '${from}'\n\npart()\n`)).toContain('lint/style/noRestrictedImports')
})

test.each([
  ['contract/good.ts', 'zod'],
  ['contract/good.ts', './limits.ts'],
  ['server/features/jobs/good.ts', '../../../contract/paths.ts'],
  ['web/site/jobs/good.ts', '../../../contract/paths.ts'],
])('in %s the linter allows an import of %s', (path, from) => {
  expect(lint(path, `import { part } from '${from}'\n\npart()\n`)).not.toContain('lint/style/noRestrictedImports')
})
