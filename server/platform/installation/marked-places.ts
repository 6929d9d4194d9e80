import { createHash, randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FileStoreName } from '../database/tables.ts'
import { type LocalStore, syncFolder } from '../file-stores/local/local-store.ts'
import type { S3Settings } from '../file-stores/s3/s3-settings.ts'
import { createS3Store } from '../file-stores/s3/s3-store.ts'

/** Name of the object or file that says whose the files beside it are. */
export const HOME_MARK = 'wellhead-installation'
/** Nobody waits longer for a silent bucket: three times this, and the pauses in between. In milliseconds. */
const PATIENCE = { silenceMs: 2_000, retryAfterMs: 100 }

/** A place that bears a mark beside its files. */
export type MarkedPlace = {
  place: FileStoreName
  /** As a message names it, and the settings that choose it. */
  words: { name: string; settings: string }
  read(): Promise<string | undefined>
  write(mark: string): Promise<void>
  has(key: string): Promise<boolean>
  /** Whether there are files in it that nobody has to name first; undefined where that is not looked for. */
  holdsFiles?: () => Promise<boolean>
}

/** The data folder. */
export function folderPlace(dataDir: string, store: LocalStore): MarkedPlace {
  const path = join(dataDir, HOME_MARK)
  return {
    place: 'local',
    words: { name: `The folder ${dataDir}`, settings: 'DATA_DIR' },
    read: () =>
      readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return undefined
      }),
    write: async (mark) => {
      // Another process that starts together with this one reads all of it or nothing.
      const temporary = join(dataDir, 'tmp', randomUUID())
      await writeFile(temporary, `${mark}\n`, { mode: 0o600, flush: true })
      await rename(temporary, path)
      await syncFolder(dataDir)
    },
    has: store.has,
    holdsFiles: store.holdsFiles,
  }
}

/** The bucket. */
export function bucketPlace(settings: S3Settings): MarkedPlace {
  const cloud = createS3Store(settings, PATIENCE)
  const key = `${settings.prefix}${HOME_MARK}`
  const under = settings.prefix && `, under ${settings.prefix}`
  return {
    place: 's3',
    words: {
      name: `The bucket "${settings.bucket}" at ${new URL(settings.endpoint).host}${under}`,
      settings: 'S3_ENDPOINT, S3_BUCKET and S3_KEY_PREFIX',
    },
    read: async () => {
      const content = await cloud.open(key)
      return content && text(content)
    },
    write: (mark) => {
      const content = Buffer.from(`${mark}\n`)
      const sha256 = createHash('sha256').update(content).digest('hex')
      const read = () => Readable.from([content])
      return cloud.put(key, { name: HOME_MARK, kind: 'txt', size: content.length, sha256, read })
    },
    has: async (file) => {
      const content = await cloud.open(file)
      content?.destroy()
      return content !== undefined
    },
  }
}
