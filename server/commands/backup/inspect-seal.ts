import type { AccountRow } from '../../platform/database/tables.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import type { ReadManifest } from './manifest.ts'
import { isSealedBy } from './seal.ts'
import { parseSealKey, type SealKey } from './seal-key.ts'

/** How it stands with the seal of a backup: compared and right, not there, or there and not compared. */
export type SealState = 'holds' | 'absent' | 'not compared'

/** A seal that was looked at, and the key of the operator, which the new folder keeps. */
export type Inspected = { seal: SealState; key: SealKey | undefined }

/** Who can sign in, and since when the account is there. */
export type AccountFacts = Pick<AccountRow, 'username' | 'created_at'>

/** What is done where no seal can be shown to hold. */
export type WithoutSeal = 'refuse' | 'ask' | 'go on'

type Inspection = {
  /** What the operator has put into the environment. */
  given: SealKey | undefined
  withoutSeal: WithoutSeal
  /** Asks for the key on the terminal; an empty answer stands for none. */
  askForKey(question: string): Promise<string>
}

/**
 * Compares the seal of a backup with the key of the operator. A key that was given must fit a seal that is there.
 * @throws {CommandFault} when the seal is broken or another installation's, or when nobody may go on without one
 */
export async function inspectSeal(read: ReadManifest, inspection: Inspection): Promise<Inspected> {
  const { given, withoutSeal } = inspection
  if (!read.seal) return withoutOne({ seal: 'absent', key: given }, withoutSeal)
  const key = given ?? (withoutSeal === 'ask' ? await askUntilItFits(read, inspection) : undefined)
  if (!key) return withoutOne({ seal: 'not compared', key: undefined }, withoutSeal)
  const fault = faultOf(read, key)
  if (fault) throw new CommandFault(`${fault} Nothing was restored.`)
  return { seal: 'holds', key }
}

function withoutOne(inspected: Inspected, withoutSeal: WithoutSeal): Inspected {
  if (withoutSeal !== 'refuse') return inspected
  const reason =
    inspected.seal === 'absent'
      ? `${NO_SEAL} Nothing was restored.`
      : 'The backup is sealed, and nobody has said with which key, so that it may have been altered since. Nothing was restored.\n' +
        'Name the key that you kept in BACKUP_SEAL_KEY, or its file (backup-seal.key in the old data folder) in BACKUP_SEAL_KEY_FILE.'
  throw new CommandFault(`${reason}\nTo go on all the same, type npm run restore -- FILE --without-seal.`)
}

/** What there is to say about a backup whose seal is not known to hold. */
export const NO_SEAL =
  'The backup has no seal: it was made before backups were sealed, or somebody has taken the seal off to alter it.'

/** What is wrong with a seal, compared with a key; undefined when nothing is. */
function faultOf({ text, seal }: ReadManifest, key: SealKey): string | undefined {
  if (!seal || isSealedBy(key, { seal, text })) return undefined
  return seal.key === key.id
    ? 'THE SEAL IS BROKEN: the backup was altered after it was made. Use another one, and find out who could write to this one.'
    : `The backup bears the seal of another installation (key ${seal.key}; the one given is ${key.id}), or was altered.`
}

/** @returns undefined when the operator has none */
async function askUntilItFits(read: ReadManifest, { askForKey }: Inspection): Promise<SealKey | undefined> {
  for (let before = ''; ; ) {
    const typed = await askForKey(
      `${before}Key that seals the backups (not shown while you type; empty if you have none): `,
    )
    if (typed.trim() === '') return undefined
    const key = parseSealKey(typed)
    const fault = key ? faultOf(read, key) : 'That is no seal key: it has 64 digits from 0 to 9 and a to f.'
    if (key && !fault) return key
    before = `${fault}\n`
  }
}
