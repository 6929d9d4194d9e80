import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SEARCHED_BYTES } from '../../uploads/file-types/zip-central-directory.ts'
import { shareSync } from './shared-sync.ts'

/** What is in a file: its size in bytes, its checksum in hexadecimal. */
export type FileFacts = { size: number; sha256: string }

/** A file that is complete on the disk but that no one counts on yet. */
export type StagedFile = FileFacts & {
  path: string
  /** The first bytes, {@link HEAD_BYTES} or fewer. */
  head: Buffer
  /** The last bytes, {@link SEARCHED_BYTES} or fewer. With the head enough to tell most kinds without reading again. */
  tail: Buffer
}

/** How much of the beginning of a file is kept at hand. */
const HEAD_BYTES = 1024

/** The files of all resumes on the local disk. */
export type ResumeStore = {
  /** Writes a stream to a temporary file on the same file system, hashing on the way; on disk when it resolves. */
  stage(content: AsyncIterable<Buffer>): Promise<StagedFile>
  /** Gives a staged file its lasting place; durable when it resolves. Returns the key that names it. */
  keep(file: StagedFile): Promise<string>
  /** Removes a staged file that is not wanted; no error when it is gone. */
  discard(file: StagedFile): Promise<void>
  /** Whether a kept file is there; one that was set aside is taken back first. */
  has(key: string): Promise<boolean>
  /** Reads a kept file through, one that was set aside too, which is taken back; undefined when it is missing. */
  describe(key: string): Promise<FileFacts | undefined>
  /**
   * Reads a kept file like {@link ResumeStore.describe}, and keeps it open: the content is what was read, also when the
   * file is removed meanwhile. Whoever does not want it must destroy it.
   */
  open(key: string): Promise<{ facts: FileFacts; content: ReadStream } | undefined>
  /** Content of a kept file from a byte on. */
  read(key: string, from?: number): ReadStream
  /** Removes a kept file, wherever it lies; no error when it is gone. */
  remove(key: string): Promise<void>
  /**
   * Moves a kept file to those that no row names, where its age counts anew; no error when it is gone.
   * @param now what time it is where the files are dated
   */
  setAside(key: string, now: Date): Promise<void>
  /** Removes temporary files that were last written before an instant. Returns how many. */
  discardBefore(instant: Date): Promise<number>
  /** Keys of the kept files that were last written before an instant. */
  keysBefore(instant: Date): Promise<string[]>
  /** Keys of the files that were set aside before an instant. */
  asideBefore(instant: Date): Promise<string[]>
  /** Whether there is any kept file, named or set aside. */
  holdsFiles(): Promise<boolean>
  /** What time it is where the files are dated: on a shared folder, this machine's clock may be another. */
  now(): Promise<Date>
  /** To be called once nothing is under way. */
  close(): Promise<void>
}

/**
 * Folders of a data folder in which a kept file may lie, in the order in which it is looked for. The second has those that
 * no row named: the rows may be the wrong ones, and the right ones find their files there.
 */
export const RESUME_FOLDERS = ['resumes', 'resumes-unnamed'] as const

/** What the names of kept files look like. */
export const RESUME_KEY = /^[0-9a-f-]{36}$/

/**
 * Opens the resume folders of a data folder, making them when absent.
 * @param dataDir an existing folder
 */
