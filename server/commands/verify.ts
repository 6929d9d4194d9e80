import { counted, countLine, faultLine, remoteLine, unreadableLine } from './backup/backup-messages.ts'
import { checkFolder } from './backup/check-folder.ts'
import { checkReceiptFile } from './check-receipt.ts'
import { refusePostgres, runCommand, say, warn } from './run-command.ts'

/**
 * `npm run verify`: checks the whole data folder, also while the server runs. `npm run verify -- --receipt FILE`: checks one
 * receipt without a server. Neither changes anything.
 */
await runCommand(['npm run verify', 'npm run verify -- --receipt FILE'], async (command) => {
  const { dataDir, postgres, args, signal } = command
  const [, receiptFile] = args
  if (receiptFile !== undefined) return checkReceiptFile(receiptFile, command)
  refusePostgres(postgres)
  const { faults, counts, unreadableTasks } = await checkFolder({ folder: dataDir, isLive: true, signal })
  for (const fault of faults) warn(faultLine(fault))
  warn(unreadableLine(unreadableTasks))
  if (counts) {
    say(`${dataDir} has ${countLine(counts)}.`)
    say(remoteLine(counts, '; this command does not check them'))
  }
  say(faults.length === 0 ? 'Everything is intact.' : `The data folder has ${counted(faults.length, 'fault')}.`)
  return faults.length === 0 ? 0 : 1
})
