import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { SCHEMA } from '../../platform/database/migrations/migrations.ts'
import { lockFolder } from '../../platform/database/sqlite/folder-lock.ts'
import { isMovedTo } from '../../platform/database/sqlite/moved-database.ts'
import { DATABASE_FILE } from '../../platform/database/sqlite/open-database.ts'
import { findDatabaseFaults, readAnyDatabase, readDatabase } from '../../platform/database/sqlite/read-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { CommandFault, StartFault } from '../../platform/operator-faults.ts'
import { orFault } from './faults.ts'
import type { Ends, InstallationAddress } from './installation-address.ts'
import { beginOnPostgres, keepToOurselves, openAsItIs, readSchema, takeBackAtTheEnd } from './postgres-end.ts'

/** Where what stands in the way is noted, and what is closed at the end. */
export type Opening = { faults: string[]; opened: AsyncDisposableStack }

const SCHEMA_ADVICE =
  'If the server is to be of this version, start it there once first: it brings the database up to date.'

/**
 * Opens the installation that is copied, as it is at this moment, and keeps servers from it until the end.
 * @returns undefined when there are faults
 */
export function openSource({ from, to }: Ends, opening: Opening): Promise<Transaction<Tables> | undefined> {
  return from.engine === 'sqlite' ? openSourceFolder(from.folder, to.name, opening) : openSourceServer(from, opening)
}

async function openSourceFolder(
  folder: string,
  target: string,
  { faults, opened }: Opening,
): Promise<Transaction<Tables> | undefined> {
  if (!existsSync(join(folder, DATABASE_FILE))) {
    faults.push(`There is no installation in ${folder}: it has no ${DATABASE_FILE}.`)
    return undefined
  }
  await orFault(faults, () => opened.adopt(holdFolder(folder), (lock) => lock.release()))
  // A copy to this target that did not come to its end is made again, if the target is empty.
  const read = isMovedTo(folder, target) ? readAnyDatabase : readDatabase
  const database = await orFault(faults, () => read(folder).catch(adviseOnSchema))
  if (!database) return undefined
  opened.use(database)
  for (const fault of findDatabaseFaults(database.sqlite))
    faults.push(`The database in ${folder} is damaged: ${fault}.`)
  const trx = await database.db.startTransaction().execute()
  takeBackAtTheEnd(trx, opened)
  return trx
}

/** @throws {CommandFault} when a server has the folder */
export function holdFolder(folder: string): ReturnType<typeof lockFolder> {
  try {
    return lockFolder(folder)
  } catch (error) {
    if (!(error instanceof StartFault)) throw error
    throw new CommandFault(
      `A server is running on ${folder}. Stop it first: what is sent to it meanwhile would be missing in the copy.`,
    )
  }
}

function adviseOnSchema(error: unknown): never {
  throw error instanceof CommandFault ? new CommandFault(`${error.message}\n${SCHEMA_ADVICE}`) : error
}

async function openSourceServer(
  { url, name }: InstallationAddress & { engine: 'postgres' },
  { faults, opened }: Opening,
): Promise<Transaction<Tables> | undefined> {
  const db = await orFault(faults, () => openAsItIs(url, opened))
  if (!db) return undefined
  const schema = await readSchema(db)
  if (schema === undefined) faults.push(`There is no installation in it: ${name}.`)
  else if (schema !== SCHEMA) {
    faults.push(
      `${name} is not that of this version of Wellhead. Run this with the version that the server runs.\n${SCHEMA_ADVICE}`,
    )
  }
  if (!(await keepToOurselves(db))) {
    faults.push(
      `A server is running on it: ${name}. Stop every one first: what is sent to it meanwhile would be missing.`,
    )
  }
  return beginOnPostgres(db, opened, true)
}
