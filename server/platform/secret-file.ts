import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from './file-stores/local-store.ts'

/**
 * Writes a file that only this user can read, durably and in one step.
 * @param options.replaces whether an existing file is replaced; otherwise it stays
 */
export async function writeSecretFile(
  folder: string,
  name: string,
  text: string,
  { replaces = false }: { replaces?: boolean } = {},
): Promise<void> {
  const file = join(folder, name)
  const partial = join(folder, `.${name}-${randomUUID()}`)
  try {
    await writeDurably(partial, text)
    if (replaces) await rename(partial, file)
    // The link appears complete and never replaces a file. Some file systems have no links.
    else await link(partial, file).catch(() => copyFile(partial, file, constants.COPYFILE_EXCL))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(partial, { force: true })
  }
  await syncFolder(folder)
}

async function writeDurably(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(text)
  await file.sync()
}
