import { constants, existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CHAIN_KEY_FILE } from '../features/audit/chain-key.ts'
import { LEDGER_FILE } from '../features/erasure-ledger/ledger-file.ts'
import { COPIED_DATABASE_FILE } from '../platform/database/sqlite/open-database.ts'
import { SEALING_KEY_FILE } from '../platform/sealer.ts'
import { counted, faultLine } from './backup/backup-messages.ts'
import { checkResumes, type Fault } from './backup/check-folder.ts'
import { type Addresses, parseAddresses } from './database-copy/addresses.ts'
import { copyInstallation } from './database-copy/copy-installation.ts'
import { openEnds } from './database-copy/open-ends.ts'
import { runCommand, say, warn } from './run-command.ts'

// Other users must not read the new database.
process.umask(0o077)

/** `npm run copy-database -- --from sqlite:FOLDER --to postgres://…`, or the other way round. */
await runCommand(
  ['npm run copy-database -- --from SOURCE --to TARGET'],
  async ({ dataDir, args: [, from = '', , to = ''], signal }) => {
    const addresses = parseAddresses(from, to)
    await using opened = new AsyncDisposableStack()
    const ends = await openEnds(addresses, opened)
    const filesFolder = addresses.isToPostgres ? addresses.folder : dataDir
    const faults = existsSync(join(filesFolder, 'resumes'))
      ? (await checkResumes({ folder: filesFolder, signal }, ends.source.db)).faults
      : []
    const counts = await copyInstallation(ends, signal)
    for (const [table, rows] of counts) say(`${table.padEnd(22)}${rows.toLocaleString('en').padStart(12)}`)
    say(`Counts and checksums of all ${counts.size} tables agree.`)
    if (filesFolder !== addresses.folder) await copyKeys(filesFolder, addresses.folder)
    warnOfLostFiles(faults)
    for (const line of instructions(addresses, filesFolder)) say(line)
    return 0
  },
)

/** The keys that belong to rows follow these, and the mirror of the ledger, where there are some; one in the target stays. */
async function copyKeys(from: string, to: string): Promise<void> {
  for (const name of [CHAIN_KEY_FILE, SEALING_KEY_FILE, LEDGER_FILE]) {
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_EXCL).catch((error) => {
      if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
    })
  }
}

/** Lost files do not stop a copy: they were lost before it. */
function warnOfLostFiles(faults: Fault[]): void {
  if (faults.length === 0) return
  warn(`WARNING: ${counted(faults.length, 'resume')} were missing or altered before the copy. All rows were copied.`)
  for (const fault of faults) warn(faultLine(fault))
}

function instructions({ folder, isToPostgres }: Addresses, filesFolder: string): string[] {
  if (isToPostgres) {
    return [
      'Next:',
      `- Start the server with DATA_DIR=${folder} and DATABASE_URL set to the target. The files of the resumes stay in that folder.`,
      '- Several processes need the files in one place: a bucket or a shared folder (docs/operations.md).',
      `- The old database is now ${join(folder, COPIED_DATABASE_FILE)}. No server starts on it.`,
      '  Delete it once you are sure that you will not return to it.',
    ]
  }
  return [
    'Next:',
    ...(filesFolder === folder ? [] : [`- Copy the files of the resumes: cp -a ${filesFolder}/resumes ${folder}/`]),
    `- Check the folder with DATA_DIR=${folder} and without DATABASE_URL: npm run verify.`,
    `- To use it, start the server with DATA_DIR=${folder} and without DATABASE_URL.`,
    '  The rows in PostgreSQL stay there: start no server on them again.',
  ]
}
