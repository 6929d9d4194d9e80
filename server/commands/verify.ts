import type { Kysely } from 'kysely'
import { checkTrail } from '../features/audit/check-trail.ts'
import type { PostgresSettings } from '../platform/database/postgres/postgres-settings.ts'
import { readDatabase } from '../platform/database/sqlite/open-database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { counted, countLine, faultLine, remoteLine, unreadableLine } from './backup/backup-messages.ts'
import { checkFolder } from './backup/check-folder.ts'
import { trailFaultLine, trailLine } from './backup/trail-messages.ts'
import { checkReceiptFile } from './check-receipt.ts'
import { type Command, runCommand, say, warn } from './run-command.ts'

/**
 * `npm run verify`: checks the whole data folder and the chain of the audit trail, also while the server runs; with PostgreSQL
 * the chain alone. `npm run verify -- --receipt FILE`: checks one receipt without a server. None of it changes anything.
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
  return conclude('The data folder', faults.length + (await verifyTrail(database.db, command)))
})

/** Rows and files are checked by the tools of PostgreSQL and of their store. */
async function verifyPostgres(postgres: PostgresSettings, command: Command): Promise<number> {
  const { openPostgresForCommand } = await import('../platform/database/postgres/open-postgres.ts')
  await using database = await openPostgresForCommand(postgres)
  const faults = await verifyTrail(database.db, command)
  say('With PostgreSQL this command checks the audit trail alone: see docs/operations.md for the rows and the files.')
  return conclude('The audit trail', faults)
}

/** @returns how many faults it named */
async function verifyTrail(db: Kysely<Tables>, { dataDir, secretKey, signal }: Command): Promise<number> {
  const report = await checkTrail(db, { dataDir, secretKey }, signal)
  for (const fault of report.faults) warn(trailFaultLine(fault))
  say(trailLine(report))
  return report.faults.length
}

/** @returns the exit code */
function conclude(what: string, faults: number): number {
  say(faults === 0 ? 'Everything is intact.' : `${what} has ${counted(faults, 'fault')}.`)
  return faults === 0 ? 0 : 1
}
