import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { loadDemo } from '../demo/load-demo.ts'
import { openDatabase } from '../server/database/open-database.ts'
import { openResumeStore } from '../server/resumes/resume-store.ts'
import { freePort } from '../test/free-port.ts'
import { runServer, type ServerProcess } from '../test/run-server.ts'
import { printFirstLoad } from './first-load.ts'
import { printLighthouse } from './lighthouse.ts'

/**
 * Prints what somebody meets who comes for the first time, on a site with the demo's postings.
 * @param folder where its data folder is made
 */
export async function printFirstVisit(folder: string): Promise<void> {
  const server = await startDemoSite(folder)
  try {
    await printFirstLoad(server.url)
    await printLighthouse(server.url)
  } finally {
    await server.end('SIGTERM')
  }
}

/** At the address that its pages call their own. */
async function startDemoSite(folder: string): Promise<ServerProcess> {
  const dataDir = join(folder, 'demo')
  await mkdir(dataDir)
  const db = await openDatabase(dataDir)
  const store = await openResumeStore(dataDir)
  await loadDemo({ db, store, now: new Date() })
  await store.close()
  await db.destroy()
  const port = await freePort()
  return runServer({ DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: `http://localhost:${port}` })
}
