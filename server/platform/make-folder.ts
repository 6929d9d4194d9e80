import { existsSync } from 'node:fs'
import { access, constants, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and its missing parents, readable by this user alone, and checks that it is writable.
 * @throws {NodeJS.ErrnoException} with the code of the true cause, such as EROFS
 */
export async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path, { recursive: true, mode: 0o700 })
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    // With `recursive`, ENOENT hides why the first folder could not be made: make that one alone.
    await mkdir(firstMissing(path), { mode: 0o700 })
    await make()
  })
  await access(path, constants.W_OK | constants.X_OK)
}

function firstMissing(path: string): string {
  const parent = dirname(path)
  return existsSync(parent) || parent === path ? path : firstMissing(parent)
}
