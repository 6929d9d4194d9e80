import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { findCircles, type Import, readImports } from './import-graph.ts'

/**
 * The import rules (docs/architecture.md): who may import whom, be it a value, a type alone or later. Run as a
 * program, it prints each import, folder and file name that breaks one.
 */

/** The features from the lowest, as `server/features.ts` lists them: each imports only those before it. */
const FEATURES = readFeatures()
/** The type of what each feature is: it names none. */
const FEATURE = 'server/features/feature.ts'
const FEATURE_ROOMS = FEATURES.map((name) => `server/features/${name}`)

/** The lowest floor of the browser, and what site and admin share. */
const BASE = ['contract', 'web/api', 'web/ui']
const SHARED = [...BASE, 'web/layout', 'web/session', 'web/posting']

/** Each room, and what its files may import besides it. The first room that has a file counts. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  'server/platform': ['contract'],
  ...Object.fromEntries(
    FEATURE_ROOMS.map((room, at) => [room, ['contract', 'server/platform', FEATURE, ...FEATURE_ROOMS.slice(0, at)]]),
  ),
  server: ['contract'],
  'web/api': BASE,
  'web/ui': BASE,
  'web/layout': SHARED,
  'web/session': SHARED,
  'web/posting': SHARED,
  'web/site': SHARED,
  'web/admin': SHARED,
  web: ['contract'],
}

/** Rooms that all of a storey may import, except for some. */
const CLOSED = [
  { room: 'server/commands', to: 'server', why: 'Nothing imports the commands.' },
  { room: 'server/platform/database/sqlite', to: 'server/features', why: 'A feature knows no database engine.' },
  { room: 'server/platform/database/postgres', to: 'server/features', why: 'A feature knows no database engine.' },
]

/** What a test may import besides: also all of the server, if it is one of the server's. */
const FOR_TESTS = ['test', 'scripts']

const PACKAGES = [
  { storey: 'contract', refused: /^(?!(zod|vitest|fast-check)$)/, why: 'The contract imports zod and itself.' },
  { storey: 'server', refused: /^react(-dom)?(\/|$)/, why: 'The server never imports what draws in a browser.' },
  { storey: 'web', refused: /^node:/, why: 'There is no Node in a browser.' },
]

const MOST_FILES = 20

/** What breaks a wall, with the reason. */
export type WallFault = { file: string; line?: number; message: string }

/**
 * Finds all that breaks a wall.
 * @param files all source files, from the root, with `/`
 * @param imports all that they import
 */
export function findWallFaults(files: readonly string[], imports: readonly Import[]): WallFault[] {
  return [
    ...imports.flatMap((one) => {
      const message = one.isPackage ? refusePackage(one) : refuseFile(one)
      return message ? [{ file: one.from, line: one.line, message }] : []
    }),
    ...findFileCircles(imports),
    ...findFolderCircles(imports),
    ...findFullFolders(files),
    ...findSharedNames(files),
  ]
}

const STOREYS = /^(contract|server|web)\//
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const isIn = (file: string, room: string) => file === room || file.startsWith(`${room}/`)

function readFeatures(): string[] {
  const source = readFileSync(resolve(import.meta.dirname, '../server/features.ts'), 'utf8')
  const [, list = ''] = /const FEATURES[^=]*= \[([^\]]*)\]/.exec(source) ?? []
  const names = list.match(/\w+/g) ?? []
  return names.map((name) => name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`))
}

function refusePackage({ from, to }: Import): string | undefined {
  return PACKAGES.find(({ storey, refused }) => isIn(from, storey) && refused.test(to))?.why
}

function refuseFile({ from, to }: Import): string | undefined {
  const closed = CLOSED.find((one) => isIn(to, one.room) && isIn(from, one.to) && !isIn(from, one.room))
  if (closed && !(isTest(from) && closed.to === 'server/features')) return closed.why
  const room = Object.keys(ROOMS).find((one) => isIn(from, one))
  if (!room) return undefined
  const forTests = isTest(from) ? [...FOR_TESTS, ...(isIn(from, 'server') ? ['server'] : [])] : []
  const open = [room, ...(ROOMS[room] ?? []), ...forTests]
  if (open.some((one) => isIn(to, one))) return undefined
  return `${room} may not import ${to}: scripts/walls.ts says what it may.`
}

function findFileCircles(imports: readonly Import[]): WallFault[] {
  return findCircles(imports.filter(({ isPackage }) => !isPackage).map(({ from, to }) => [from, to])).map((circle) => ({
    file: circle[0] ?? '',
    message: `These files import each other in a circle: ${circle.join(', ')}.`,
  }))
}

function findFolderCircles(imports: readonly Import[]): WallFault[] {
  const product = imports.filter(({ from, isPackage }) => !isPackage && !isTest(from) && STOREYS.test(from))
  return findCircles(product.map(({ from, to }) => [dirname(from), dirname(to)])).map((circle) => ({
    file: circle[0] ?? '',
    message: `These folders import each other in a circle: ${circle.join(', ')}.`,
  }))
}

function findFullFolders(files: readonly string[]): WallFault[] {
  const folders = Map.groupBy(
    files.filter((file) => !isTest(file)),
    (file) => dirname(file),
  )
  return [...folders]
    .filter(([, { length }]) => length > MOST_FILES)
    .map(([file, { length }]) => ({ file, message: `${length} files are in one folder: ${MOST_FILES} are enough.` }))
}

function findSharedNames(files: readonly string[]): WallFault[] {
  return [...Map.groupBy(files, (file) => basename(file))]
    .filter(([, { length }]) => length > 1)
    .flatMap(([name, same]) => same.map((file) => ({ file, message: `Another file is also called ${name}.` })))
}

if (import.meta.main) {
  const files = globSync('{contract,server,web,test,e2e,bench,demo,scripts}/**/*.{ts,tsx,js}').sort()
  const imports = readImports(files)
  const faults = findWallFaults(files, imports)
  for (const { file, line, message } of faults) console.log(`${line ? `${file}:${line}` : file} ${message}`)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`${imports.length} imports of ${files.length} files break no wall.`)
}
