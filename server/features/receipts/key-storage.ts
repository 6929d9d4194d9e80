import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../platform/database/tables.ts'
import { undefinedIfMissing } from '../../platform/file-stores/temporary-files.ts'
import { StartFault } from '../../platform/operator-faults.ts'
import { openSealedText, sealText } from '../../platform/sealed-text.ts'
import { writeSecretFile } from '../../platform/secret-file.ts'
import { formatReceiptKeys, makeReceiptKeys, parseReceiptKeys, type ReceiptKeys } from './receipt-keys.ts'

/** Name of the file in the data folder with the keys of receipts. */
export const RECEIPT_KEYS_FILE = 'receipt-keys.json'

/** Separates the sealed keys from any other use of `SECRET_KEY`. */
const USE = 'wellhead receipt keys'

/** Where an installation keeps its keys: in the data folder, or with a secret key in the database, sealed by it. */
export type KeyStorage = { dataDir: string; secretKey: string | null }

/** Reads the keys; undefined when there are none yet. @throws {StartFault} when they cannot be opened */
export function readKeys(db: Db, storage: KeyStorage): Promise<ReceiptKeys | undefined> {
  return storage.secretKey === null ? readKeyFile(storage.dataDir) : readSealed(db, storage.secretKey)
}

/**
 * Reads the keys, and makes them where there are none. A key file in the data folder moves into the database once there is a
 * secret key, so that an installation keeps its keys.
 * @throws {StartFault} when they cannot be opened
 */
export async function obtainKeys(db: Db, storage: KeyStorage, now: Date): Promise<ReceiptKeys> {
  const existing = await readKeys(db, storage)
  if (existing) return existing
  if (storage.secretKey === null && (await readSealedText(db)) !== null) {
    throw new StartFault('The database has the keys of receipts, sealed by SECRET_KEY: set it as before.')
  }
  const made = (storage.secretKey !== null && (await readKeyFile(storage.dataDir))) || makeReceiptKeys(now)
  await write(db, storage, made, { replaces: false })
  // Another process may have written its keys first: those count.
  return (await readKeys(db, storage)) ?? made
}

/** Makes a new key pair that signs from now on; the public keys so far stay. */
export async function rotateKeys(db: Db, storage: KeyStorage, now: Date): Promise<ReceiptKeys> {
  const made = makeReceiptKeys(now, await obtainKeys(db, storage, now))
  await write(db, storage, made, { replaces: true })
  return made
}

async function write(
  db: Db,
  { dataDir, secretKey }: KeyStorage,
  keys: ReceiptKeys,
  { replaces }: { replaces: boolean },
): Promise<void> {
  const text = formatReceiptKeys(keys)
  if (secretKey === null) return writeSecretFile(dataDir, RECEIPT_KEYS_FILE, text, { replaces })
  const update = db.updateTable('installation').set({ receipt_keys: sealText(text, secretKey, USE) })
  await (replaces ? update : update.where('receipt_keys', 'is', null)).execute()
}

/** Reads the key file of a data folder; undefined when there is none. @throws {StartFault} when it is damaged */
export async function readKeyFile(dataDir: string): Promise<ReceiptKeys | undefined> {
  const file = join(dataDir, RECEIPT_KEYS_FILE)
  const text = await readFile(file, 'utf8').catch(undefinedIfMissing)
  const keys = text === undefined ? undefined : parseReceiptKeys(text)
  if (keys || text === undefined) return keys
  throw new StartFault(`${file} is damaged. Put it back from a backup: without it, receipts cannot be checked.`)
}

async function readSealed(db: Db, secretKey: string): Promise<ReceiptKeys | undefined> {
  const sealed = await readSealedText(db)
  if (sealed === null) return undefined
  const keys = parseReceiptKeys(openSealedText(sealed, secretKey, USE) ?? '')
  if (keys) return keys
  throw new StartFault(
    'SECRET_KEY does not open the keys of receipts in the database: set the one with which they were made.',
  )
}

async function readSealedText(db: Db): Promise<string | null> {
  return (await db.selectFrom('installation').select('receipt_keys').executeTakeFirstOrThrow()).receipt_keys
}
