import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const SOURCES = ['package.json', 'package-lock.json', 'vite.config.ts', 'web', 'contract']

/** A built program without its build tools. */
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wellhead-pruned-'))
  for (const path of [...SOURCES, 'scripts/build.ts', 'scripts/vite-plugins.ts', 'dist/sources.sha256']) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

function buildIfStale(...nodeOptions: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [...nodeOptions, 'scripts/build.ts', '--if-stale'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, stderr }
}

test('a built program starts without its build tools', () => {
  expect(buildIfStale()).toEqual({ status: 0, stderr: '' })
})

test('an outdated build without build tools prints one line with the command to run, and keeps the build', () => {
  appendFileSync(join(folder, 'vite.config.ts'), '\n')
  const { status, stderr } = buildIfStale()
  expect(status).toBe(1)
  expect(stderr).toMatch(/^The site is not built .* run npm ci && npm run build\n$/)
  expect(existsSync(join(folder, 'dist/sources.sha256'))).toBe(true)
})

/** Ends the process as soon as it removes a folder. */
const KILLED_WHILE_REMOVING = `
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
const { rm } = fs
fs.rm = (path, options) => (options.recursive ? process.exit(137) : rm(path, options))
syncBuiltinESMExports()`

test('what a build leaves that is killed while it removes the site before does not count as fresh', () => {
  const vite = join(folder, 'node_modules/vite')
  mkdirSync(vite, { recursive: true })
  writeFileSync(join(vite, 'package.json'), '{ "type": "module", "exports": "./index.js" }')
  writeFileSync(join(vite, 'index.js'), 'export const build = () => undefined')
  appendFileSync(join(folder, 'vite.config.ts'), '\n')
  expect(buildIfStale('--import', `data:text/javascript,${encodeURIComponent(KILLED_WHILE_REMOVING)}`).status).toBe(137)
  expect(existsSync(join(folder, 'dist/sources.sha256'))).toBe(false)
})
