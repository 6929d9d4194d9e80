import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { create, list } from 'tar'
import { syncFolder } from '../../platform/file-stores/local/local-store.ts'
import { CommandFault } from '../../platform/operator-faults.ts'

type Writing = {
  folder: string
  /** Files of the folder with the checksums that they must have in the backup file, in the order in which they are written. */
  files: ReadonlyMap<string, string>
  /** Absolute path of the backup file. */
  file: string
  signal: AbortSignal
}

/**
 * Packs files into one. It is written under another name, read back and compared, and only then given its own.
 * @returns its size in bytes
 */
export async function writeBackupFile({ folder, files, file, signal }: Writing): Promise<number> {
  const partial = `${file}.partial`
  const output = await open(partial, 'wx', 0o600).catch((error) => {
    if (error.code === 'EEXIST') throw partialExists(partial)
    throw notWritten(error)
  })
  try {
    const size = await pack({ folder, files, signal }, output)
    await compare({ files, file: partial, signal })
    refuseExisting(file)
    await rename(partial, file)
    await syncFolder(dirname(file))
    return size
  } catch (error) {
    await rm(partial, { force: true })
    throw error instanceof CommandFault || signal.aborted ? error : notWritten(error as Error)
  }
}

async function pack({ folder, files, signal }: Omit<Writing, 'file'>, output: FileHandle): Promise<number> {
  const content = create({ cwd: folder, portable: true, strict: true, noDirRecurse: true }, [...files.keys()])
  // Where the writing ends early, files asked for before are still looked up, and nobody else listens any more.
  content.on('error', () => {})
  try {
    await output.writeFile(content, { signal })
    await output.sync()
    return (await output.stat()).size
  } finally {
    await output.close()
  }
}

/** @throws {CommandFault} when something is there already: an earlier backup is never written over */
export function refuseExisting(file: string): void {
  if (existsSync(file)) throw new CommandFault(`There is already a file ${file}. Name another one for the backup.`)
}

async function compare({ files, file, signal }: Omit<Writing, 'folder'>): Promise<void> {
  const found = new Map<string, string>()
  await list({
    file,
    strict: true,
    onReadEntry: (entry) => {
      const hash = createHash('sha256')
      entry.on('data', (chunk) => hash.update(chunk)).on('end', () => found.set(entry.path, hash.digest('hex')))
    },
  })
  signal.throwIfAborted()
  for (const [name, sha256] of files) {
    if (found.get(name) !== sha256) throw new CommandFault(`The backup was not made: ${name} came out altered.`)
  }
}

function partialExists(partial: string): CommandFault {
  return new CommandFault(
    `There is already a file ${partial}: another backup is under way, or one was cut off. If none is, remove it.`,
  )
}

function notWritten(error: Error): CommandFault {
  return new CommandFault(`The backup was not made, and nothing was left: ${error.message}`)
}
