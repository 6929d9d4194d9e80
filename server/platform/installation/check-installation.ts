import type { Kysely } from 'kysely'
import type { FileStoreName } from '../../../contract/wire/file-store-names.ts'
import { isDatabaseUnavailable } from '../database/constraints.ts'
import type { Db, Tables } from '../database/tables.ts'
import { StoreFault } from '../file-stores/file-store.ts'
import type { LocalStore } from '../file-stores/local-store.ts'
import { StartFault } from '../operator-faults.ts'
import { mayBeSameDatabase, readOwner } from './installation-queries.ts'
import type { RemoteStoresConfig } from './remote-stores.ts'
import { formatOwner, type OwnedStore, ownedBucket, ownedFolder, type StoreOwner } from './store-owner.ts'

/** How many of the latest files are looked for in a store without an owner. */
const LATEST = 5

/** Where an installation keeps its files, as configured. */
export type InstallationStores = {
  dataDir: string
  remoteStores: { s3: Pick<RemoteStoresConfig['s3'], 'settings'> }
  /** The primary store. */
  primaryStore: FileStoreName
}

/** The database, and how its rows name the latest files that a store should have. */
export type InstallationRows = {
  db: Kysely<Tables>
  listLatestKeys(db: Db, store: FileStoreName, limit: number): Promise<string[]>
}

/** What a start found out about the stores. */
export type InstallationCheck = {
  /** Lines for the log. */
  warnings: string[]
  /**
   * Resolves once the bucket is known to belong to the installation; tries again after a failure.
   * @throws {StoreFault} passing, while that is not known, or when it belongs to another one
   */
  confirmBucket(): Promise<void>
}

/**
 * Requires that the data folder and the bucket belong to the installation of the database, and gives new ones its id. A
 * process on the wrong store would call files missing, move those of others aside and never delete its own
 * (`docs/decisions/0034`). A bucket that does not respond does not bar the start.
 * @throws {StartFault} when a store is the wrong one; nothing was changed then
 */
export async function checkInstallation(
  rows: InstallationRows,
  files: LocalStore,
  { dataDir, remoteStores: { s3 }, primaryStore }: InstallationStores,
): Promise<InstallationCheck> {
  const folder = ownedFolder(dataDir, files)
  await checkStore(rows, folder, primaryStore === folder.store)
  const bucket = s3.settings && ownedBucket(s3.settings)
  const confirmBucket = untilSucceeded(async () => {
    if (bucket) await checkStore(rows, bucket, primaryStore === bucket.store)
  })
  const warnings: string[] = []
  await confirmBucket().catch((error) => {
    if (!(error instanceof StoreFault || isDatabaseUnavailable(error))) throw error
    warnings.push(`whether the bucket belongs to this installation was not checked: ${error.message}`)
  })
  return { warnings, confirmBucket: () => confirmBucket().catch(asPassingFault) }
}

/** Concurrent callers share one attempt. */
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

/** The operator may correct a wrong bucket while this process runs. */
function asPassingFault(error: unknown): never {
  if (!(error instanceof StartFault)) throw error
  throw new StoreFault(error.message.split('\n', 1)[0] ?? '', { isPermanent: false, cause: error })
}

async function checkStore(rows: InstallationRows, store: OwnedStore, isPrimary: boolean): Promise<void> {
  const own = await readOwner(rows.db)
  const owner = await store.readOwner()
  if (owner) requireOwn(owner, own, store)
  const isComplete = owner?.database !== undefined || own.database === undefined || !isPrimary
  if (owner && isComplete) return
  await requireFiles(rows, store, { own, isPrimary, isOwned: owner !== undefined })
  await store.writeOwner(isPrimary ? own : { installation: own.installation })
}

function requireOwn(owner: StoreOwner, own: StoreOwner, store: OwnedStore): void {
  if (owner.installation !== own.installation) {
    throw wrongStore(store, own, [
      `${store.name} belongs to another installation of Wellhead than the database.`,
      `Look at ${store.settings} and at DATABASE_URL, the same for every process.`,
    ])
  }
  if (owner.database === undefined) return
  if (own.database !== undefined && mayBeSameDatabase(owner.database, own.database)) return
  throw wrongStore(store, own, [
    `${store.name} belongs to another database of this installation: this one was copied or restored from it, or the other way round.`,
    `Two databases would delete the files of each other. Look at ${store.settings} and at DATABASE_URL, or give this one a copy of the files.`,
  ])
}

/** A store without an owner is taken when it has files that the database names, or when neither has any. */
async function requireFiles(
  { db, listLatestKeys }: InstallationRows,
  store: OwnedStore,
  { own, isPrimary, isOwned }: { own: StoreOwner; isPrimary: boolean; isOwned: boolean },
): Promise<void> {
  const latest = await listLatestKeys(db, store.store, LATEST)
  for (const key of latest) if (await store.has(key)) return
  if (isPrimary && latest.length > 0) {
    throw wrongStore(store, own, [
      `The database names files that are not there: ${store.name} has none of the latest.`,
      `Look at ${store.settings} and at DATABASE_URL. Is the folder mounted, were the files copied along?`,
    ])
  }
  if (isOwned || !(await store.isInUse?.())) return
  throw wrongStore(store, own, [
    `${store.name} has the files of an installation, and the database names none of them.`,
    `Look at ${store.settings} and at DATABASE_URL. If the database is lost, restore it first (docs/operations.md).`,
    'For a new installation, set DATA_DIR to a new or empty folder.',
  ])
}

function wrongStore(store: OwnedStore, own: StoreOwner, lines: string[]): StartFault {
  const advice = `If it is the right one all the same, ${store.marker} in it must say: ${formatOwner(own)}`
  return new StartFault([...lines, `Nothing was changed. ${advice}`].join('\n'))
}
