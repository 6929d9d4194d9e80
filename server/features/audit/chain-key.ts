import { hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfMissing } from '../../platform/file-stores/temporary-files.ts'
import { StartFault } from '../../platform/operator-faults.ts'
import { writeSecretFile } from '../../platform/secret-file.ts'

/** Name of the file in the data folder with the key that proves where the chain of the audit trail ends. */
export const CHAIN_KEY_FILE = 'audit-chain.key'

/** Separates the key from any other use of `SECRET_KEY`. */
const USE = 'wellhead audit trail'

/** What follows the key in its file once a chain was begun with it. */
const IN_USE = ' in use'

/** Where an installation keeps its key: in the data folder; with a secret key it is made from that, and kept nowhere. */
export type ChainKeyStorage = { dataDir: string; secretKey: string | null }

/** The keys of an installation: the first signs; the head may also be signed by one from before `SECRET_KEY` was set. */
export type ChainKeys = {
  keys: Buffer[]
  /** Whether the file says that a chain was begun with its key: a database without a head has then lost it. */
  isInUse: boolean
}

/** Reads the keys. Changes nothing. @throws {StartFault} when the file is damaged */
export async function readChainKeys({ dataDir, secretKey }: ChainKeyStorage): Promise<ChainKeys> {
  const file = join(dataDir, CHAIN_KEY_FILE)
  const text = (await readFile(file, 'utf8').catch(undefinedIfMissing))?.trimEnd()
  const isInUse = text?.endsWith(IN_USE) ?? false
  const digits = isInUse ? text?.slice(0, -IN_USE.length) : text
  if (digits !== undefined && !/^[0-9a-f]{64}$/.test(digits)) {
    throw new StartFault(`${file} is damaged. Put it back from a backup.`)
  }
  const stored = digits === undefined ? [] : [Buffer.from(digits, 'hex')]
  if (secretKey === null) return { keys: stored, isInUse }
  return { keys: [Buffer.from(hkdfSync('sha256', secretKey, '', USE, 32)), ...stored], isInUse: false }
}

/** Reads the key that signs, and makes one where there is none. */
export async function obtainChainKey(storage: ChainKeyStorage): Promise<Buffer> {
  const [existing] = (await readChainKeys(storage)).keys
  if (existing) return existing
  const made = randomBytes(32)
  await writeSecretFile(storage.dataDir, CHAIN_KEY_FILE, `${made.toString('hex')}\n`)
  // Another process may have written its key first: that one counts.
  return (await readChainKeys(storage)).keys[0] ?? made
}

/** Notes beside the key, once the database has a head signed with it, that there is one. */
export async function noteChainBegun(storage: ChainKeyStorage): Promise<void> {
  if (storage.secretKey !== null) return
  const { keys, isInUse } = await readChainKeys(storage)
  if (!keys[0] || isInUse) return
  await writeSecretFile(storage.dataDir, CHAIN_KEY_FILE, `${keys[0].toString('hex')}${IN_USE}\n`, { replaces: true })
}
