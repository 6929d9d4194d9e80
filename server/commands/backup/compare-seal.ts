import { CommandFault } from '../../platform/operator-faults.ts'
import { isSealedBy, type ReadManifest } from './manifest.ts'
import { parseSealKey, type SealKey } from './seal-key.ts'

/** A seal that holds and the key that made it; no key when the seal was not compared. */
export type ComparedSeal = { key: SealKey | undefined }

/** What to do without a key: refuse, ask the person at the terminal, or restore all the same. */
export type WithoutKey = 'refuse' | 'ask' | 'restore'

type Comparison = {
  /** The key from the environment. */
  given: SealKey | undefined
  withoutKey: WithoutKey
  /** Asks for the key on the terminal; an empty answer means that the person has none. */
  askForKey(question: string): Promise<string>
}

const NO_KEY =
  'The backup is sealed, and you named no key. Without the key nothing shows whether the file was altered. Nothing was restored.\n' +
  'Name the key that you kept in BACKUP_SEAL_KEY, or its file (backup-seal.key in the old data folder) in BACKUP_SEAL_KEY_FILE.\n' +
  'To restore without comparing the seal, type npm run restore -- FILE --without-seal.'

/**
 * Compares the seal of a backup with the key of the operator.
 * @throws {CommandFault} when the seal is broken or another installation's, or when there is no key and `withoutKey` refuses
 */
export async function compareSeal(
  read: ReadManifest,
  { given, withoutKey, askForKey }: Comparison,
): Promise<ComparedSeal> {
  const key = given ?? (withoutKey === 'ask' ? await askForFittingKey(read, askForKey) : undefined)
  if (!key && withoutKey === 'refuse') throw new CommandFault(NO_KEY)
  const fault = key && sealFault(read, key)
  if (fault) throw new CommandFault(`${fault} Nothing was restored.`)
  return { key }
}

function sealFault(read: ReadManifest, key: SealKey): string | undefined {
  if (isSealedBy(key, read)) return undefined
  return read.seal.key === key.id
    ? 'THE SEAL IS BROKEN: the backup was altered after it was made. Use another one, and find out who could write to this one.'
    : `The backup bears the seal of another installation (key ${read.seal.key}; the one given is ${key.id}), or was altered.`
}

/** Asks until the key fits. Returns undefined when the person has none. */
async function askForFittingKey(read: ReadManifest, ask: Comparison['askForKey']): Promise<SealKey | undefined> {
  for (let fault = ''; ; ) {
    const typed = await ask(`${fault}Key that seals the backups (not shown while you type; empty if you have none): `)
    if (typed.trim() === '') return undefined
    const key = parseSealKey(typed)
    const problem = key ? sealFault(read, key) : 'That is not a seal key: a key has 64 digits from 0 to 9 and a to f.'
    if (key && !problem) return key
    fault = `${problem}\n`
  }
}
