import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(join(root, file)))
const names = new Set(files.map((file) => basename(file)))
const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('test/fixtures/'))

test.each(documents)('%s names only source files and pages that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const sources = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|js|css|conf|service))`/g)].map(([, path = '']) => path)
  const pages = [...text.matchAll(/\]\(([\w./-]+)(?:#[\w-]*)?\)/g)].map(([, path = '']) => path)
  const missing = [
    ...sources.filter((path) => !(path.includes('/') ? isThere(document, path) : names.has(path))),
    ...pages.filter((path) => !isThere(document, path)),
  ]
  expect(missing).toEqual([])
})

/** Documents name files from the root of the repository, and link to pages from their own folder. */
function isThere(document: string, path: string): boolean {
  return existsSync(join(root, path)) || existsSync(join(root, dirname(document), path))
}
