import { relative, resolve } from 'node:path'
import { CommandFault, refusePostgres, runCommand, say } from './command.ts'
import { counted, countLine, faultLine } from './fault-lines.ts'
import { makeBackup } from './make-backup.ts'
import { refuseExisting } from './write-backup-file.ts'

/** `npm run backup -- FILE`: writes one file with the database and all local files. Exit code 2: made, with losses. */
await runCommand(['npm run backup -- FILE'], async ({ dataDir, postgres, args, signal }) => {
  refusePostgres(postgres)
  const file = resolve(args[0] ?? '')
  refuseExisting(file)
  if (!relative(dataDir, file).startsWith('..')) {
    throw new CommandFault(`${file} is inside the data folder. A backup belongs outside, best on another machine.`)
  }
  const { size, counts, faults } = await makeBackup(dataDir, file, signal)
  say(`Wrote ${file}: ${countLine(counts)}, ${(size / 1e6).toFixed(1)} MB.`)
  if (counts.cloudOnly > 0) {
    say(`${counted(counts.cloudOnly, 'resume')} only in the cloud drive and not in this backup file.`)
  }
  if (faults.length === 0) return 0
  console.error(`THE BACKUP IS NOT WHOLE, because the data folder is not (${counted(faults.length, 'fault')}):`)
  for (const fault of faults) console.error(faultLine(fault))
  return 2
})
