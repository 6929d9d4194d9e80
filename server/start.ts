import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import { PAGE, SETUP_TOKEN_PARAMETER } from '../contract/paths.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { isInitialised } from './features/accounts/account-queries.ts'
import { installationSetupToken } from './features/accounts/setup-token.ts'
import type { PageSource } from './features/pages/page-source.ts'
import { scheduleResumeTasks } from './features/resumes/resume-tasks.ts'
import { systemClock } from './platform/clock.ts'
import type { PostgresListener } from './platform/database/postgres/postgres-listener.ts'
import { lockFolder } from './platform/database/sqlite/folder-lock.ts'
import { installationLine, isMovedInto, MOVED_FILE } from './platform/database/sqlite/moved-database.ts'
import { DATABASE_FILE, openDatabase } from './platform/database/sqlite/open-database.ts'
import type { Tables } from './platform/database/tables.ts'
import type { FileStore } from './platform/file-stores/file-store.ts'
import { arrangeStores } from './platform/file-stores/file-stores.ts'
import { createGoogleDrive } from './platform/file-stores/google-drive/google-drive.ts'
import { openLocalStore } from './platform/file-stores/local/local-store.ts'
import { createS3Store } from './platform/file-stores/s3/s3-store.ts'
import { createCallerHash } from './platform/http/client-address.ts'
import { LOG_FORMAT } from './platform/http/request-log.ts'
import { proxyWarnings } from './platform/http/trust-proxy.ts'
import { confirmedHome } from './platform/installation/confirmed-home.ts'
import { checkHomeMarks } from './platform/installation/home-mark.ts'
import { isUnused, readInstallation } from './platform/installation/home-queries.ts'
import { type LogOutput, openLogOutput } from './platform/log-output.ts'
import { makeFolder } from './platform/make-folder.ts'
import { StartFault } from './platform/operator-faults.ts'

/** A server that listens. */
export type RunningServer = {
  /** Address for visitors. */
  url: string
  /** Where the first admin is made, with the token for it unless the operator has set one; null once there is one. */
  setupUrl: string | null
  log: FastifyBaseLogger
  /** Resolves when another process has taken the database: nothing more may be accepted. Absent with SQLite. */
  lockLost: Promise<Error> | undefined
  /**
   * Answers what is under way, takes nothing new, closes the database.
   * @param drainMs how long requests may go on before their connections are cut, in milliseconds
   */
  stop(drainMs: number): Promise<void>
}

/**
 * Opens the data folder, builds the application and listens. What was opened is closed again when that fails.
 * @param output where the log goes, and lines for the operator while it starts and soon after
 */
export async function startServer(
  config: Config,
  pages: PageSource,
  output: LogOutput = openLogOutput(),
): Promise<RunningServer> {
  const say = (line: string) => output.write(`${line}\n`)
  await using opened = new AsyncDisposableStack()
  await makeFolder(config.dataDir)
  if (!config.isDataDirShared) opened.adopt(lockFolder(config.dataDir), (lock) => lock.release())
  const { db, listener } = await openConfigured(config, say)
  opened.defer(() => db.destroy())
  opened.defer(() => listener?.close())
  const isComplete = config.primaryStore === 'local'
  const local = opened.adopt(await openLocalStore(config.dataDir, { isComplete }), (open) => open.close())
  const { warnings, confirmHome } = await checkHomeMarks(db, local, config)
  const bucket = config.s3 && createS3Store(config.s3)
  const stores = arrangeStores(
    {
      local,
      s3: bucket && config.primaryStore === 's3' ? confirmedHome(bucket, confirmHome) : bucket,
      'google-drive': config.googleDrive && createGoogleDrive(config.googleDrive),
    },
    config,
  )
  await scheduleResumeTasks({ db, stores, clock: systemClock, hasScanner: config.virusScan !== null })
  const logger = { ...LOG_FORMAT, level: config.logLevel, stream: output }
  const app = buildApp({ config, db, stores, pages, clock: systemClock, logger, listener })
  opened.defer(() => app.close())
  for (const warning of [...warnings, ...proxyWarnings(config)]) app.log.warn(warning)
  if (config.metrics) {
    const { serveMetrics } = await import('./platform/metrics/serve-metrics.ts')
    const { measureStorage } = await import('./features/storage/storage-metrics.ts')
    const { countSignIns } = await import('./features/accounts/sign-in/sign-in-metrics.ts')
    const measured = { db, clock: systemClock, dataDir: config.dataDir }
    const measure = (register: Registry) => {
      measureStorage(measured, register)
      countSignIns(app, register)
    }
    opened.use(await serveMetrics({ ...config.metrics, app, measure }))
  }
  await app.listen({ host: config.host, port: config.port, listenTextResolver: (address) => `listening at ${address}` })

  const { port } = app.server.address() as { port: number }
  // A port of 0 has become a real one only now.
  const url = config.port === 0 ? `http://localhost:${port}` : config.publicUrl
  const setupUrl = (await isInitialised(db)) ? null : url + (await setupPath(db, config))
  const running = opened.move()
  void reportFault(stores.primary, app.log, say)
  return {
    url,
    setupUrl,
    log: app.log,
    lockLost: listener?.lockLost,
    stop: async (drainMs) => {
      const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
      await running.disposeAsync().finally(() => clearTimeout(cut))
    },
  }
}

