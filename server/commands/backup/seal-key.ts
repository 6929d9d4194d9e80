import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { constants, readFileSync, statSync } from 'node:fs'
import { copyFile, link, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../../platform/file-stores/local/local-store.ts'
import { CommandFault } from '../../platform/operator-faults.ts'

/** Name of the file in the data folder with the key that seals its backups. It is never part of a backup. */
export const SEAL_KEY_FILE = 'backup-seal.key'

/** The key by which an installation knows its own backups (`docs/decisions/0041-backup-seal.md`). */
export type SealKey = {
  /** 32 bytes. */
  secret: Buffer
  /** As it is kept: 64 hexadecimal digits. */
  text: string
  /** Names the key without telling it. */
  id: string
}

/** Where an operator names the key: as it is, or a file that holds it. Neither shows in a list of processes. */
type KeyEnvironment = { BACKUP_SEAL_KEY?: string | undefined; BACKUP_SEAL_KEY_FILE?: string | undefined }

/** Reads a key as a person keeps it, whatever the spaces in it; undefined when it is none. */
export function parseSealKey(text: string): SealKey | undefined {
  const digits = text.replaceAll(/\s/g, '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(digits)) return undefined
  const secret = Buffer.from(digits, 'hex')
  const id = createHmac('sha256', secret).update('wellhead backup seal: id of the key').digest('hex').slice(0, 16)
  return { secret, text: digits, id }
}

/**
 * The key that the operator has put into the environment; undefined where there is none.
 * @throws {CommandFault} when what was given is no key
 */
export function readGivenKey({ BACKUP_SEAL_KEY, BACKUP_SEAL_KEY_FILE }: KeyEnvironment): SealKey | undefined {
  if (BACKUP_SEAL_KEY && BACKUP_SEAL_KEY_FILE) {
    throw new CommandFault('Set either BACKUP_SEAL_KEY or BACKUP_SEAL_KEY_FILE, not both.')
  }
  if (BACKUP_SEAL_KEY_FILE) return readKeyFile(BACKUP_SEAL_KEY_FILE)
  if (!BACKUP_SEAL_KEY) return undefined
  const key = parseSealKey(BACKUP_SEAL_KEY)
  if (!key) throw new CommandFault('BACKUP_SEAL_KEY is no seal key: it has 64 digits from 0 to 9 and a to f.')
  return key
}

/** @throws {CommandFault} when there is no key in it */
function readKeyFile(file: string): SealKey {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandFault(`The seal key cannot be read: ${(error as Error).message}.`)
  }
  const key = parseSealKey(content)
  if (key) return key
  throw new CommandFault(
    `There is no seal key in ${file}: it has 64 digits from 0 to 9 and a to f. Put back the one that you kept;\n` +
      'if it is lost, move the file away, and the next backup makes and prints a new key.',
  )
}

/**
 * The key of a data folder. Where it has none yet, the given one becomes its key, else a new one.
 * @param given what the operator has named, if anything
 * @returns whether the folder had none, and the key was made here
 * @throws {CommandFault} when the folder has another key than was given
 */
export async function obtainSealKey(
  dataDir: string,
  given: SealKey | undefined,
): Promise<{ key: SealKey; isNew: boolean }> {
  const file = join(dataDir, SEAL_KEY_FILE)
  const found = () => (statSync(file, { throwIfNoEntry: false }) ? readKeyFile(file) : undefined)
  const kept = found()
  if (kept) {
    if (given && given.id !== kept.id) throw otherKey(file)
    return { key: kept, isNew: false }
  }
  const wanted = given ?? newKey()
  await keepSealKey(dataDir, wanted)
  // Another backup may have been first: the key that is in the folder is the one that counts.
  const key = found() ?? wanted
  return { key, isNew: key.id === wanted.id && !given }
}

function newKey(): SealKey {
  return parseSealKey(randomBytes(32).toString('hex')) as SealKey
}

/** Puts a key into a data folder, durably and for this user alone; one that is there stays. */
export async function keepSealKey(dataDir: string, { text }: SealKey): Promise<void> {
  const file = join(dataDir, SEAL_KEY_FILE)
  const partial = join(dataDir, `.${SEAL_KEY_FILE}-${randomUUID()}`)
  try {
    await writeDurably(partial, `${text}\n`)
    // Whole at once, and never over another. Not every file system has links.
    await link(partial, file).catch(() => copyFile(partial, file, constants.COPYFILE_EXCL))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(partial, { force: true })
  }
  await syncFolder(dataDir)
}

async function writeDurably(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(text)
  await file.sync()
}

/** Whether other users of the machine can read the key of a data folder. */
export function isKeyOpenToOthers(dataDir: string): boolean {
  const found = statSync(join(dataDir, SEAL_KEY_FILE), { throwIfNoEntry: false })
  return found !== undefined && (found.mode & 0o077) !== 0
}

function otherKey(file: string): CommandFault {
  return new CommandFault(
    `${file} holds another key than the one in the environment. Unset BACKUP_SEAL_KEY and BACKUP_SEAL_KEY_FILE, or move the file away.`,
  )
}
