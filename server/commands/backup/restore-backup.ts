import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { listAccounts } from '../../features/accounts/manage-accounts.ts'
import { type Replayed, replayNewErasures } from '../../features/erasure/replay-erasures.ts'
import type { LedgerEntry } from '../../features/erasure-ledger/ledger-file.ts'
import { addToLedger, mirrorLedger } from '../../features/erasure-ledger/mirror-ledger.ts'
import { isReferenced } from '../../features/resumes/resume-queries.ts'
import { migrations } from '../../platform/database/migrations/migrations.ts'
import { LOCK_FILE, lockFolder } from '../../platform/database/sqlite/folder-lock.ts'
import { openDatabase } from '../../platform/database/sqlite/open-database.ts'
import type { AccountRow, Tables } from '../../platform/database/tables.ts'
import { LOCAL_STORE, syncFolder } from '../../platform/file-stores/local-store.ts'
import { CommandFault, StartFault } from '../../platform/operator-faults.ts'
import { damaged, unpackBackupFile } from './backup-file.ts'
import { faultLine } from './backup-messages.ts'
import { checkFolder, type Fault } from './check-folder.ts'
import type { ComparedSeal } from './compare-seal.ts'
import { type EndedAccess, endAccess } from './end-access.ts'
import { type FoundLedgers, findLedgers } from './find-ledgers.ts'
import { listPendingTasks } from './folder-queries.ts'
import { holdMail } from './hold-mail.ts'
import {
  describeContents,
  MANIFEST_FILE,
  type Manifest,
  type PackedFile,
  parseManifest,
  type ReadManifest,
} from './manifest.ts'
import { keepSealKey } from './seal-key.ts'

/** Who can sign in, and since when. */
export type AccountFacts = Pick<AccountRow, 'username' | 'created_at' | 'role' | 'deactivated_at'>

/**
 * A restored backup: its manifest, the faults that the data folder had when it was made, how many messages waited then, and
 * what the restore has ended.
 */
export type Restored = ComparedSeal & {
  manifest: Manifest
  faults: Fault[]
  heldMessages: number
  ended: EndedAccess
  /** The ledgers of erasures that were newer than the backup, and what was removed because of them. */
  found: FoundLedgers
  replayed: Replayed
}

/** The decisions that a restore leaves to the operator. */
export type RestoreOptions = {
  signal: AbortSignal
  /** Where visitors reach the site. */
  publicUrl: string
  /** Of the company, whose days figures count. */
  timeZone: string
  /** Newer backups, or ledgers of erasures alone, that the operator names. */
  erasures: readonly string[]
  /** Whether applications come back that admins deleted by mistake after the backup. Who was erased stays erased. */
  bringsBackDeleted: boolean
  /** @throws {CommandFault} when the seal refuses the restore */
  compareSeal(read: ReadManifest): Promise<ComparedSeal>
  /** Called with the accounts before the folder is put in place. @throws {CommandFault} when the operator refuses */
  approve(accounts: AccountFacts[], seal: ComparedSeal): Promise<void>
}

/**
 * Makes a data folder from a backup file. Unpacks and checks everything beside it and renames it into place last. The new
 * folder keeps the seal key of the operator, so that its backups bear the same seal.
 * @throws {CommandFault} when the folder is in use, the backup file is damaged, or the operator refuses; nothing is then left
 */
export async function restoreBackup(file: string, dataDir: string, options: RestoreOptions): Promise<Restored> {
  const { signal } = options
  await requireEmpty(dataDir)
  const parent = dirname(dataDir)
  await mkdir(parent, { recursive: true })
  const folder = join(parent, `.${basename(dataDir)}-restore-${randomUUID()}`)
  await mkdir(folder, { mode: 0o700 })
  try {
    const files = await unpackBackupFile(file, folder)
    signal.throwIfAborted()
    const restored = await checkUnpacked({ file, folder }, files, options)
    signal.throwIfAborted()
    if (restored.key) await keepSealKey(folder, restored.key)
    await moveIntoPlace(folder, dataDir)
    await syncFolder(parent)
    return restored
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function requireEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.includes(LOCK_FILE)) requireUnlocked(dataDir)
  if (names.length > 0) throw notEmpty(dataDir)
}

