import { resolve } from 'node:path'
import { CommandFault } from '../platform/operator-faults.ts'
import { askSecret, askYesOrNo, isOnTerminal } from './ask.ts'
import { counted, countLine, faultLine } from './backup/fault-lines.ts'
import { type AccountFacts, inspectSeal, NO_SEAL, type SealState, type WithoutSeal } from './backup/inspect-seal.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { readGivenKey } from './backup/seal-key.ts'
import { refusePostgres, runCommand, say } from './run-command.ts'

const SEAL_WORDS: Record<SealState, string> = {
  holds: 'The seal holds: the backup is as this installation made it.',
  absent: NO_SEAL,
  'not compared': 'THE SEAL WAS NOT COMPARED: whoever could write to the backup file may have altered it.',
}

/** `npm run restore -- FILE`: makes the data folder, which must not be there yet, from a backup file. */
await runCommand(
  ['npm run restore -- FILE', 'npm run restore -- FILE --without-seal'],
  async ({ dataDir, postgres, args, signal }) => {
    refusePostgres(postgres)
    const [file = '', mayLackSeal] = args
    const given = readGivenKey(process.env)
    const withoutSeal: WithoutSeal = mayLackSeal ? 'go on' : isOnTerminal() ? 'ask' : 'refuse'
    const { manifest, faults } = await restoreBackup(resolve(file), dataDir, {
      signal,
      inspectSeal: (read) =>
        inspectSeal(read, { given, withoutSeal, askForKey: (question) => askSecret(question, signal) }),
      approve: async (accounts, { seal }) => {
        say(SEAL_WORDS[seal])
        sayAccounts(accounts)
        if (seal === 'holds' || withoutSeal !== 'ask') return
        const isWanted = await askYesOrNo('Do you know all of these accounts, and restore this backup?', signal)
        if (!isWanted) throw new CommandFault('Nothing was restored.')
      },
    })
    const { createdAt, wellhead, counts } = manifest
    say(`Restored ${dataDir} as it was at ${createdAt} (Wellhead ${wellhead}): ${countLine(counts)}.`)
    say('Everybody has to sign in again.')
    if (counts.cloudOnly > 0) say(`${counted(counts.cloudOnly, 'resume')} only in the cloud drive, as before.`)
    if (faults.length === 0) return 0
    console.error(`What the backup file says was lost before it was made (${counted(faults.length, 'fault')}):`)
    for (const fault of faults) console.error(faultLine(fault))
    return 0
  },
)

/** Names come out of a file that anybody may have written: nothing in them may move the cursor. */
function sayAccounts(accounts: AccountFacts[]): void {
  say(accounts.length === 0 ? 'It has no account.' : `It has ${counted(accounts.length, 'account')}:`)
  for (const { username, created_at } of accounts) say(`  ${printable(username)}  (since ${printable(created_at)})`)
}

function printable(text: string): string {
  return String(text).replaceAll(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}
