import type { Kysely } from 'kysely'
import { checkTrail } from '../features/audit/check-trail.ts'
import { checkSecrets } from '../features/second-factors/check-code.ts'
import type { PostgresSettings } from '../platform/database/postgres/postgres-settings.ts'
import { readDatabase } from '../platform/database/sqlite/open-database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { createSealer, SEALING_KEY_FILE } from '../platform/sealer.ts'
import { counted, countLine, faultLine, remoteLine, unreadableLine } from './backup/backup-messages.ts'
import { checkErasures } from './backup/check-erasures.ts'
import { checkFolder } from './backup/check-folder.ts'
import { findLeftovers } from './backup/find-leftovers.ts'
import { trailFaultLine, trailLine } from './backup/trail-messages.ts'
import { checkReceiptFile } from './check-receipt.ts'
import { type Command, printable, runCommand, say, warn } from './run-command.ts'

/**
 * `npm run verify`: checks the whole data folder, the ledger of erasures, the chain of the audit trail, and that the secrets of authenticator apps open, also while the
 * server runs; with PostgreSQL all but the comparison of files and the check of the database file. `npm run verify -- --receipt FILE`: checks one receipt without a server. None of it changes anything.
 */
await runCommand(['npm run verify', 'npm run verify -- --receipt FILE'], async (command) => {
  const { dataDir, postgres, args, signal } = command
  const [, receiptFile] = args
  if (receiptFile !== undefined) return checkReceiptFile(receiptFile, command)
  if (postgres) return verifyPostgres(postgres, command)
  const { faults, counts, unreadableTasks } = await checkFolder({ folder: dataDir, isLive: true, signal })
  for (const fault of faults) warn(faultLine(fault))
  warn(unreadableLine(unreadableTasks))
  // Without counts the database cannot be read.
  if (!counts) return conclude('The data folder', faults.length)
  say(`${dataDir} has ${countLine(counts)}.`)
  say(remoteLine(counts, '; this command does not check them'))
  await using database = await readDatabase(dataDir)
  return conclude('The data folder', faults.length + (await verifyRows(database.db, command)))
})

/** Rows and files are checked by the tools of PostgreSQL and of their store. */
async function verifyPostgres(postgres: PostgresSettings, command: Command): Promise<number> {
  const { openPostgresForCommand } = await import('../platform/database/postgres/open-postgres.ts')
  await using database = await openPostgresForCommand(postgres)
  const faults = await verifyRows(database.db, command)
  say('With PostgreSQL this command checks no rows and files besides: see docs/operations.md for those.')
  return conclude('The database', faults)
}

/** What is checked on both engines. @returns how many faults it named */
async function verifyRows(db: Kysely<Tables>, command: Command): Promise<number> {
  const erasures = await checkErasures(db, command.dataDir, new Date())
  for (const fault of erasures.faults) warn(fault)
  if (erasures.entries > 0) say(`The ledger of erasures has ${counted(erasures.entries, 'entry', 'entries')}.`)
  const leftovers = await findLeftovers(db)
  for (const fault of leftovers.faults) warn(fault)
  say(leftovers.note)
  const ofTrail = await verifyTrail(db, command)
  return erasures.faults.length + leftovers.faults.length + ofTrail + (await verifySecrets(db, command))
}

/** @returns how many faults it named */
async function verifyTrail(db: Kysely<Tables>, { dataDir, secretKey, signal }: Command): Promise<number> {
  const report = await checkTrail(db, { dataDir, secretKey }, signal)
  for (const fault of report.faults) warn(trailFaultLine(fault))
  say(trailLine(report))
  return report.faults.length
}

/** Opens the sealed secret of each authenticator app. @returns how many faults it named */
async function verifySecrets(db: Kysely<Tables>, { dataDir, secretKey }: Command): Promise<number> {
  const { apps, unopened } = await checkSecrets({ db, sealer: createSealer({ dataDir, secretKey }) })
  const secrets = (count: number, [one, many]: readonly [string, string]) =>
    `${counted(count, 'secret')} of ${counted(apps, 'authenticator app')} ${count === 1 ? one : many}`
  const opened = apps - unopened.length
  if (opened > 0) say(`${secrets(opened, ['opens', 'open'])}.`)
  if (unopened.length === 0) return 0
  warn(
    `${secrets(unopened.length, ['does', 'do'])} not open with this key: that of ${unopened.map(printable).join(', ')}. Their codes cannot be checked.`,
  )
  warn(`Put the former SECRET_KEY or ${SEALING_KEY_FILE} back, or remove the second factors of these people.`)
  return 1
}

/** @returns the exit code */
function conclude(what: string, faults: number): number {
  say(faults === 0 ? 'Everything is intact.' : `${what} has ${counted(faults, 'fault')}.`)
  return faults === 0 ? 0 : 1
}
