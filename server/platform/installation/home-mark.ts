import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { isDatabaseUnavailable } from '../database/constraints.ts'
import type { PostgresSettings } from '../database/postgres/postgres-settings.ts'
import { takeTurn } from '../database/row-locks.ts'
import type { Db, FileStoreName, Tables } from '../database/tables.ts'
import { StoreFault } from '../file-stores/file-store.ts'
import type { LocalStore } from '../file-stores/local/local-store.ts'
import type { S3Settings } from '../file-stores/s3/s3-settings.ts'
import { StartFault } from '../operator-faults.ts'
import {
  findHomeId,
  isUnused,
  listLatestKeys,
  mayBeSameDatabase,
  readIdentity,
  readInstallation,
  recordHome,
} from './home-queries.ts'
import { bucketPlace, folderPlace, HOME_MARK, type MarkedPlace } from './marked-places.ts'

/** So many of the latest files are looked for where neither the database nor the place says anything yet. */
const LATEST = 5

/** Whose a place is. A mark of earlier versions, and that of a mere copy, has the first alone. */
type Mark = {
  /** {@link readInstallation} */
  installation: string
  /** Made when the place became the home of new files. */
  homeId?: string | undefined
  /** {@link readIdentity} */
  database?: string | undefined
}

/** What a mark must say. */
type Owner = Mark & { database: string }

/** Where an installation keeps rows and files, as configured. */
export type InstallationStores = {
  dataDir: string
  postgres: PostgresSettings | null
  s3: S3Settings | null
  primaryStore: FileStoreName
}

/** What a start found out about the places of the files. */
export type HomeMarks = {
  /** What the log should say. */
  warnings: string[]
  /**
   * Resolves once the bucket that is the home of new files is known to be the right one; asks again after a failure.
   * @throws {StoreFault} passing, when that cannot be told now, or when it is the wrong one
   */
  confirmHome(): Promise<void>
}

/**
 * Looks whether the places of the files are those of the database, and marks new ones. With a process on the wrong one, a
 * check would call files missing, and deletions would be done where the files are not (`docs/decisions/0034`).
 * With SQLite the folder has the database in it.
 * @throws {StartFault} when a place is not the one of this installation
 */
export async function checkHomeMarks(
  db: Kysely<Tables>,
  store: LocalStore,
  config: InstallationStores,
): Promise<HomeMarks> {
  const { s3, primaryStore, postgres, dataDir } = config
  if (postgres) {
    const folder = folderPlace(dataDir, store)
    await (primaryStore === 'local' ? settleHome(db, folder) : refuseForeign(db, folder))
  }
  const bucket = s3 && bucketPlace(s3)
  const confirmHome = untilSucceeded(async () => {
    if (bucket && primaryStore === 's3') await settleHome(db, bucket)
  })
  try {
    await confirmHome()
    const warning = bucket && primaryStore !== 's3' && (await markCopy(db, bucket))
    return { warnings: warning ? [warning] : [], confirmHome: asCloudFault(confirmHome) }
  } catch (error) {
    if (!(error instanceof StoreFault || isDatabaseUnavailable(error))) throw error
    const warning = `whether the bucket is that of this installation was not checked: ${(error as Error).message}`
    return { warnings: [warning], confirmHome: asCloudFault(confirmHome) }
  }
}

