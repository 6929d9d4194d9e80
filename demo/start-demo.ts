import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { PAGE } from '../contract/paths.ts'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/database/open-database.ts'
import { builtPages } from '../server/pages/page-source.ts'
import { openResumeStore } from '../server/resumes/resume-store.ts'
import { startServer } from '../server/start.ts'
import { DEMO_ADMIN, loadDemo } from './load-demo.ts'

/** A populated site on a folder of its own, made anew at every start. */

const root = resolve(import.meta.dirname, '..')
const dataDir = resolve(root, 'demo-data')

await rm(dataDir, { recursive: true, force: true })
await mkdir(dataDir)
const db = await openDatabase(dataDir)
const store = await openResumeStore(dataDir)
await loadDemo({ db, store, now: new Date() })
await store.close()
await db.destroy()

const config = { ...readConfig(process.env, 'development'), dataDir }
const server = await startServer(config, builtPages(resolve(root, 'dist')))
console.log(`The demo is ready at ${server.url}`)
console.log(`Sign in at ${server.url}${PAGE.adminLogin} as "${DEMO_ADMIN.username}" with "${DEMO_ADMIN.password}"`)

const stop = () => server.stop().then(() => process.exit(0))
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
