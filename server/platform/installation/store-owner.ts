import { createHash, randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FileStoreName } from '../../../contract/wire/file-store-names.ts'
import { type LocalStore, syncFolder } from '../file-stores/local-store.ts'
import type { S3Settings } from '../file-stores/s3/s3-settings.ts'
import { createS3Store } from '../file-stores/s3/s3-store.ts'

/** The file in a store, or object in a bucket, that names the owner: an installation id, and the id of its database. */
export const INSTALLATION_FILE = 'wellhead-installation'
/** A silent bucket delays a start by three times this at most, with pauses between the attempts. In milliseconds. */
const TIMEOUTS = { silenceMs: 2_000, retryAfterMs: 100 }

/** The installation and database that a store belongs to. A replica belongs to the installation, whichever database it has. */
export type StoreOwner = { installation: string; database?: string | undefined }

/** A file store that names its owner. */
export type OwnedStore = {
  store: FileStoreName
  /** How messages name it, and the settings that choose it. */
  name: string
  settings: string
  /** How messages name what tells its owner. */
  marker: string
  readOwner(): Promise<StoreOwner | undefined>
  writeOwner(owner: StoreOwner): Promise<void>
  has(key: string): Promise<boolean>
  /** Whether it has any file, named by a row or not; absent where a store cannot tell. */
  isInUse?(): Promise<boolean>
}

/** The content of {@link INSTALLATION_FILE}. */
export function formatOwner({ installation, database }: StoreOwner): string {
  return database === undefined ? installation : `${installation} ${database}`
}

function parseOwner(content: string): StoreOwner {
  const [installation = '', database] = content.trim().split(/\s+/)
  return { installation, database }
}

/** The data folder. */
export function ownedFolder(dataDir: string, store: LocalStore): OwnedStore {
  return {
    store: store.name,
    name: `The folder ${dataDir}`,
    settings: 'DATA_DIR',
    marker: `the file ${INSTALLATION_FILE}`,
    readOwner: () => readFolderOwner(dataDir),
    writeOwner: (owner) => writeFolderOwner(dataDir, owner),
    has: store.has,
    isInUse: store.holdsFiles,
  }
}

/** @returns undefined when the folder has no owner yet */
export async function readFolderOwner(dataDir: string): Promise<StoreOwner | undefined> {
  try {
    return parseOwner(await readFile(join(dataDir, INSTALLATION_FILE), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** Durable when it resolves. Another process reads all of it or nothing. */
export async function writeFolderOwner(dataDir: string, owner: StoreOwner): Promise<void> {
  const path = join(dataDir, INSTALLATION_FILE)
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, `${formatOwner(owner)}\n`, { mode: 0o600, flush: true })
  await rename(temporary, path)
  await syncFolder(dataDir)
}

/** The bucket. */
export function ownedBucket(settings: S3Settings): OwnedStore {
  const bucket = createS3Store(settings, TIMEOUTS)
  const key = `${settings.prefix}${INSTALLATION_FILE}`
  const under = settings.prefix && `, under ${settings.prefix}`
  return {
    store: bucket.name,
    name: `The bucket "${settings.bucket}" at ${new URL(settings.endpoint).host}${under}`,
    settings: 'S3_ENDPOINT, S3_BUCKET and S3_KEY_PREFIX',
    marker: `the object ${INSTALLATION_FILE}`,
    readOwner: async () => {
      const content = await bucket.open(key)
      return content && parseOwner(await text(content))
    },
    writeOwner: (owner) => {
      const content = Buffer.from(`${formatOwner(owner)}\n`)
      const sha256 = createHash('sha256').update(content).digest('hex')
      const read = () => Readable.from([content])
      return bucket.put(key, { name: INSTALLATION_FILE, kind: 'txt', size: content.length, sha256, read })
    },
    has: async (file) => {
      const content = await bucket.open(file)
      content?.destroy()
      return content !== undefined
    },
  }
}
