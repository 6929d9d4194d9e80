import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const SOURCES = ['package.json', 'package-lock.json', 'vite.config.ts', 'web', 'contract']

/** The program as built, without the packages that build it. */
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wellhead-pruned-'))
  for (const path of [...SOURCES, 'scripts/build.ts', 'dist/sources.sha256']) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

function buildIfStale() {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts', '--if-stale'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, stderr }
}

test('what is built starts without the packages that build it', () => {
  expect(buildIfStale()).toEqual({ status: 0, stderr: '' })
})

test('what is not built from its sources says in one line how to build it, and keeps the build that is there', () => {
  appendFileSync(join(folder, 'vite.config.ts'), '\n')
  const { status, stderr } = buildIfStale()
  expect(status).toBe(1)
  expect(stderr).toMatch(/^The site is not built .* run npm ci && npm run build\n$/)
  expect(existsSync(join(folder, 'dist/sources.sha256'))).toBe(true)
})
