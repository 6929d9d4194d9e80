import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import { ADMIN_PAGE } from '../contract/wire/admin-paths.ts'
import { SETUP_TOKEN_PARAMETER } from '../contract/wire/paths.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { isInitialised } from './features/accounts/account-queries.ts'
import { installationSetupToken } from './features/accounts/setup-token.ts'
import { replayNewErasures } from './features/erasure/replay-erasures.ts'
import { malformedWarning, mirrorLedger } from './features/erasure-ledger/mirror-ledger.ts'
import type { PageSource } from './features/pages/page-source.ts'
import { listLatestKeys } from './features/resumes/resume-queries.ts'
import { scheduleResumeTasks } from './features/resumes/resume-tasks.ts'
import { systemClock } from './platform/clock.ts'
import type { PostgresListener } from './platform/database/postgres/postgres-listener.ts'
import { lockFolder } from './platform/database/sqlite/folder-lock.ts'
import { DATABASE_FILE, openDatabase } from './platform/database/sqlite/open-database.ts'
import type { Tables } from './platform/database/tables.ts'
import type { FileStore } from './platform/file-stores/file-store.ts'
import { arrangeStores } from './platform/file-stores/file-stores.ts'
import { openLocalStore } from './platform/file-stores/local-store.ts'
import { createKeyedHash, type KeyedHash } from './platform/http/client-address.ts'
import { LOG_FORMAT } from './platform/http/request-log.ts'
import { proxyWarnings } from './platform/http/trust-proxy.ts'
import { checkInstallation } from './platform/installation/check-installation.ts'
import { confirmedStore } from './platform/installation/confirmed-store.ts'
import { type LogOutput, openLogOutput } from './platform/log-output.ts'
import { makeFolder } from './platform/make-folder.ts'
import { StartFault } from './platform/operator-faults.ts'

/** A server that listens. */
export type RunningServer = {
  /** Address for visitors. */
  url: string
  /** Address of the first-admin setup, with its token unless the operator has set one; null once there is an admin. */
  setupUrl: string | null
  log: FastifyBaseLogger
  /** Resolves when another process has taken the database: nothing more may be accepted. Absent with SQLite. */
  lockLost: Promise<Error> | undefined
  /**
   * Stops listening, finishes requests under way, closes the database.
   * @param drainMs how long requests may take before their connections are cut, in milliseconds
   */
  stop(drainMs: number): Promise<void>
}

/**
 * Opens database and stores, builds the application and listens. Closes everything again when that fails.
 * @param output for the log, and for lines to the operator
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
  const { warnings, confirmBucket } = await checkInstallation({ db, listLatestKeys }, local, config)
  const remote = Object.values(config.remoteStores)
    .map((store) => store.open())
    .filter((store) => store !== null)
    .map((store) => (store.name === 's3' ? confirmedStore(store, confirmBucket) : store))
  const stores = arrangeStores(local, remote, config)
  const brought = await bringErasuresTogether({ db, config })
  await scheduleResumeTasks({ db, stores, clock: systemClock, hasScanner: config.virusScan !== null })
  const logger = { ...LOG_FORMAT, level: config.logLevel, stream: output }
  const hash = createKeyedHash()
  const app = buildApp({ config, db, stores, pages, clock: systemClock, listener, hash }, { logger })
  opened.defer(() => app.close())
  for (const warning of [...warnings, ...brought, ...proxyWarnings(config)]) app.log.warn(warning)
  if (config.metrics) {
    const { serveMetrics } = await import('./platform/metrics/serve-metrics.ts')
    const { measureStorage } = await import('./features/storage/storage-metrics.ts')
    const { countSignIns } = await import('./features/accounts/attempts/sign-in-metrics.ts')
    const measured = { db, clock: systemClock, dataDir: config.dataDir }
    const measure = (register: Registry) => {
      measureStorage(measured, register)
      countSignIns(app, register)
    }
    opened.use(await serveMetrics({ ...config.metrics, app, measure }))
  }
  await app.listen({ host: config.host, port: config.port, listenTextResolver: (address) => `listening at ${address}` })

  const { port } = app.server.address() as { port: number }
  // Port 0 becomes a real port when the server listens.
  const url = config.port === 0 ? `http://localhost:${port}` : config.publicUrl
  const setupUrl = (await isInitialised(db)) ? null : url + (await setupPath(db, hash, config))
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

/**
 * Reads the ledger of erasures in the data folder, and removes what a restored database has brought back, before anything is served
 * or sent. @returns warnings for the log
 */
async function bringErasuresTogether({ db, config }: { db: Kysely<Tables>; config: Config }): Promise<string[]> {
  const { malformedLines } = await mirrorLedger(db, config.dataDir)
  const outbox = { wake: () => undefined }
  const { timeZone } = config.company
  const { applications, alerts } = await replayNewErasures({ db, outbox, now: systemClock(), timeZone })
  const warnings = []
  if (malformedLines.length > 0) warnings.push(malformedWarning(malformedLines))
  if (applications + alerts > 0)
    warnings.push(`removed again, after a restore: ${applications} applications and ${alerts} job alerts`)
  return warnings
}

/** The token is in the fragment, which browsers do not send: no log and no other site sees it. */
async function setupPath(db: Kysely<Tables>, hash: KeyedHash, { setupToken }: Config): Promise<string> {
  if (setupToken !== null) return ADMIN_PAGE.setup
  return `${ADMIN_PAGE.setup}#${SETUP_TOKEN_PARAMETER}=${await installationSetupToken(db, hash)}`
}

/** Imports the PostgreSQL driver only when it is configured. */
async function openConfigured(
  config: Config,
  say: (line: string) => void,
): Promise<{ db: Kysely<Tables>; listener: PostgresListener | null }> {
  if (!config.postgres) return { db: await openDatabase(config.dataDir, { isServed: true }), listener: null }
  refuseLeftBehind(config.dataDir)
  const { openPostgres } = await import('./platform/database/postgres/open-postgres.ts')
  const bucket = config.primaryStore === 's3' ? config.remoteStores.s3.settings : null
  return openPostgres(config.postgres, {
    sharedStore: bucket ? `${bucket.bucket}/${bucket.prefix}` : config.isDataDirShared ? 'folder' : null,
    onWaiting: (host) => say(`Waiting for PostgreSQL at ${host}`),
  })
}

/**
 * Looks for an unknown file in the primary store, and reports a fault. A write would leave a file behind when this
 * process is killed. A store that is away does not prevent the start: only forms need it.
 */
async function reportFault(primary: FileStore, log: FastifyBaseLogger, say: (line: string) => void): Promise<void> {
  try {
    await primary.describe(await primary.newKey())
  } catch (error) {
    log.error({ err: error }, 'resumes cannot be stored')
    say(`Applications are refused, because resumes cannot be stored: ${(error as Error).message}`)
  }
}

/** Refuses a data folder with an SQLite database, whose rows would stay unseen; `copy-database` renames the file. */
function refuseLeftBehind(dataDir: string): void {
  if (!existsSync(join(dataDir, DATABASE_FILE))) return
  throw new StartFault(
    `The data folder ${dataDir} has an SQLite database, and DATABASE_URL names a PostgreSQL database. Nothing was changed.\n` +
      'Copy the rows first (npm run copy-database, see docs/operations.md), or set DATA_DIR to another folder, or start without\n' +
      'DATABASE_URL to use them.',
  )
}
