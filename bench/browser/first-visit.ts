import { loadDemo } from '../../demo/load-demo.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { openLocalStore } from '../../server/platform/file-stores/local-store.ts'
import { freePort } from '../../test/free-port.ts'
import type { Bench } from '../bench.ts'
import { makeDataFolder, type Program, startProgram } from '../site/program.ts'
import { startSeededSite } from '../site/seeded-site.ts'
import { printAdminLoad, printFirstLoad } from './first-load.ts'
import { printLighthouse } from './lighthouse.ts'

/** Prints the figures of a first visit to a site with the demo's postings, and of an admin's to the dashboard. */
export async function printFirstVisit({ folder }: Bench): Promise<void> {
  await using server = await startDemoSite(folder)
  await printFirstLoad(server.url)
  await printLighthouse(server.url)
  const admin = await startSeededSite(folder, 0)
  await printAdminLoad(admin.site.url, admin.site.signIn)
  await admin.server.end('SIGTERM')
}

/** At the address that its pages call their own. */
async function startDemoSite(folder: string): Promise<Program> {
  const dataDir = await makeDataFolder(folder)
  const db = await openDatabase(dataDir)
  const store = await openLocalStore(dataDir)
  await loadDemo({ db, store, now: new Date(), timeZone: 'America/Chicago' })
  await store.close()
  await db.destroy()
  const port = await freePort()
  return startProgram({ DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: `http://localhost:${port}` })
}
