import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { list, type ReadEntry } from 'tar'
import { DATABASE_FILE } from '../../platform/database/sqlite/open-database.ts'
import { RESUME_KEY, syncFolder } from '../../platform/file-stores/local/local-store.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { MANIFEST_FILE } from './manifest.ts'
import { type Contents, takeContents } from './seal.ts'

/** Bytes of zeros with which the format ends. */
const END_BYTES = 1024

/**
 * Unpacks a backup file into an empty folder, durably. Its content is not compared yet.
 * @returns what it holds beside the manifest
 * @throws {CommandFault} when it is cut off, or holds anything that a backup does not
 */
export async function unpackBackupFile(file: string, folder: string): Promise<Contents> {
  await requireEnds(file)
  await mkdir(join(folder, 'resumes'), { mode: 0o700 })
  const seen = new Set<string>()
  const contents = takeContents()
  let failure: unknown
  // What is thrown into the reader would end the process; and after a failure nothing more is written.
  const attempt = (step: () => void) => {
    if (failure) return
    try {
      step()
    } catch (error) {
      failure = error
    }
  }
  try {
    await list({
      file,
      strict: true,
      onReadEntry: (entry) => attempt(() => unpackEntry(entry, folder, { seen, contents, attempt })),
    })
  } catch (error) {
    failure ??= damaged((error as Error).message)
  }
  if (failure) throw failure
  for (const name of [MANIFEST_FILE, DATABASE_FILE]) if (!seen.has(name)) throw damaged(`it has no ${name}`)
  await syncFolder(join(folder, 'resumes'))
  return contents.done()
}

type Unpacking = {
  /** Names of the entries so far. */
  seen: Set<string>
  contents: ReturnType<typeof takeContents>
  attempt(step: () => void): void
}

/** Writes without waiting, so that nothing is under way any more when the reader has failed. */
function unpackEntry(entry: ReadEntry, folder: string, { seen, contents, attempt }: Unpacking): void {
  const name = entry.path
  if (entry.type !== 'File' || !isEntryName(name) || seen.has(name)) {
    throw damaged(`it holds ${JSON.stringify(name)}, which is no part of a backup`)
  }
  seen.add(name)
  const output = openSync(join(folder, name), 'wx', 0o600)
  const hash = createHash('sha256')
  entry.on('data', (chunk) =>
    attempt(() => {
      hash.update(chunk)
      writeFileSync(output, chunk)
    }),
  )
  entry.on('end', () => {
    attempt(() => fsyncSync(output))
    closeSync(output)
    if (name !== MANIFEST_FILE) contents.add({ name, size: entry.size, sha256: hash.digest('hex') })
  })
}

function isEntryName(name: string): boolean {
  if (name === MANIFEST_FILE || name === DATABASE_FILE) return true
  return name.startsWith('resumes/') && RESUME_KEY.test(name.slice('resumes/'.length))
}

async function requireEnds(file: string): Promise<void> {
  await using input = await open(file).catch((error) => {
    throw new CommandFault(`The backup file cannot be read: ${error.message}`)
  })
  const { size } = await input.stat()
  const start = await readAt(input, 0, MANIFEST_FILE.length)
  if (start.toString() !== MANIFEST_FILE) throw new CommandFault(`${file} is not a backup file of Wellhead.`)
  const end = await readAt(input, Math.max(size - END_BYTES, 0), END_BYTES)
  if (size % 512 !== 0 || end.length < END_BYTES || end.some((byte) => byte !== 0)) throw damaged('it is cut off')
}

async function readAt(input: Awaited<ReturnType<typeof open>>, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await input.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** A backup file that is not as it was written. */
export function damaged(reason: string): CommandFault {
  return new CommandFault(`The backup file is damaged: ${reason}. Nothing was restored; use another one.`)
}
