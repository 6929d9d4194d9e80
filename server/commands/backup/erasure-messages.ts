import type { Replayed } from '../../features/erasure/replay-erasures.ts'
import { counted } from './backup-messages.ts'
import type { FoundLedgers } from './find-ledgers.ts'

/** Says until when a restore knows of erasures, and what it has removed again. */
export function* erasureLines(
  { ledgers }: Pick<FoundLedgers, 'ledgers'>,
  { applications, alerts }: Replayed,
  createdAt: string,
): Generator<string> {
  const until = ledgers.reduce((latest, ledger) => (ledger.until > latest ? ledger.until : latest), createdAt)
  if (ledgers.length === 0) {
    yield `No newer ledger of erasures was found: erasures are known until ${createdAt}, when the backup was made.`
    yield 'Who was erased since is in it again. If you have a newer backup, or erasures.jsonl of the old data folder, do not start the'
    yield 'server: restore into another folder with --erasures FILE.'
  } else {
    yield `Erasures are known until ${until}, from ${ledgers.map(({ file }) => file).join(', ')}.`
    if (ledgers.every(({ isProven }) => !isProven)) {
      yield 'The backup has no erasure of its own by which these files could be compared: make sure that they are of this installation.'
    }
  }
  if (applications + alerts === 0) return
  yield `Removed again, as after the backup: ${counted(applications, 'application')} and ${counted(alerts, 'job alert')}.`
}