export async function openResumeStore(dataDir: string): Promise<ResumeStore> {
  const [resumesDir, asideDir] = RESUME_FOLDERS.map((name) => join(dataDir, name)) as [string, string]
  const temporaryDir = join(dataDir, 'tmp')
  for (const path of [resumesDir, asideDir, temporaryDir]) await mkdir(path, { recursive: true, mode: 0o700 })
  await syncFolder(dataDir)
  // A name is on the disk only once its folder is synced, which every single file needs. The folder is opened each time:
  // another may have been put in its place.
  const syncNames = shareSync(() => syncFolder(resumesDir))

  const pathIn = (folderPath: string) => (key: string) => {
    if (!RESUME_KEY.test(key)) throw new Error(`not a resume key: ${key}`)
    return join(folderPath, key)
  }
  const pathOf = pathIn(resumesDir)
  const asideOf = pathIn(asideDir)

  /** Looks at a kept file, and once more after it was taken back, by whomever. */
  const look = async <Seen>(key: string, see: (path: string) => Promise<Seen>): Promise<Seen | undefined> => {
    const seen = await see(pathOf(key)).catch(undefinedIfMissing)
    if (seen !== undefined) return seen
    await rename(asideOf(key), pathOf(key)).then(syncNames, undefinedIfMissing)
    return see(pathOf(key)).catch(undefinedIfMissing)
  }

  return {
    stage: async (content) => {
      const path = join(temporaryDir, randomUUID())
      try {
        return { path, ...(await writeDurably(path, content)) }
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },

    keep: async (file) => {
      const key = randomUUID()
      await rename(file.path, pathOf(key))
      await syncNames()
      return key
    },

    discard: (file) => rm(file.path, { force: true }),

    has: async (key) => (await look(key, stat)) !== undefined,

    describe: (key) => look(key, describeFile),

    open: (key) => look(key, openFile),

    read: (key, from = 0) => createReadStream(pathOf(key), { start: from }),

    remove: async (key) => {
      for (const path of [pathOf(key), asideOf(key)]) await rm(path, { force: true })
    },

    setAside: async (key, now) => {
      // Dated first, and durably: with its old date it would be deleted too early.
      const isDated = await dateDurably(pathOf(key), now).catch(undefinedIfMissing)
      if (isDated) await rename(pathOf(key), asideOf(key)).catch(undefinedIfMissing)
    },

    discardBefore: async (instant) => {
      const names = await namesBefore(temporaryDir, instant)
      // A backup that was killed leaves a folder.
      for (const name of names) await rm(join(temporaryDir, name), { recursive: true, force: true })
      return names.length
    },

    keysBefore: async (instant) => (await namesBefore(resumesDir, instant)).filter((name) => RESUME_KEY.test(name)),

    asideBefore: async (instant) => (await namesBefore(asideDir, instant)).filter((name) => RESUME_KEY.test(name)),

    holdsFiles: async () => {
      const names = [...(await readdir(resumesDir)), ...(await readdir(asideDir))]
      return names.some((name) => RESUME_KEY.test(name))
    },

    now: async () => {
      const path = join(temporaryDir, randomUUID())
      try {
        await writeFile(path, '', { flag: 'wx', mode: 0o600 })
        return (await stat(path)).mtime
      } finally {
        await rm(path, { force: true })
      }
    },

    close: async () => undefined,
  }
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
  const length = Math.min(size, SEARCHED_BYTES)
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  for (let read = -1; filled < length && read !== 0; filled += read) {
    read = (await file.read(buffer, filled, length - filled, size - length + filled)).bytesRead
  }
  return buffer.subarray(0, filled)
}

/** Reads a file through. */
export function describeFile(path: string): Promise<FileFacts> {
  return describeContent(createReadStream(path))
}

async function openFile(path: string): Promise<{ facts: FileFacts; content: ReadStream }> {
  const file = await open(path)
  try {
    const facts = await describeContent(file.createReadStream({ start: 0, autoClose: false }))
    return { facts, content: file.createReadStream({ start: 0 }) }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function describeContent(content: ReadStream): Promise<FileFacts> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** Makes what was added to or removed from a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path)
  await folder.sync()
}

async function dateDurably(path: string, instant: Date): Promise<true> {
  await using file = await open(path, 'r+')
  await file.utimes(instant, instant)
  await file.sync()
  return true
}

async function namesBefore(path: string, instant: Date): Promise<string[]> {
  const old: string[] = []
  for (const name of await readdir(path)) {
    const found = await stat(join(path, name)).catch(undefinedIfMissing)
    if (found && found.mtime < instant) old.push(name)
  }
  return old
}

/** A disk that cannot be read is a fault of its own, not a missing file. */
function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
