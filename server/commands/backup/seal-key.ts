import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFault } from '../../platform/operator-faults.ts'
import { writeSecretFile } from '../../platform/secret-file.ts'

/** Name of the file in the data folder with the key that seals its backups. It is never part of a backup. */
export const SEAL_KEY_FILE = 'backup-seal.key'

/** The key with which an installation seals its backups (`docs/decisions/0041-backup-seal.md`). */
export type SealKey = {
  /** 32 bytes. */
  secret: Buffer
  /** The secret as 64 hexadecimal digits, as the key file holds it. */
  text: string
  /** Identifies the key without revealing it. */
  id: string
}

/** Reads a key, in upper or lower case and with any spaces; undefined when the text is not a key. */
export function parseSealKey(text: string): SealKey | undefined {
  const digits = text.replaceAll(/\s/g, '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(digits)) return undefined
  const secret = Buffer.from(digits, 'hex')
  const id = createHmac('sha256', secret).update('wellhead backup seal: id of the key').digest('hex').slice(0, 16)
  return { secret, text: digits, id }
}

/**
 * Reads the key from the environment, which has the key itself or names a file with it: neither appears in a list of
 * processes. Undefined when none is set.
 * @throws {CommandFault} when the value is not a key
 */
export function readGivenKey({
  BACKUP_SEAL_KEY,
  BACKUP_SEAL_KEY_FILE,
}: Record<string, string | undefined>): SealKey | undefined {
  if (BACKUP_SEAL_KEY && BACKUP_SEAL_KEY_FILE) {
    throw new CommandFault('Set either BACKUP_SEAL_KEY or BACKUP_SEAL_KEY_FILE, not both.')
  }
  if (BACKUP_SEAL_KEY_FILE) return readKeyFile(BACKUP_SEAL_KEY_FILE)
  if (!BACKUP_SEAL_KEY) return undefined
  const key = parseSealKey(BACKUP_SEAL_KEY)
  if (!key) throw new CommandFault('BACKUP_SEAL_KEY is not a seal key: a key has 64 digits from 0 to 9 and a to f.')
  return key
}

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
    `${file} holds no seal key: a key has 64 digits from 0 to 9 and a to f. Put back the key that you kept;\n` +
      'if it is lost, move the file away, and the next backup makes and prints a new key.',
  )
}

/**
 * Returns the key of a data folder. A folder without one gets the given key, else a new one.
 * @returns `isNew` when the key was made here
 * @throws {CommandFault} when the folder has another key than the given one
 */
export async function obtainSealKey(
  dataDir: string,
  given: SealKey | undefined,
): Promise<{ key: SealKey; isNew: boolean }> {
  const file = join(dataDir, SEAL_KEY_FILE)
  const read = () => (statSync(file, { throwIfNoEntry: false }) ? readKeyFile(file) : undefined)
  const existing = read()
  if (existing) {
    if (given && given.id !== existing.id) throw differentKey(file)
    return { key: existing, isNew: false }
  }
  const wanted = given ?? newKey()
  await keepSealKey(dataDir, wanted)
  // Another backup may have written its key first: the key in the folder counts.
  const key = read() ?? wanted
  return { key, isNew: key.id === wanted.id && !given }
}

function newKey(): SealKey {
  return parseSealKey(randomBytes(32).toString('hex')) as SealKey
}

/** Writes a key into a data folder, durably and readable by this user alone; an existing key stays. */
export function keepSealKey(dataDir: string, { text }: SealKey): Promise<void> {
  return writeSecretFile(dataDir, SEAL_KEY_FILE, `${text}\n`)
}

/** Whether other users of the machine can read the key of a data folder. */
export function isKeyOpenToOthers(dataDir: string): boolean {
  const stats = statSync(join(dataDir, SEAL_KEY_FILE), { throwIfNoEntry: false })
  return stats !== undefined && (stats.mode & 0o077) !== 0
}

function differentKey(file: string): CommandFault {
  return new CommandFault(
    `${file} holds another key than the environment. Unset BACKUP_SEAL_KEY and BACKUP_SEAL_KEY_FILE, or move the file away.`,
  )
}
