import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** Builds the browser bundle and the page renderer into `dist/`. With `--if-stale`, only when a source has changed. */

const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')
const stamp = join(dist, 'sources.sha256')

const SOURCES = [
  'web/**/*',
  'contract/**/*.ts',
  'scripts/{build,vite-plugins}.ts',
  'vite.config.ts',
  'package-lock.json',
]
const COMPRESSIBLE = 'site/**/*.{js,mjs,css,svg,json}'

const state = await hashSources()
const isFresh = process.argv.includes('--if-stale') && (await readFile(stamp, 'utf8').catch(() => '')) === state
if (!isFresh) await buildAll()

async function buildAll(): Promise<void> {
  const build = await loadBuilder()
  // First: half a site, from a build that was killed, must not count as fresh.
  await rm(stamp, { force: true })
  await rm(dist, { recursive: true, force: true })
  const common = { root: join(root, 'web'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' } as const
  await build(common)
  await build({ ...common, build: { ssr: 'entry-server.tsx' } })
  await Promise.all(globSync(COMPRESSIBLE, { cwd: dist }).map((file) => compress(join(dist, file))))
  await writeFile(stamp, state)
  console.log('Built the site.')
}

type Build = typeof import('vite').build

/** Loads Vite only for a build: an installation that only runs the program needs no build tools. */
async function loadBuilder(): Promise<Build> {
  try {
    return (await import('vite')).build
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    console.error(
      'The site is not built from these sources, and the build tools are missing: run npm ci && npm run build',
    )
    process.exit(1)
  }
}

/** Compresses a file at build time, so that no visitor waits for it. */
async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const file of files) hash.update(file.slice(root.length)).update(await readFile(file))
  return hash.digest('hex')
}
