import { checkFolder } from './backup/check-folder.ts'
import { counted, countLine, faultLine, unreadableLine } from './backup/fault-lines.ts'
import { refusePostgres, runCommand, say, warn } from './run-command.ts'

/** `npm run verify`: proves the data folder whole, without changing it and while the server runs. */
await runCommand(['npm run verify'], async ({ dataDir, postgres, signal }) => {
  refusePostgres(postgres)
  const { faults, counts, unreadableTasks } = await checkFolder({ folder: dataDir, isLive: true, signal })
  for (const fault of faults) console.error(faultLine(fault))
  warn(unreadableLine(unreadableTasks))
  if (counts) say(`${dataDir} has ${countLine(counts)}.`)
  if (counts && counts.cloudOnly > 0) {
    say(`${counted(counts.cloudOnly, 'resume')} only in the cloud drive: not looked at here.`)
  }
  say(faults.length === 0 ? 'Everything is whole.' : `Not whole: ${counted(faults.length, 'fault')}.`)
  return faults.length === 0 ? 0 : 1
})
