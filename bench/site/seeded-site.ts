import { openSite } from '../../e2e/steps/site.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { writeInstallationId } from './empty-database.ts'
import { makeDataFolder, startProgram } from './program.ts'
import { storeApplications } from './stored-applications.ts'

/** Starts the program with an admin, postings and `applications` applications, for a browser. */
export async function startSeededSite(folder: string, applications: number) {
  const dataDir = await makeDataFolder(folder)
  const db = await openDatabase(dataDir)
  await writeInstallationId(db, dataDir)
  await storeApplications(db, applications)
  await db.destroy()
  const server = await startProgram({ DATA_DIR: dataDir })
  return { applications, server, site: await openSite(server.url, dataDir) }
}

/** A running program with its applications. */
export type SeededSite = Awaited<ReturnType<typeof startSeededSite>>
