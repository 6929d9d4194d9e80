import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { PAGE } from '../contract/wire/paths.ts'
import { readConfig } from '../server/config.ts'
import { builtPages } from '../server/features/pages/page-source.ts'
import { lockFolder } from '../server/platform/database/sqlite/folder-lock.ts'
import { openDatabase } from '../server/platform/database/sqlite/open-database.ts'
import { openLocalStore } from '../server/platform/file-stores/local-store.ts'
import { explainStartFault } from '../server/platform/operator-faults.ts'
import { endInOrder } from '../server/shutdown.ts'
import { startServer } from '../server/start.ts'
import { DEMO_COLLEAGUES, DEMO_OWNER } from './demo-people.ts'
import { DEMO_PASSWORD, loadDemo } from './load-demo.ts'

/** A populated site on its own folder, new at every start. */

const root = resolve(import.meta.dirname, '..')
const dataDir = resolve(root, 'demo-data')

try {
  await mkdir(dataDir, { recursive: true })
  // Another demo may be running, whose data would be deleted under it.
  lockFolder(dataDir).release()
  await rm(dataDir, { recursive: true })
  await mkdir(dataDir)
  const config = { ...readConfig(process.env, 'development'), dataDir }
  const db = await openDatabase(dataDir)
  const store = await openLocalStore(dataDir)
  const token = await loadDemo({
    db,
    store,
    now: new Date(),
    timeZone: config.company.timeZone,
    hasMail: config.mail !== null,
  })
  await store.close()
  await db.destroy()

  const server = await startServer(config, builtPages(resolve(root, 'dist')))
  console.log(`The demo is ready at ${server.url}`)
  console.log(`Sign in at ${server.url}${PAGE.adminLogin} with "${DEMO_PASSWORD}" as`)
  for (const { username, role } of [{ ...DEMO_OWNER, role: 'owner' }, ...DEMO_COLLEAGUES])
    console.log(`  ${username} (${role.replace('_', ' ')})`)
  console.log(`An applicant chooses a time for an interview at ${server.url}${PAGE.myApplication}#${token}`)
  endInOrder(server)
} catch (error) {
  console.error(explainStartFault(error))
  process.exit(1)
}
