import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Libraries of some hundred small files each, of which the build makes a few larger ones: to read and link them one by
 * one took a third of every start (`docs/decisions/0033-libraries-in-one-piece.md`). Plain JavaScript, since it is
 * loaded before types can be stripped.
 */
export const LIBRARIES = ['kysely', 'kysely/migration', 'zod', 'zod/v4/core']

const folder = resolve(import.meta.dirname, '../../dist/libraries')

/** Name of the built file of a library, without its ending. */
export const fileOf = (library) => library.replaceAll('/', '-')

/** Has the built files loaded wherever these libraries are imported from now on. Without a build nothing changes. */
export function registerBuiltLibraries() {
  if (!existsSync(folder)) return
  const built = new Map(
    LIBRARIES.map((library) => [library, pathToFileURL(resolve(folder, `${fileOf(library)}.js`)).href]),
  )
  registerHooks({
    resolve: (specifier, context, nextResolve) => nextResolve(built.get(specifier) ?? specifier, context),
  })
}
