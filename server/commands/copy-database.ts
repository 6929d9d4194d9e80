import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../platform/database/tables.ts'
import { checkLocalFiles } from './backup/check-folder.ts'
import { counted, faultLine } from './backup/fault-lines.ts'
import { parseEnds } from './database-copy/installation-address.ts'
import { type Copied, moveInstallation, openEnds } from './database-copy/move-installation.ts'
import { nextSteps } from './database-copy/next-steps.ts'
import { runCommand, say } from './run-command.ts'

const USAGE = 'npm run copy-database -- --from SOURCE --to TARGET'

type FilesReport = Awaited<ReturnType<typeof checkLocalFiles>>

// The new database is as little for others to read as the rest of a data folder.
process.umask(0o077)

/** `npm run copy-database -- --from sqlite:FOLDER --to postgres://…`, or the other way round. */
await runCommand([USAGE, `${USAGE} --replace-nul`], async ({ dataDir, args, signal }) => {
  const [, from = '', , to = '', option] = args
  const ends = parseEnds(from, to)
  await using opened = new AsyncDisposableStack()
  const open = await openEnds(ends, { faults: [], opened })
  const filesFolder = ends.from.engine === 'sqlite' ? ends.from.folder : dataDir
  const files = await lookAtFiles(filesFolder, open.source, signal)
  const copied = await moveInstallation(ends, open, { replacesNul: option !== undefined, signal })
  sayCopied(copied)
  sayFiles(filesFolder, files)
  for (const line of nextSteps(ends, filesFolder)) say(line)
  return 0
})

function sayCopied({ counts, replaced }: Copied): void {
  for (const [table, rows] of counts) say(`${table.padEnd(22)}${rows.toLocaleString('en').padStart(12)}`)
  say(`Counts and checksums of all ${counts.size} tables agree.`)
  if (replaced.length === 0) return
  console.error(`NUL characters were replaced by U+FFFD in ${counted(replaced.length, 'row')}:`)
  for (const row of replaced) console.error(row)
}

/** A file that was lost before stops nothing: it is no more lost with the rows elsewhere. */
async function lookAtFiles(folder: string, source: Db, signal: AbortSignal): Promise<FilesReport | undefined> {
  return existsSync(join(folder, 'resumes')) ? checkLocalFiles({ folder, signal }, source) : undefined
}

function sayFiles(folder: string, report: FilesReport | undefined): void {
  if (!report) {
    say(`The files of the resumes were not looked at: ${folder} has no folder resumes. DATA_DIR says where they are.`)
    return
  }
  const { faults, named, cloudOnly } = report
  const altered = faults.filter((fault) => fault.kind === 'altered').length
  const nameless = faults.filter((fault) => fault.kind === 'missing' && fault.key === null).length
  const inOrder = named - (faults.length - nameless)
  say(
    `Files in ${join(folder, 'resumes')}: ${inOrder} in order, ${faults.length - altered} missing, ${altered} altered` +
      `${cloudOnly > 0 ? `; ${counted(cloudOnly, 'resume')} only in the cloud` : ''}.`,
  )
  if (faults.length === 0) return
  console.error('WARNING: not every file is as it should be. That was so before; the rows are whole.')
  for (const fault of faults) console.error(faultLine(fault))
}