function requireUnlocked(dataDir: string): void {
  try {
    lockFolder(dataDir).release()
  } catch (error) {
    if (!(error instanceof StartFault)) throw error
    throw new CommandFault(
      `A server is running on the data folder ${dataDir}. Stop it and move the folder away, or set DATA_DIR to another folder.`,
    )
  }
}

function notEmpty(dataDir: string): CommandFault {
  return new CommandFault(
    `The data folder ${dataDir} is not empty, and a restore never replaces anything. Move it away, or set DATA_DIR to another folder.`,
  )
}

/** The seal and the checksums come first: a database of unknown origin is not even opened before that. */
async function checkUnpacked(
  { file, folder }: { file: string; folder: string },
  files: PackedFile[],
  options: RestoreOptions,
): Promise<Restored> {
  const { signal, erasures, bringsBackDeleted, compareSeal, approve } = options
  const read = parseManifest(await readFile(join(folder, MANIFEST_FILE), 'utf8'))
  const { manifest } = read
  const seal = await compareSeal(read)
  if (!isDeepStrictEqual(manifest.contents, describeContents(files))) {
    throw damaged('its files are not those that its manifest names')
  }
  if (!Object.hasOwn(migrations, manifest.schema)) {
    throw new CommandFault(
      `The backup was made by Wellhead ${manifest.wellhead}. Restore it with that version or a newer one.`,
    )
  }
  await rm(join(folder, MANIFEST_FILE))
  const found = await findLedgers({ file, read, ...seal }, erasures)
  const known = [...found.entries.values()]
  const erased = bringsBackDeleted ? known.filter(({ kind }) => kind !== 'application_deleted') : known
  const { accounts, ...changed } = await migrate(folder, options, erased)
  const { faults } = await checkFolder({ folder, isLive: false, signal })
  const unknown = faults.find((fault) => !isKnown(manifest, fault))
  if (unknown) throw damaged(faultLine(unknown).split('.', 1).join())
  await approve(accounts, seal)
  return { ...seal, manifest, faults, found, ...changed }
}

/** Brings the database of a backup up to date, and makes it safe to start. */
async function migrate(
  folder: string,
  { publicUrl, timeZone }: Pick<RestoreOptions, 'publicUrl' | 'timeZone'>,
  erased: readonly LedgerEntry[],
): Promise<{ accounts: AccountFacts[] } & Pick<Restored, 'heldMessages' | 'ended' | 'replayed'>> {
  const db = await openDatabase(folder)
  const accounts = await listAccounts(db)
  const now = new Date()
  // First: who was erased gets no mail, and is in no count.
  const replayed = await replayInto(db, folder, { erased, now, timeZone })
  const heldMessages = await holdMail(db, now)
  const ended = await endAccess(db, { publicUrl, now })
  // In this mode the check leaves no log beside the database; the server switches back.
  await sql`pragma journal_mode = delete`.execute(db)
  await db.destroy()
  return { accounts, heldMessages, ended, replayed }
}

/** Removes what the ledger says is gone, with its local files. Tasks delete those in other stores once the server runs. */
async function replayInto(
  db: Kysely<Tables>,
  folder: string,
  { erased, now, timeZone }: { erased: readonly LedgerEntry[]; now: Date; timeZone: string },
): Promise<Replayed> {
  await addToLedger(db, erased)
  const replayed = await replayNewErasures({ db, outbox: { wake: () => undefined }, now, timeZone })
  for (const key of (await listPendingTasks(db)).deletedKeys) {
    if (!(await isReferenced(db, LOCAL_STORE, key))) await rm(join(folder, 'resumes', key), { force: true })
  }
  await mirrorLedger(db, folder)
  return replayed
}

/** Whether the data folder had this fault already when the backup was made. */
function isKnown({ missing, altered }: Manifest, fault: Fault): boolean {
  if (fault.kind === 'missing') return missing.includes(fault.id)
  if (fault.kind !== 'altered') return false
  return altered.some(({ id, sha256 }) => id === fault.id && sha256 === fault.sha256)
}

async function moveIntoPlace(folder: string, dataDir: string): Promise<void> {
  await syncFolder(folder)
  await rename(folder, dataDir).catch((error) => {
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') throw notEmpty(dataDir)
    if (error.code !== 'EBUSY' && error.code !== 'EXDEV') throw error
    throw new CommandFault(`${dataDir} is a mount point, which cannot be replaced. Set DATA_DIR to a folder inside it.`)
  })
}
