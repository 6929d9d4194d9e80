import { relative, resolve } from 'node:path'
import type { ChainKeyStorage } from '../features/audit/chain-key.ts'
import { sealTrail } from '../features/audit/seal-trail.ts'
import { systemClock } from '../platform/clock.ts'
import { changeDatabase, readDatabase } from '../platform/database/sqlite/open-database.ts'
import { CommandFault } from '../platform/operator-faults.ts'
import { refuseExisting } from './backup/backup-file.ts'
import { counted, countLine, faultLine, remoteLine, unreadableLine } from './backup/backup-messages.ts'
import { makeBackup } from './backup/make-backup.ts'
import { isKeyOpenToOthers, obtainSealKey, readGivenKey, SEAL_KEY_FILE, type SealKey } from './backup/seal-key.ts'
import { refusePostgres, runCommand, say, warn } from './run-command.ts'

const SHOW_KEY = '--show-seal-key'

/**
 * `npm run backup -- FILE`: writes the database and all local files into one sealed file. Exit code 2: the backup is made,
 * but files were lost before. `npm run backup -- --show-seal-key`: shows the key; makes it when the folder has none.
 */
await runCommand(
  ['npm run backup -- FILE', `npm run backup -- ${SHOW_KEY}`],
  async ({ dataDir, postgres, secretKey, args: [typed = ''], signal }) => {
    refusePostgres(postgres)
    const sealKey = readGivenKey(process.env)
    if (typed === SHOW_KEY) return showKey(dataDir, sealKey)
    const file = resolve(typed)
    refuseExisting(file)
    if (!relative(dataDir, file).startsWith('..')) {
      throw new CommandFault(
        `${file} is inside the data folder. Write the backup outside of it, best on another machine.`,
      )
    }
    await sealFirst({ dataDir, secretKey }, signal)
    const backup = await makeBackup(dataDir, file, { signal, sealKey, onNewKey: sayNewKey })
    const { size, counts, faults, unreadableTasks } = backup
    say(`Wrote ${file}: ${countLine(counts)}, ${(size / 1e6).toFixed(1)} MB.`)
    say(remoteLine(counts, '; the backup does not hold them'))
    warnOfOpenKey(dataDir)
    warn(unreadableLine(unreadableTasks))
    if (faults.length === 0) return 0
    warn(`THE BACKUP IS INCOMPLETE: the data folder has ${counted(faults.length, 'fault')}.`)
    for (const fault of faults) warn(faultLine(fault))
    return 2
  },
)

/** Seals what came in the last seconds, so that the backup proves it too. A backup is made all the same when that fails. */
async function sealFirst(chainKey: ChainKeyStorage, signal: AbortSignal): Promise<void> {
  await using database = await changeDatabase(chainKey.dataDir)
  const services = { db: database.db, clock: systemClock, chainKey }
  await sealTrail(services, { signal }).catch((error) => warn(`The audit trail was not sealed first: ${error.message}`))
}

async function showKey(dataDir: string, given: SealKey | undefined): Promise<number> {
  // Refuses a folder that holds no installation.
  await (await readDatabase(dataDir))[Symbol.asyncDispose]()
  const { key } = await obtainSealKey(dataDir, given)
  warnOfOpenKey(dataDir)
  say(key.text)
  return 0
}

/** Printed once, unasked: without the key a restore on another machine cannot compare the seal. */
function sayNewKey({ text }: SealKey): void {
  say('This key seals the backups of this installation. Keep it apart from them, for example in a password manager:')
  say(text)
  say(`A restore asks for it. To see it again: npm run backup -- ${SHOW_KEY}`)
}

function warnOfOpenKey(dataDir: string): void {
  if (!isKeyOpenToOthers(dataDir)) return
  warn(`Other users of this machine can read ${SEAL_KEY_FILE} in ${dataDir}. Run chmod 600 on it.`)
}
