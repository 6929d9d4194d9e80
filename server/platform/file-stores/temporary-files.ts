import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HEAD_BYTES, type StagedFile, TAIL_BYTES } from './file-store.ts'

/** The temporary files of a data folder. */
export type TemporaryFiles = {
  /** Writes a stream to a temporary file and hashes it on the way; durable when it resolves. */
  stage(content: AsyncIterable<Buffer>): Promise<StagedFile>
  /** Removes a staged file; no error when it is gone. */
  discard(file: StagedFile): Promise<void>
  /** Removes temporary files that were last written before an instant. Returns how many. */
  discardBefore(instant: Date): Promise<number>
  /** The time by the clock that dates the files: a shared folder may have another one than this machine. */
  now(): Promise<Date>
}

/** @param folder an existing folder on the file system of the stored files */
export function temporaryFiles(folder: string): TemporaryFiles {
  return {
    stage: async (content) => {
      const path = join(folder, randomUUID())
      try {
        return { path, ...(await writeDurably(path, content)) }
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },

    discard: (file) => rm(file.path, { force: true }),

    discardBefore: async (instant) => {
      const names = await namesBefore(folder, instant)
      // A backup that was killed leaves a folder.
      for (const name of names) await rm(join(folder, name), { recursive: true, force: true })
      return names.length
    },

    now: async () => {
      const path = join(folder, randomUUID())
      try {
        await writeFile(path, '', { flag: 'wx', mode: 0o600 })
        return (await stat(path)).mtime
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

/** Names of the entries of a folder that were last written before an instant. */
export async function namesBefore(folder: string, instant: Date): Promise<string[]> {
  const old: string[] = []
  for (const name of await readdir(folder)) {
    const entry = await stat(join(folder, name)).catch(undefinedIfMissing)
    if (entry && entry.mtime < instant) old.push(name)
  }
  return old
}

/** For a rejection: a disk that cannot be read is a fault, a missing file is not. */
export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function writeDurably(path: string, content: AsyncIterable<Buffer>): Promise<Omit<StagedFile, 'path'>> {
  await using file = await open(path, 'wx+', 0o600)
  const hash = createHash('sha256')
  let size = 0
  let head = Buffer.alloc(0)
  for await (const chunk of content) {
    hash.update(chunk)
    size += chunk.length
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
    await file.writeFile(chunk)
  }
  const [tail] = await Promise.all([readTail(file, size), file.sync()])
  return { size, sha256: hash.digest('hex'), head, tail }
}

async function readTail(file: FileHandle, size: number): Promise<Buffer> {
  const length = Math.min(size, TAIL_BYTES)
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  for (let read = -1; filled < length && read !== 0; filled += read) {
    read = (await file.read(buffer, filled, length - filled, size - length + filled)).bytesRead
  }
  return buffer.subarray(0, filled)
}
