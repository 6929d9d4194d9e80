import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { setUp } from '../../test/security/sign-ins.ts'
import { type EmptyDatabase, writeInstallationId } from './empty-database.ts'
import { makePostgresDatabase } from './postgres.ts'
import { makeDataFolder, type Program, signInAs, startProgram } from './program.ts'
import { storeApplications } from './stored-applications.ts'

/** The database engine of an installation. */
export type Engine = 'SQLite' | 'PostgreSQL'

/** Every engine, in the order in which they are measured. */
export const ENGINES: Engine[] = ['SQLite', 'PostgreSQL']

/** The environment to start the program with, and the admin's credentials. */
export type Installation = {
  environment: Record<string, string>
  credentials: { username: string; password: string }
}

/** A running installation with the header that authorises every request. */
export type RunningInstallation = Program & { authorization: string }

const made = new Map<string, Promise<Installation>>()

/** An installation with postings and `applications` applications; every section shares it. */
export function installationWith(folder: string, engine: Engine, applications: number): Promise<Installation> {
  const name = `${engine} ${applications}`
  const installation = made.get(name) ?? makeInstallation(folder, engine, applications)
  made.set(name, installation)
  return installation
}

/** Starts the program and signs in. */
export async function startInstallation({ environment, credentials }: Installation): Promise<RunningInstallation> {
  const program = await startProgram(environment)
  return { ...program, authorization: await signInAs(program.url, credentials) }
}

async function makeInstallation(folder: string, engine: Engine, applications: number): Promise<Installation> {
  const { environment, use } = await emptyDatabases[engine](folder)
  await use((db) => storeApplications(db, applications))
  await using program = await startProgram(environment)
  return { environment, credentials: await setUp(program.url) }
}

/** Makes an empty installation of each engine, and the way into its database. */
export const emptyDatabases: Record<Engine, (folder: string) => Promise<EmptyDatabase>> = {
  SQLite: makeSqliteDatabase,
  PostgreSQL: makePostgresDatabase,
}

async function makeSqliteDatabase(folder: string): Promise<EmptyDatabase> {
  const dataDir = await makeDataFolder(folder)
  const use: EmptyDatabase['use'] = async (work) => {
    const db = await openDatabase(dataDir)
    try {
      await writeInstallationId(db, dataDir)
      await work(db)
    } finally {
      await db.destroy()
    }
  }
  return { environment: { DATA_DIR: dataDir }, use }
}