/** The token stands behind the `#`, which browsers send to nobody, so that no log and no other site sees it. */
async function setupPath(db: Kysely<Tables>, { setupToken }: Config): Promise<string> {
  if (setupToken !== null) return PAGE.adminSetup
  return `${PAGE.adminSetup}#${SETUP_TOKEN_PARAMETER}=${await installationSetupToken(db, createCallerHash())}`
}

/** Whoever stays with SQLite does not even load what PostgreSQL needs. */
async function openConfigured(
  config: Config,
  say: (line: string) => void,
): Promise<{ db: Kysely<Tables>; listener: PostgresListener | null }> {
  if (!config.postgres) return { db: await openDatabase(config.dataDir, { isServed: true }), listener: null }
  const { openPostgres } = await import('./platform/database/postgres/open-postgres.ts')
  const bucket = config.primaryStore === 's3' ? config.s3 : null
  const opened = await openPostgres(config.postgres, {
    sharedStore: bucket ? `${bucket.bucket}/${bucket.prefix}` : config.isDataDirShared ? 'folder' : null,
    onWaiting: (host) => say(`Waiting for PostgreSQL at ${host}`),
  })
  try {
    await refuseLeftBehind(config.dataDir, opened.db)
    return opened
  } catch (error) {
    await opened.listener.close()
    await opened.db.destroy()
    throw error
  }
}

/**
 * Looks for an unknown file in the primary store, and reports a fault. A write would leave a file behind when this
 * process is killed. A store that is away does not prevent the start: only forms need it.
 */
async function reportFault(primary: FileStore, log: FastifyBaseLogger, say: (line: string) => void): Promise<void> {
  try {
    await primary.describe(await primary.newKey())
  } catch (error) {
    log.error({ err: error }, 'resumes cannot be kept')
    say(`Applications are refused, since resumes cannot be kept: ${(error as Error).message}`)
  }
}

/**
 * Refuses rows of SQLite that were not copied into this database: an empty site would hide them, and any other would
 * take their files for nobody's.
 */
async function refuseLeftBehind(dataDir: string, db: Kysely<Tables>): Promise<void> {
  if (!existsSync(join(dataDir, DATABASE_FILE))) return
  const installation = await readInstallation(db)
  if (isMovedInto(dataDir, installation) ?? !(await isUnused(db))) return
  throw new StartFault(
    `The data folder ${dataDir} has the SQLite database of an installation, whose rows are not in the database that DATABASE_URL names.\n` +
      'Set DATA_DIR to another folder, or move the rows first (npm run copy-database, see docs/operations.md), or start without\n' +
      'DATABASE_URL to use them as they are. If they were moved there all the same, put this line into\n' +
      `${join(dataDir, MOVED_FILE)}: ${installationLine(installation)}`,
  )
}
