import { relative, resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { readDatabase } from '../platform/database/sqlite/open-database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { CommandFault } from '../platform/operator-faults.ts'
import { counted } from './backup/backup-messages.ts'
import { openStores } from './open-export/open-stores.ts'
import { writeExport } from './open-export/write-export.ts'
import { type Command, runCommand, say, warn } from './run-command.ts'

/**
 * `npm run export -- FOLDER`: writes everything into a new folder that other programs can read, also while the server runs. Exit code 2:
 * the export is made, but files were lost before.
 */
await runCommand(['npm run export -- FOLDER'], async (command) => {
  const { dataDir, args, signal } = command
  const folder = resolve(args[0] ?? '')
  if (!relative(dataDir, folder).startsWith('..')) {
    throw new CommandFault(`${folder} is inside the data folder. Write the export outside of it.`)
  }
  await using opened = new AsyncDisposableStack()
  const db = await openBesideServers(command, opened)
  const stores = await openStores(command, opened)
  const { rows, files, missing } = await writeExport(folder, { db, stores, now: new Date(), signal })
  const applications = counted(rows.applications ?? 0, 'application')
  say(`Wrote ${folder}: ${applications}, ${counted(rows.jobs ?? 0, 'posting')}, ${counted(files, 'file')}.`)
  say('It holds personal data. README.md in it says what is where.')
  if (missing.length === 0) return 0
  warn(`THE EXPORT IS INCOMPLETE: no store has ${counted(missing.length, 'resume')} whole.`)
  for (const { id, application } of missing) warn(`- resume ${id} of application ${application}`)
  return 2
})

async function openBesideServers(
  { dataDir, postgres }: Command,
  opened: AsyncDisposableStack,
): Promise<Kysely<Tables>> {
  if (!postgres) return opened.use(await readDatabase(dataDir)).db
  const { openPostgresForCommand } = await import('../platform/database/postgres/open-postgres.ts')
  return opened.use(await openPostgresForCommand(postgres)).db
}
