import { relative, resolve } from 'node:path'
import { readDatabase } from '../platform/database/sqlite/read-database.ts'
import { CommandFault } from '../platform/operator-faults.ts'
import { counted, countLine, faultLine, unreadableLine } from './backup/fault-lines.ts'
import { makeBackup } from './backup/make-backup.ts'
import { isKeyOpenToOthers, obtainSealKey, readGivenKey, SEAL_KEY_FILE, type SealKey } from './backup/seal-key.ts'
import { refuseExisting } from './backup/write-backup-file.ts'
import { refusePostgres, runCommand, say, warn } from './run-command.ts'

const SHOW_KEY = '--show-seal-key'

/**
 * `npm run backup -- FILE`: writes one file with the database and all local files, sealed. Exit code 2: made, with
 * losses. `npm run backup -- --show-seal-key`: shows the key, and makes it where there is none yet.
 */
await runCommand(
  ['npm run backup -- FILE', `npm run backup -- ${SHOW_KEY}`],
  async ({ dataDir, postgres, args: [typed = ''], signal }) => {
    refusePostgres(postgres)
    const sealKey = readGivenKey(process.env)
    if (typed === SHOW_KEY) return showKey(dataDir, sealKey)
    const file = resolve(typed)
    refuseExisting(file)
    if (!relative(dataDir, file).startsWith('..')) {
      throw new CommandFault(`${file} is inside the data folder. A backup belongs outside, best on another machine.`)
    }
    const { size, counts, faults, unreadableTasks } = await makeBackup(dataDir, file, {
      signal,
      sealKey,
      onNewKey: sayNewKey,
    })
    say(`Wrote ${file}: ${countLine(counts)}, ${(size / 1e6).toFixed(1)} MB.`)
    if (counts.cloudOnly > 0) {
      say(`${counted(counts.cloudOnly, 'resume')} only in the cloud drive and not in this backup file.`)
    }
    warnOfOpenKey(dataDir)
    warn(unreadableLine(unreadableTasks))
    if (faults.length === 0) return 0
    console.error(`THE BACKUP IS NOT WHOLE, because the data folder is not (${counted(faults.length, 'fault')}):`)
    for (const fault of faults) console.error(faultLine(fault))
    return 2
  },
)

async function showKey(dataDir: string, given: SealKey | undefined): Promise<number> {
  // A folder that is no installation gets no key.
  await (await readDatabase(dataDir))[Symbol.asyncDispose]()
  const { key } = await obtainSealKey(dataDir, given)
  warnOfOpenKey(dataDir)
  say(key.text)
  return 0
}

/** Shown this once by itself: a restore on another machine cannot compare the seal without it. */
function sayNewKey({ text }: SealKey): void {
  say(
    'This is the key that seals the backups of this installation. Keep it apart from them, such as in a password manager:',
  )
  say(text)
  say(`A restore asks for it. To see it again: npm run backup -- ${SHOW_KEY}`)
}

function warnOfOpenKey(dataDir: string): void {
  if (!isKeyOpenToOthers(dataDir)) return
  console.error(`Other users of this machine may read ${SEAL_KEY_FILE} in ${dataDir}: chmod 600 it.`)
}
