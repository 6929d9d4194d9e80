import { mkdir } from 'node:fs/promises'
import { isInitialised } from './accounts/account-queries.ts'
import { buildApp } from './app.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import { LOG_SERIALIZERS } from './http/request-log.ts'
import type { PageSource } from './pages/page-source.ts'
import { openResumeStore } from './resumes/resume-store.ts'
import { planResumeTasks } from './resumes/resume-tasks.ts'
import { createGoogleDrive } from './storage/google-drive.ts'

/** A server that listens. */
export type RunningServer = {
  /** Address for visitors. */
  url: string
  /** False until the first admin has been set up. */
  isInitialised: boolean
  /** Answers what is under way, takes nothing new, closes the database. */
  stop(): Promise<void>
}

/** Opens the data folder, builds the application and listens. */
export async function startServer(config: Config, pages: PageSource): Promise<RunningServer> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const db = await openDatabase(config.dataDir)
  const store = await openResumeStore(config.dataDir)
  const cloud = config.googleDrive && createGoogleDrive(config.googleDrive)
  await planResumeTasks({ db, cloud, clock: systemClock, hasScanner: config.virusScan !== null })
  const logger = { level: config.logLevel, serializers: LOG_SERIALIZERS }
  const app = buildApp({ config, db, store, cloud, pages, clock: systemClock, logger })
  await app.listen({ host: config.host, port: config.port, listenTextResolver: () => 'listening' })

  const { port } = app.server.address() as { port: number }
  return {
    // A port of 0 has become a real one only now.
    url: config.port === 0 ? `http://localhost:${port}` : config.publicUrl,
    isInitialised: await isInitialised(db),
    stop: async () => {
      await app.close()
      await store.close()
      await db.destroy()
    },
  }
}
