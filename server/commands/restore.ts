import { resolve } from 'node:path'
import { CommandFault } from '../platform/operator-faults.ts'
import { askSecret, askYesOrNo, isOnTerminal } from './ask.ts'
import { counted, countLine, endedLines, faultLine, remoteLine, waysLines } from './backup/backup-messages.ts'
import { compareSeal, type WithoutKey } from './backup/compare-seal.ts'
import { erasureLines } from './backup/erasure-messages.ts'
import { type AccountFacts, restoreBackup } from './backup/restore-backup.ts'
import { readGivenKey } from './backup/seal-key.ts'
import { printable, refusePostgres, runCommand, say, warn } from './run-command.ts'

const BRING_BACK_DELETED = '--bring-back-deleted'

/**
 * `npm run restore -- FILE`: makes the data folder, which must not exist yet or be empty, from a backup file. `--erasures FILE` names a
 * newer backup, or a ledger of erasures, that says who must not come back; it can be given several times. `--bring-back-deleted` leaves out
 * what admins deleted, which may have been a mistake.
 */
await runCommand(
  [
    'npm run restore -- FILE',
    `npm run restore -- FILE ${BRING_BACK_DELETED}`,
    'npm run restore -- FILE --without-seal',
    `npm run restore -- FILE --without-seal ${BRING_BACK_DELETED}`,
  ],
  async ({ dataDir, postgres, publicUrl, timeZone, args, named, signal }) => {
    refusePostgres(postgres)
    const [file = '', ...flags] = args
    const given = readGivenKey(process.env)
    const withoutKey: WithoutKey = flags.includes('--without-seal') ? 'restore' : isOnTerminal() ? 'ask' : 'refuse'
    const { manifest, faults, heldMessages, ended, found, replayed } = await restoreBackup(resolve(file), dataDir, {
      signal,
      ...{ publicUrl, timeZone },
      erasures: named.map((erasures) => resolve(erasures)),
      bringsBackDeleted: flags.includes(BRING_BACK_DELETED),
      compareSeal: (read) =>
        compareSeal(read, { given, withoutKey, askForKey: (question) => askSecret(question, signal) }),
      approve: async (accounts, { key }) => {
        say(
          key
            ? 'The seal holds: the backup is as this installation made it.'
            : 'THE SEAL WAS NOT COMPARED: anyone who could write to the backup file may have altered it.',
        )
        sayAccounts(accounts)
        if (key || withoutKey !== 'ask') return
        const isWanted = await askYesOrNo('Do you know all of these accounts, and restore this backup?', signal)
        if (!isWanted) throw new CommandFault('Nothing was restored.')
      },
    })
    const { createdAt, wellhead, counts } = manifest
    say(`Restored ${dataDir} as of ${createdAt} (Wellhead ${wellhead}): ${countLine(counts)}.`)
    for (const warning of found.warnings) warn(printable(warning))
    for (const line of erasureLines(found, replayed, createdAt)) say(printable(line))
    say('Every admin has to sign in again.')
    for (const line of waysLines(ended, createdAt)) say(line)
    say(remoteLine(counts, ', as before'))
    if (heldMessages > 0) {
      say(`${counted(heldMessages, 'message')} waited to be sent when the backup was made.`)
      say('They may have been sent since, so they are kept as not sent. See Messages in the admin area.')
    }
    for (const line of endedLines(ended)) say(line)
    if (faults.length === 0) return 0
    warn(`Before the backup was made, the data folder had ${counted(faults.length, 'fault')}:`)
    for (const fault of faults) warn(faultLine(fault))
    return 0
  },
  { option: '--erasures FILE' },
)

/** The names come from a file of unknown origin: none may send control characters to the terminal. */
function sayAccounts(accounts: AccountFacts[]): void {
  say(accounts.length === 0 ? 'It has no account.' : `It has ${counted(accounts.length, 'account')}:`)
  for (const { username, created_at, role, deactivated_at } of accounts) {
    const facts = [`since ${created_at}`, role, ...(deactivated_at === null ? [] : [`deactivated ${deactivated_at}`])]
    say(`  ${printable(username)}  (${printable(facts.join(', '))})`)
  }
}
