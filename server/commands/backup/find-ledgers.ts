import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Header } from 'tar'
import {
  LEDGER_FILE,
  type LedgerContent,
  type LedgerEntry,
  readLedger,
  readLedgerFile,
} from '../../features/erasure-ledger/ledger-file.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { isSealedBy, MANIFEST_FILE, parseManifest, type ReadManifest } from './manifest.ts'
import type { SealKey } from './seal-key.ts'

const BLOCK_BYTES = 512
/** No manifest is longer: it names the resumes that were missing, by number. */
const LONGEST_MANIFEST_BYTES = 64 * 1024 * 1024

/** A ledger that a restore takes. */
type FoundLedger = {
  file: string
  /** For a backup, when it was made; for a ledger alone, when its newest entry was written. */
  until: string
  /** Whether anything shows that it is of this installation. */
  isProven: boolean
}

/** What a restore knows of erasures after its backup. */
export type FoundLedgers = {
  entries: Map<string, LedgerEntry>
  ledgers: FoundLedger[]
  /** Why files beside the backup were passed over. */
  warnings: string[]
}

/** The backup that is restored: its file, its manifest, and the key of its seal if the operator has named it. */
export type RestoredBackup = { file: string; read: ReadManifest; key: SealKey | undefined }

/**
 * Reads the ledgers of erasures that the operator names, and those of newer backups of this installation in the folder of the backup.
 * @throws {CommandFault} when a named file is no ledger, damaged, or of another installation
 */
export async function findLedgers(restored: RestoredBackup, named: readonly string[]): Promise<FoundLedgers> {
  const found: FoundLedgers = { entries: new Map(), ledgers: [], warnings: [] }
  for (const file of named) add(found, file, await readNamed(file, restored))
  const folder = dirname(restored.file)
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
  for (const { name } of names.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const file = join(folder, name)
    if (name === basename(restored.file) || named.includes(file)) continue
    try {
      const read = await readNewer(file, restored)
      if (read) add(found, file, read)
    } catch (error) {
      found.warnings.push(`${file} was passed over: ${(error as Error).message}`)
    }
  }
  return found
}

/** A ledger with the instant until which it knows everything. */
type ReadLedger = { content: LedgerContent } & Pick<FoundLedger, 'until' | 'isProven'>

function add(
  { entries, ledgers, warnings }: FoundLedgers,
  file: string,
  { content, until, isProven }: ReadLedger,
): void {
  for (const [hash, entry] of content.entries) entries.set(hash, entry)
  ledgers.push({ file, until, isProven })
  if (content.isCutOff) warnings.push(`The last line of ${file} is cut off, and was left out.`)
}

async function readNamed(file: string, restored: RestoredBackup): Promise<ReadLedger> {
  const backup = await openBackup(file).catch((error) => {
    throw error instanceof CommandFault ? error : new CommandFault(`${file} cannot be read: ${error.message}`)
  })
  if (backup) {
    if (!isOfSame(backup.read, restored)) {
      throw new CommandFault(`${file} bears the seal of another installation, or was altered. Nothing was restored.`)
    }
    return readLedgerOf(backup)
  }
  const content = (await readLedgerFile(file)) as LedgerContent
  const [line] = content.malformedLines
  if (line !== undefined) {
    throw new CommandFault(`${file}, line ${line}, is no entry of a ledger of erasures. Nothing was restored.`)
  }
  if (content.entries.size === 0) throw new CommandFault(`${file} has no entry. Nothing was restored.`)
  const isProven = await requireOwn(file, content, restored)
  let until = ''
  for (const { erased_at } of content.entries.values()) if (erased_at > until) until = erased_at
  return { content, until, isProven }
}

/**
 * A later ledger of the same installation has every entry of the one in the backup.
 * @returns whether the backup has any
 * @throws {CommandFault} where one is not there
 */
async function requireOwn(
  file: string,
  { entries }: LedgerContent,
  { file: backup }: RestoredBackup,
): Promise<boolean> {
  const opened = await openBackup(backup)
  const own = opened ? (await readLedgerOf(opened)).content.entries : new Map()
  for (const hash of own.keys()) {
    if (entries.has(hash)) continue
    throw new CommandFault(
      `${file} lacks entries that the backup has: it is of another installation, or older than the backup. Nothing was restored.`,
    )
  }
  return own.size > 0
}

/** @returns undefined for a file that is no backup, an earlier one, or one of another installation */
async function readNewer(file: string, restored: RestoredBackup): Promise<ReadLedger | undefined> {
  const backup = await openBackup(file).catch((error) => {
    // Any file may be in that folder, also one of another user, and one that is deleted meanwhile.
    if (error instanceof CommandFault || (file.endsWith('.tar') && error.code !== 'ENOENT')) throw error
  })
  if (!backup || backup.read.manifest.createdAt <= restored.read.manifest.createdAt) return undefined
  if (backup.read.seal.key !== restored.read.seal.key) return undefined
  if (!isOfSame(backup.read, restored)) throw new Error('its seal is broken, so it was altered.')
  return readLedgerOf(backup)
}

/** Without the key nothing shows who made a backup. A wrong one could name no row all the same: its hashes match nothing. */
function isOfSame(read: ReadManifest, { read: own, key }: RestoredBackup): boolean {
  return key ? isSealedBy(key, read) : read.seal.key === own.seal.key
}

/** A backup file of which only the beginning is read. */
type OpenedBackup = { file: string; read: ReadManifest; member: Member | undefined }

/** An entry of a tar. */
type Member = { name: string; start: number; size: number }

async function openBackup(file: string): Promise<OpenedBackup | undefined> {
  await using input = await open(file)
  const start = await input.read(Buffer.alloc(MANIFEST_FILE.length), 0, MANIFEST_FILE.length, 0)
  if (start.buffer.toString() !== MANIFEST_FILE) return undefined
  const manifest = await readMember(input, 0)
  if (manifest?.name !== MANIFEST_FILE || manifest.size > LONGEST_MANIFEST_BYTES) return undefined
  const { buffer } = await input.read(Buffer.alloc(manifest.size), 0, manifest.size, manifest.start)
  const read = parseManifest(buffer.toString('utf8'))
  const next = await readMember(input, manifest.start + Math.ceil(manifest.size / BLOCK_BYTES) * BLOCK_BYTES)
  return { file, read, member: next?.name === LEDGER_FILE ? next : undefined }
}

async function readMember(input: FileHandle, position: number): Promise<Member | undefined> {
  const block = Buffer.alloc(BLOCK_BYTES)
  const { bytesRead } = await input.read(block, 0, BLOCK_BYTES, position)
  const header = bytesRead === BLOCK_BYTES ? new Header(block, 0) : undefined
  if (!header?.cksumValid || header.path === undefined || header.size === undefined) return undefined
  return { name: header.path, start: position + BLOCK_BYTES, size: header.size }
}

/** The seal covers the checksum of the ledger, so the rest of the file need not be read. */
async function readLedgerOf({ file, read: { manifest }, member }: OpenedBackup): Promise<ReadLedger> {
  const hash = createHash('sha256')
  const chunks = async function* () {
    if (!member || member.size === 0) return
    for await (const chunk of createReadStream(file, { start: member.start, end: member.start + member.size - 1 })) {
      hash.update(chunk)
      yield chunk as Buffer
    }
  }
  const content = await readLedger(chunks())
  if (manifest.ledger !== (member && hash.digest('hex'))) {
    throw new CommandFault(`The ledger of erasures in ${file} is not as it was written. Nothing was restored.`)
  }
  return { content, until: manifest.createdAt, isProven: true }
}
