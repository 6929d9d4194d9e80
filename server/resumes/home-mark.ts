import { createHash, createHmac, randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import type { Db, ResumePlace } from '../database/tables.ts'
import { StartFault } from '../start-fault.ts'
import { CloudFault } from '../storage/cloud-store.ts'
import type { S3Settings } from '../storage/s3-settings.ts'
import { createS3Store } from '../storage/s3-store.ts'
import { type ResumeStore, syncFolder } from './resume-store.ts'

/** Name of the object or file that says whose the files beside it are. */
export const HOME_MARK = 'wellhead-installation'
/** A start waits no longer for a silent bucket: three times this, and the pauses in between. In milliseconds. */
const PATIENCE = { silenceMs: 2_000, retryAfterMs: 100 }
/** So many of the latest files are looked for where the mark is absent. */
const LATEST = 5

type MarkedPlace = {
  place: ResumePlace
  /** As a message names it, and the settings that choose it. */
  words: { name: string; settings: string }
  /** Whether every new file is first stored there, not a copy. */
  isHome: boolean
  read(): Promise<string | undefined>
  write(mark: string): Promise<void>
  has(key: string): Promise<boolean>
}

/**
 * Looks whether the places that several processes keep files in are those of the database, and marks new ones. With a
 * process on the wrong one, a check would call files missing, and deletions would be done where the files are not.
 * @returns what the log should say
 * @throws {StartFault} when the home of new files is not the one of this installation
 */
export async function checkHomeMarks(
  db: Db,
  store: ResumeStore,
  { s3, resumeHome, isDataDirShared, dataDir }: Pick<Config, 's3' | 'resumeHome' | 'isDataDirShared' | 'dataDir'>,
): Promise<string[]> {
  const { secret } = await db.selectFrom('installation_secret').select('secret').executeTakeFirstOrThrow()
  const mark = createHmac('sha256', secret).update(HOME_MARK).digest('hex')
  const warnings: string[] = []
  if (isDataDirShared) await checkPlace(db, mark, sharedFolder(dataDir, store))
  if (!s3) return warnings
  try {
    const warning = await checkPlace(db, mark, bucketOf(s3, resumeHome === 's3'))
    if (warning) warnings.push(warning)
  } catch (error) {
    if (!(error instanceof CloudFault)) throw error
    warnings.push(`whether the bucket is that of this installation was not checked: ${error.message}`)
  }
  return warnings
}

async function checkPlace(db: Db, mark: string, place: MarkedPlace): Promise<string | undefined> {
  const found = await place.read()
  if (found === mark) return undefined
  const { name, settings } = place.words
  if (found !== undefined) {
    const fault = `${name} is that of another installation of Wellhead than the database.`
    if (!place.isHome) return fault
    throw new StartFault(`${fault}\nLook at ${settings} and at DATABASE_URL. Nothing was changed.`)
  }
  // A copy may be moved to an empty bucket: it is made again there.
  if (place.isHome && !(await isWhereFilesAre(db, place))) {
    throw new StartFault(
      `The database names files that are not there: ${name} has neither the mark of this installation nor the files.\n` +
        `Look at ${settings}, which are the same for every process, and at DATABASE_URL. Nothing was changed.\n` +
        `If it is the right place all the same, put beside the files one called ${HOME_MARK} with this in it: ${mark}`,
    )
  }
  await place.write(mark)
  return undefined
}

/** A file has a name that nobody gives twice, so one of them is proof. */
async function isWhereFilesAre(db: Db, { place, has }: MarkedPlace): Promise<boolean> {
  const named = db.selectFrom('resume_copies').select('key').where('place', '=', place).where('state', '=', 'stored')
  const latest = await named.orderBy('application_id', 'desc').limit(LATEST).execute()
  for (const { key } of latest) if (key !== null && (await has(key))) return true
  return latest.length === 0
}

function sharedFolder(dataDir: string, store: ResumeStore): MarkedPlace {
  const path = join(dataDir, HOME_MARK)
  return {
    place: 'local',
    words: { name: `The folder ${dataDir}`, settings: 'DATA_DIR' },
    isHome: true,
    read: async () => {
      const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      return content?.trim()
    },
    write: async (mark) => {
      // Another process that starts together with this one reads all of it or nothing.
      const temporary = join(dataDir, 'tmp', randomUUID())
      await writeFile(temporary, `${mark}\n`, { mode: 0o600, flush: true })
      await rename(temporary, path)
      await syncFolder(dataDir)
    },
    has: store.has,
  }
}

function bucketOf(settings: S3Settings, isHome: boolean): MarkedPlace {
  const cloud = createS3Store(settings, PATIENCE)
  const key = `${settings.prefix}${HOME_MARK}`
  const under = settings.prefix && `, under ${settings.prefix}`
  return {
    place: 's3',
    words: {
      name: `The bucket "${settings.bucket}" at ${new URL(settings.endpoint).host}${under}`,
      settings: 'S3_ENDPOINT, S3_BUCKET and S3_KEY_PREFIX',
    },
    isHome,
    read: async () => {
      const content = await cloud.open(key)
      return content && (await text(content)).trim()
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