/** Callers at the same time share one try. */
function untilSucceeded(attempt: () => Promise<void>): () => Promise<void> {
  let made: Promise<void> | undefined
  return () => {
    made ??= attempt().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** A wrong place is not given up for good either: it may be put right behind this process. */
function asCloudFault(confirm: () => Promise<void>): () => Promise<void> {
  return () =>
    confirm().catch((error) => {
      if (!(error instanceof StartFault)) throw error
      throw new StoreFault(error.message.split('\n', 1)[0] ?? '', { isPermanent: false, cause: error })
    })
}

/** Has a home be the one that the database knows, or makes it that. */
async function settleHome(db: Kysely<Tables>, place: MarkedPlace): Promise<void> {
  const owner = await ownerOf(db)
  if (await isSettled(db, place, owner)) return
  // Of processes that start together on a new installation, one marks its place, and the others find that.
  await db.transaction().execute(async (trx) => {
    await takeTurn(trx, 'homes')
    if (await isSettled(trx, place, owner)) return
    const found = await readMark(place)
    if (!found) await requireNew(trx, place, owner)
    // A process may have ended between the mark and its record.
    const homeId = found?.homeId ?? randomUUID()
    if (!found?.homeId) await place.write(format({ ...owner, homeId }))
    await recordHome(trx, place.place, homeId)
  })
}

/** @throws {StartFault} when it is the wrong place. @returns false when the database knows none yet */
async function isSettled(db: Db, place: MarkedPlace, owner: Owner): Promise<boolean> {
  // In this order: what is recorded was marked before.
  const homeId = await findHomeId(db, place.place)
  const found = await readMark(place)
  if (found) requireOwn(found, place, { ...owner, homeId: homeId ?? found.homeId })
  if (homeId === undefined) return false
  if (found?.homeId === homeId) return true
  const { name, settings } = place.words
  throw new StartFault(
    `${name} has not the mark of the place where this installation keeps its files.\n` +
      `Look at ${settings}, the same for every process, and at DATABASE_URL. Nothing was changed.\n` +
      advice({ ...owner, homeId }),
  )
}

/** @throws {StartFault} when the mark is another's than the owner's */
function requireOwn(found: Mark, { words }: MarkedPlace, owner: Owner): void {
  if (found.installation !== owner.installation) {
    throw new StartFault(
      `${ofAnother(words.name)}\nLook at ${words.settings} and at DATABASE_URL. Nothing was changed.\n${advice(owner)}`,
    )
  }
  if (found.database === undefined || mayBeSameDatabase(found.database, owner.database)) return
  throw new StartFault(
    `${words.name} is that of the database from which this one was copied, or restored. Two databases on the same files\n` +
      `would delete those of each other. Look at ${words.settings} and at DATABASE_URL, or give this one a copy of the files.\n` +
      `Nothing was changed. ${advice(owner)}`,
  )
}

/** A place without a mark is taken when it has the files, or when there are none. */
async function requireNew(db: Db, place: MarkedPlace, owner: Owner): Promise<void> {
  const { name, settings } = place.words
  if (!(await isWhereFilesAre(db, place))) {
    throw new StartFault(
      `The database names files that are not there: ${name} has neither the mark of this installation nor the files.\n` +
        `Look at ${settings}, the same for every process, and at DATABASE_URL. Nothing was changed.\n` +
        advice({ ...owner, homeId: randomUUID() }),
    )
  }
  await refuseUnused(db, place)
}

/** A file has a name that nobody gives twice, so one of them is proof. */
async function isWhereFilesAre(db: Db, { place, has }: MarkedPlace): Promise<boolean> {
  const latest = await listLatestKeys(db, place, LATEST)
  for (const key of latest) if (await has(key)) return true
  return latest.length === 0
}

/** An empty site would hide what was there, and open the first-admin setup again. */
async function refuseUnused(db: Db, { holdsFiles, words }: MarkedPlace): Promise<void> {
  if (!holdsFiles || !(await isUnused(db)) || !(await holdsFiles())) return
  throw new StartFault(
    `${words.name} has the resumes of an installation, and the PostgreSQL database has nothing in it. Nothing was changed.\n` +
      `Look at DATABASE_URL and at ${words.settings}; if the database is lost, restore it first (docs/operations.md).\n` +
      'For a new installation, set DATA_DIR to a new or empty folder.',
  )
}

/** Of a folder that is not the home: it may have files from before, and is swept, but needs no mark. */
async function refuseForeign(db: Db, folder: MarkedPlace): Promise<void> {
  const found = await readMark(folder)
  if (found) requireOwn(found, folder, { ...(await ownerOf(db)), homeId: found.homeId })
  else await refuseUnused(db, folder)
}

/** A copy may be moved to an empty bucket: it is made again there. It may become the home one day. */
async function markCopy(db: Db, bucket: MarkedPlace): Promise<string | undefined> {
  const [found, { installation }] = [await readMark(bucket), await ownerOf(db)]
  if (found && found.installation !== installation) return ofAnother(bucket.words.name)
  if (!found) await bucket.write(installation)
  return undefined
}

async function ownerOf(db: Db): Promise<Owner> {
  return { installation: await readInstallation(db), database: await readIdentity(db) }
}

async function readMark(place: MarkedPlace): Promise<Mark | undefined> {
  const content = await place.read()
  if (content === undefined) return undefined
  const [installation = '', homeId, database] = content.trim().split(/\s+/)
  return { installation, homeId, database }
}

/** Without an id it is the first word alone, which the next start completes. */
function format({ installation, homeId, database }: Mark): string {
  return homeId === undefined ? installation : [installation, homeId, database].join(' ')
}

const ofAnother = (name: string) => `${name} is that of another installation of Wellhead than the database.`

function advice(owner: Owner): string {
  return `If it is the right place all the same, put beside the files one called ${HOME_MARK} with this in it: ${format(owner)}`
}
