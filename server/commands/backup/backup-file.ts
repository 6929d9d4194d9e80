import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Header, type HeaderData, list, type ReadEntry } from 'tar'
import { LEDGER_FILE } from '../../features/erasure-ledger/ledger-file.ts'
import { DATABASE_FILE } from '../../platform/database/sqlite/open-database.ts'
import { RESUME_KEY, syncFolder } from '../../platform/file-stores/local-store.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { KEY_FILES } from './key-files.ts'
import { MANIFEST_FILE, type PackedFile } from './manifest.ts'

/** A header, and what a file is filled up to a multiple of. */
const BLOCK_BYTES = 512
/** How much of a file is read at once. */
const CHUNK_BYTES = 1 << 20
/** The tar format ends with this many zero bytes. */
const END_BYTES = 1024

type Writing = {
  folder: string
  /** Files of the folder, in the order in which they are written, the manifest first. */
  files: PackedFile[]
  /** Absolute path of the backup file. */
  file: string
  signal: AbortSignal
}

/**
 * Packs files into a tar under a temporary name, reads it back, compares it, and renames it as the last step.
 * @returns its size in bytes
 * @throws {CommandFault} when it could not be written, or differs; nothing is then left
 */
export async function writeBackupFile({ folder, files, file, signal }: Writing): Promise<number> {
  const partial = `${file}.partial`
  const output = await open(partial, 'wx', 0o600).catch((error) => {
    throw error.code === 'EEXIST' ? partialExists(partial) : notWritten(error)
  })
  try {
    const size = await pack({ folder, files, signal }, output)
    const written = new Map((await readEntries(partial)).map(({ name, sha256 }) => [name, sha256]))
    signal.throwIfAborted()
    const altered = files.find(({ name, sha256 }) => written.get(name) !== sha256)
    if (altered) throw changed(altered.name)
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
  try {
    await output.writeFile(tarOf(folder, files), { signal })
    await output.sync()
    return (await output.stat()).size
  } finally {
    await output.close()
  }
}

/**
 * The bytes of a tar. Not by `create` of tar, which leaves the file open that it reads at an early end.
 * @throws {CommandFault} when a file is not as long as it was
 */
async function* tarOf(folder: string, files: readonly PackedFile[]): AsyncGenerator<Buffer> {
  for (const { name, size } of files) {
    await using input = await open(join(folder, name))
    const { mtime, size: present } = await input.stat()
    if (present !== size) throw changed(name)
    yield headerOf({ path: name, size, mtime, mode: 0o600, type: 'File' })
    yield* input.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES })
    yield Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES)
  }
  yield Buffer.alloc(END_BYTES)
}

function headerOf(entry: HeaderData): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES)
  new Header(entry).encode(block)
  return block
}

function changed(name: string): CommandFault {
  return new CommandFault(`The backup was not made: ${name} changed while it was written.`)
}

/** @throws {CommandFault} when the file exists: a backup never replaces an earlier one */
export function refuseExisting(file: string): void {
  if (existsSync(file)) throw new CommandFault(`There is already a file ${file}. Name another one for the backup.`)
}

function partialExists(partial: string): CommandFault {
  return new CommandFault(
    `There is already a file ${partial}: another backup is running, or one was killed. If none is running, remove the file.`,
  )
}

function notWritten(error: Error): CommandFault {
  return new CommandFault(`The backup was not made, and nothing was left: ${error.message}`)
}

/**
 * Unpacks a backup file into an empty folder, durably. The content is not compared with the manifest yet.
 * @returns the files beside the manifest, in their order
 * @throws {CommandFault} when it is cut off, or holds anything that a backup does not
 */
export async function unpackBackupFile(file: string, folder: string): Promise<PackedFile[]> {
  await requireBothEnds(file)
  await mkdir(join(folder, 'resumes'), { mode: 0o700 })
  const names = new Set<string>()
  const files = await readEntries(file, ({ path, type }) => {
    if (type !== 'File' || !isEntryName(path) || names.has(path)) {
      throw damaged(`it holds ${JSON.stringify(path)}, which is no part of a backup`)
    }
    names.add(path)
    return openSync(join(folder, path), 'wx', 0o600)
  }).catch((error) => {
    throw error instanceof CommandFault || 'syscall' in error ? error : damaged(error.message)
  })
  for (const name of [MANIFEST_FILE, DATABASE_FILE]) if (!names.has(name)) throw damaged(`it has no ${name}`)
  await syncFolder(join(folder, 'resumes'))
  return files.filter(({ name }) => name !== MANIFEST_FILE)
}

/**
 * Reads all entries of a tar.
 * @param openOutput returns the descriptor of a new file that takes the content of an entry
 */
async function readEntries(file: string, openOutput?: (entry: ReadEntry) => number): Promise<PackedFile[]> {
  const files: PackedFile[] = []
  let failure: unknown
  // An exception inside the reader would end the process. After a failure nothing more is written.
  const attempt = (step: () => void) => {
    if (failure) return
    try {
      step()
    } catch (error) {
      failure = error
    }
  }
  const readEntry = (entry: ReadEntry) => {
    const output = openOutput?.(entry)
    const hash = createHash('sha256')
    entry.on('data', (chunk) =>
      attempt(() => {
        hash.update(chunk)
        if (output !== undefined) writeFileSync(output, chunk)
      }),
    )
    entry.on('end', () => {
      if (output !== undefined) {
        attempt(() => fsyncSync(output))
        closeSync(output)
      }
      files.push({ name: entry.path, size: entry.size, sha256: hash.digest('hex') })
    })
  }
  await list({ file, strict: true, onReadEntry: (entry) => attempt(() => readEntry(entry)) }).catch((error) => {
    failure ??= error
  })
  if (failure) throw failure
  return files
}

function isEntryName(name: string): boolean {
  if ([MANIFEST_FILE, LEDGER_FILE, DATABASE_FILE, ...KEY_FILES].includes(name)) return true
  return name.startsWith('resumes/') && RESUME_KEY.test(name.slice('resumes/'.length))
}

async function requireBothEnds(file: string): Promise<void> {
  await using input = await open(file).catch((error) => {
    throw new CommandFault(`The backup file cannot be read: ${error.message}`)
  })
  const { size } = await input.stat()
  const start = await readAt(input, 0, MANIFEST_FILE.length)
  if (start.toString() !== MANIFEST_FILE) throw new CommandFault(`${file} is not a backup file of Wellhead.`)
  const end = await readAt(input, Math.max(size - END_BYTES, 0), END_BYTES)
  if (size % BLOCK_BYTES !== 0 || end.length < END_BYTES || end.some((byte) => byte !== 0))
    throw damaged('it is cut off')
}

async function readAt(input: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await input.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** A backup file that is not as it was written. */
export function damaged(reason: string): CommandFault {
  return new CommandFault(`The backup file is damaged: ${reason}. Nothing was restored; use another one.`)
}
