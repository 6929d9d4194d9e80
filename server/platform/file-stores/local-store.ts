import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FileStoreName } from '../../../contract/wire/file-store-names.ts'
import {
  ElsewhereFault,
  type FileFacts,
  type FileStore,
  type HeldFile,
  measureContent,
  type StagedFile,
} from './file-store.ts'
import { namesBefore, type TemporaryFiles, temporaryFiles, undefinedIfMissing } from './temporary-files.ts'

/** The files of resumes on the local disk. Its keys are UUIDs. */
export type LocalStore = FileStore &
  TemporaryFiles & {
    /** Whether a file is there, without reading it. */
    has(key: string): Promise<boolean>
    /** Holds a file without a copy; undefined when there is none. */
    hold(key: string): Promise<HeldFile | undefined>
    /**
     * Moves a stored file to `resumes-unnamed`, where its age counts from the move; no error when it is gone. A later read
     * restores it.
     * @param now the time by the clock that dates the files
     */
    moveToUnnamed(key: string, now: Date): Promise<void>
    /** Keys of the stored files that were last written before an instant. */
    keysBefore(instant: Date): Promise<string[]>
    /** Keys of the unnamed files that became so before an instant. */
    unnamedBefore(instant: Date): Promise<string[]>
    /** Whether there is any file, stored or unnamed. */
    holdsFiles(): Promise<boolean>
    /** Resolves when no file is being written or removed. When a stop cuts uploads, what had arrived of them is removed. */
    close(): Promise<void>
  }

/** The name of the store in a data folder. */
export const LOCAL_STORE = 'local' satisfies FileStoreName

/**
 * Folders of a data folder in which a stored file can lie, in the order of the lookup. The second one has those that no
 * row refers to: the rows may be the wrong ones, and the right ones get their files back.
 */
export const RESUME_FOLDERS = ['resumes', 'resumes-unnamed'] as const

/** What the names of stored files look like. */
export const RESUME_KEY = /^[0-9a-f-]{36}$/

/**
 * Opens the resume folders of a data folder and creates absent ones.
 * @param dataDir an existing folder
 * @param options.isComplete whether a file that is not here is missing; otherwise another machine may have it, and
 * looking for it ends in an {@link ElsewhereFault}
 */
export async function openLocalStore(
  dataDir: string,
  { isComplete = true }: { isComplete?: boolean } = {},
): Promise<LocalStore> {
  const [resumesDir, unnamedDir] = RESUME_FOLDERS.map((name) => join(dataDir, name)) as [string, string]
  const temporaryDir = join(dataDir, 'tmp')
  for (const path of [resumesDir, unnamedDir, temporaryDir]) await mkdir(path, { recursive: true, mode: 0o700 })
  await syncFolder(dataDir)

  const pathOf = pathIn(resumesDir)
  const unnamedOf = pathIn(unnamedDir)
  const temporary = temporaryFiles(temporaryDir)
  const { follow, drain } = createPendingWork()

  /** Looks at a stored file, and once more after taking it back from the unnamed files. */
  const look = async <Seen>(key: string, see: (path: string) => Promise<Seen>): Promise<Seen | undefined> => {
    const seen = await see(pathOf(key)).catch(undefinedIfMissing)
    if (seen !== undefined) return seen
    await rename(unnamedOf(key), pathOf(key)).then(() => syncFolder(resumesDir), undefinedIfMissing)
    return see(pathOf(key)).catch(undefinedIfMissing)
  }
  const find = async <Seen>(key: string, see: (path: string) => Promise<Seen>): Promise<Seen | undefined> => {
    const seen = await look(key, see)
    if (seen === undefined && !isComplete) throw new ElsewhereFault()
    return seen
  }
  const moveTo = async (key: string, file: StagedFile) => {
    await rename(file.path, pathOf(key))
    // A name is durable only once its folder is synced. Open the folder each time: another may have replaced it.
    await syncFolder(resumesDir)
  }

  return {
    ...temporary,
    name: LOCAL_STORE,
    isLocal: true,
    stage: (content) => follow(temporary.stage(content)),
    discard: (file) => follow(temporary.discard(file)),

    newKey: async () => randomUUID(),

    put: (key, { staged, read }) =>
      follow(staged ? moveTo(key, staged) : temporary.stage(read(0)).then((copy) => moveTo(key, copy))),

    has: async (key) => (await look(key, stat)) !== undefined,

    describe: (key) => find(key, describeFile),

    open: async (key) => (await find(key, open))?.createReadStream(),

    hold: (key) => find(key, holdFile),

    remove: async (key) => {
      for (const path of [pathOf(key), unnamedOf(key)]) await rm(path, { force: true })
    },

    moveToUnnamed: async (key, now) => {
      // Dated first, and durably: with its old date it would be deleted too early.
      const isDated = await dateDurably(pathOf(key), now).catch(undefinedIfMissing)
      if (isDated) await rename(pathOf(key), unnamedOf(key)).catch(undefinedIfMissing)
    },

    keysBefore: async (instant) => (await namesBefore(resumesDir, instant)).filter((name) => RESUME_KEY.test(name)),

    unnamedBefore: async (instant) => (await namesBefore(unnamedDir, instant)).filter((name) => RESUME_KEY.test(name)),

    holdsFiles: async () => {
      const names = [...(await readdir(resumesDir)), ...(await readdir(unnamedDir))]
      return names.some((name) => RESUME_KEY.test(name))
    },

    close: drain,
  }
}

function pathIn(folder: string): (key: string) => string {
  return (key) => {
    if (!RESUME_KEY.test(key)) throw new Error(`not a resume key: ${key}`)
    return join(folder, key)
  }
}

/** Follows work, so that a stop can wait until none is pending. */
function createPendingWork() {
  const pending = new Set<Promise<unknown>>()
  return {
    follow: <Result>(work: Promise<Result>): Promise<Result> => {
      pending.add(work)
      const forget = () => pending.delete(work)
      work.then(forget, forget)
      return work
    },
    drain: async () => {
      do {
        await Promise.allSettled(pending)
        // The next step with a file, such as its row or its removal, begins in the same turn.
        await nextTurn()
      } while (pending.size > 0)
    },
  }
}

/** Reads a file through. */
export function describeFile(path: string): Promise<FileFacts> {
  return measureContent(createReadStream(path))
}

async function holdFile(path: string): Promise<HeldFile> {
  const file = await open(path)
  const read = (start: number) => file.createReadStream({ start, autoClose: false })
  try {
    return { facts: await measureContent(read(0)), read, [Symbol.asyncDispose]: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
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
