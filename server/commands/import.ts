import { resolve } from 'node:path'
import { counted, endedLines } from './backup/backup-messages.ts'
import { openTarget } from './database-copy/open-ends.ts'
import { importTable, TABLE_USAGES } from './import-table.ts'
import { openStores } from './open-export/open-stores.ts'
import { readExport } from './open-export/read-export.ts'
import { runCommand, say } from './run-command.ts'

// Other users must not read the new database.
process.umask(0o077)

/**
 * `npm run import -- FOLDER`: makes an installation from what `npm run export` wrote, in an empty data folder or database.
 * `npm run import -- --csv FILE`: prepares a table of another system, which the next server imports (`docs/moving-in.md`).
 */
await runCommand(['npm run import -- FOLDER', ...TABLE_USAGES], async (command) => {
  const { dataDir, args, publicUrl, signal } = command
  if (args[0] === '--csv') return importTable(command)
  await using opened = new AsyncDisposableStack()
  const target = await openTarget(command, opened)
  const stores = await openStores(command, opened)
  const { description, heldMessages, ended } = await readExport(resolve(args[0] ?? ''), {
    ...{ db: target.db, stores, publicUrl, signal },
    now: new Date(),
  })
  await target.finish()
  const { rows, madeAt } = description
  const counts = [counted(rows.applications ?? 0, 'application'), counted(rows.jobs ?? 0, 'posting')]
  say(`Imported ${counts.join(' and ')} into ${command.postgres ? 'the database' : dataDir}, as of ${madeAt}.`)
  say('Every row and file is as in the export: their checksums agree.')
  if (heldMessages > 0) {
    say(`${counted(heldMessages, 'message')} waited to be sent when the export was made.`)
    say('They may have been sent since, so they are kept as not sent. See Messages in the admin area.')
  }
  for (const line of endedLines(ended)) say(line)
  say('Nobody can sign in yet. Give an owner a password: npm run admin -- reset USERNAME')
  return 0
})
