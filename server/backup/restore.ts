import { resolve } from 'node:path'
import { refusePostgres, runCommand, say } from './command.ts'
import { counted, countLine, faultLine } from './fault-lines.ts'
import { restoreBackup } from './restore-backup.ts'

/** `npm run restore -- FILE`: makes the data folder, which must not be there yet, from a backup file. */
await runCommand(['npm run restore -- FILE'], async ({ dataDir, postgres, args, signal }) => {
  refusePostgres(postgres)
  const { manifest, faults } = await restoreBackup(resolve(args[0] ?? ''), dataDir, signal)
  const { createdAt, wellhead, counts } = manifest
  say(`Restored ${dataDir} as it was at ${createdAt} (Wellhead ${wellhead}): ${countLine(counts)}.`)
  say('Everybody has to sign in again.')
  if (counts.cloudOnly > 0) say(`${counted(counts.cloudOnly, 'resume')} only in the cloud drive, as before.`)
  if (faults.length === 0) return 0
  console.error(`What the backup file says was lost before it was made (${counted(faults.length, 'fault')}):`)
  for (const fault of faults) console.error(faultLine(fault))
  return 0
})
