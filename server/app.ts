import { EventEmitter } from 'node:events'
import type { Kysely } from 'kysely'
import { startBackgroundWork } from './background-work.ts'
import type { Config } from './config.ts'
import { applicationsCookieName, createSessions } from './features/accounts/sessions.ts'
import type { SignInEvents } from './features/accounts/sign-in/sign-in-events.ts'
import { createReadingBudget } from './features/applications/resumes/extract-resume-text.ts'
import { createSubmissionLimit } from './features/applications/submission/submission-limit.ts'
import { createInterviewWriter } from './features/interviews/interview-messages.ts'
import { createPublishedJobs, JOBS_CHANGED } from './features/jobs/published-jobs.ts'
import { createMessageWriter } from './features/messages/queue-messages.ts'
import { createTaskHandlers } from './features/outbox-tasks.ts'
import type { PageSource } from './features/pages/page-source.ts'
import { startMeasuringAnswers } from './features/promise/answer-median.ts'
import { createReceipts } from './features/receipts/receipts.ts'
import { SETTINGS_CHANGED } from './features/settings/change-document.ts'
import { createToday } from './platform/calendar-day.ts'
import type { Clock } from './platform/clock.ts'
import { isDatabaseUnavailable } from './platform/database/constraints.ts'
import { createGroupCommit } from './platform/database/group-commit.ts'
import type { PostgresListener } from './platform/database/postgres/postgres-listener.ts'
import type { Tables } from './platform/database/tables.ts'
import { watchDatabase } from './platform/database/watch-database.ts'
import type { FileStores } from './platform/file-stores/file-stores.ts'
import { createKeyedHash, type KeyedHash } from './platform/http/client-address.ts'
import { TIMEOUTS, type Timeouts } from './platform/http/connections/timeouts.ts'
import { createHttpServer, type HttpServerSettings } from './platform/http/http-server.ts'
import type { NetworkBudget } from './platform/http/network-budget.ts'
import { createNetworkShare } from './platform/http/network-share.ts'
import { refuseWrites } from './platform/http/refuse-writes.ts'
import { createMailSender } from './platform/mail/mail-sender.ts'
import { createMailboxLimit } from './platform/mail/mailbox-limit.ts'
import { startOutbox } from './platform/outbox/outbox.ts'
import { createTextExtractor, type TextExtractor } from './platform/text-extraction/text-extractor.ts'
import { createDiskSpace } from './platform/uploads/disk-space.ts'
import { createFileValidator, type FileValidator } from './platform/uploads/file-types/file-validator.ts'
import { createRefusalBudget } from './platform/uploads/refusal-budget.ts'
import { createUploadSlots } from './platform/uploads/upload-slots.ts'
import { createClamd } from './platform/virus-scan/clamd-client.ts'
import { registerRoutes } from './routes.ts'

/** The parts of the application; `start.ts` opens the real ones. */
export type AppParts = {
  config: Config
  db: Kysely<Tables>
  stores: FileStores
  pages: PageSource
  clock: Clock
  logger: HttpServerSettings['logger']
  /** Notifications of other processes on the same database; null or left out with SQLite. */
  listener?: PostgresListener | null
  /** Shorter ones for tests. */
  timeouts?: Timeouts
  /** Reads the secret of the installation once. */
  hash?: KeyedHash
  /** False in tests that plan the mails of job alerts themselves. */
  plansAlerts?: boolean
  /** One that the apps of many tests share. */
  extractor?: TextExtractor
  /** One that the apps of many tests share. */
  validator?: FileValidator
  /** A budget that a test uses up. */
  refusals?: NetworkBudget | undefined
}

/** Builds the application: the HTTP server, the services that features share, and every feature. It does not listen yet. */
export function buildApp(parts: AppParts) {
  const { config, db, stores, pages, clock, listener, timeouts = TIMEOUTS, hash = createKeyedHash() } = parts
  const { plansAlerts = true } = parts
  const app = createHttpServer({
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    logger: parts.logger,
    timeouts,
    hasContentPolicy: 'folder' in pages.files,
    cookieName: applicationsCookieName(config.publicUrl.startsWith('https:')),
  })
  const commit = createGroupCommit(db)
  const answers = startMeasuringAnswers({ db, clock, log: app.log })
  const { timeZone } = config.company
  const today = createToday(clock, timeZone)
  const published = createPublishedJobs(db, {
    today,
    companyAddress: config.company.address,
    medianDays: answers.medianDays,
    warn: (message) => app.log.warn(message),
  })
  // Read at the start, so that visitors see postings even if the database becomes unavailable before the first visit.
  app.addHook('onReady', async () => {
    const reading = published.current()
    // Prepared for the first search without delaying the start.
    reading.then((snapshot) => snapshot.prepared()).catch(() => undefined)
    await reading.catch((error) => app.log.warn({ err: error }, 'postings not read at the start'))
    // Not awaited: pages say nothing of the median until it is measured.
    answers.start(published.changed)
  })
  app.addHook('onClose', () => answers.stop())
  listener?.subscribe({
    onNotification: (topic) => [JOBS_CHANGED, SETTINGS_CHANGED].includes(topic) && published.changed(),
    onListening: published.setListening,
    log: app.log,
  })
  const isDisplaced = watchDatabase(db, app.log)
  const mayLose = () => listener?.isUnsafe() || isDisplaced()
  refuseWrites(app, mayLose)
  const sessions = createSessions({ db, clock, publicUrl: config.publicUrl })
  const shareOf = createNetworkShare(hash, clock)
  const limit = createSubmissionLimit({ db, clock, perHour: config.submissionsPerHour, hash })
  const signInEvents: SignInEvents = new EventEmitter()
  app.decorate('signInEvents', signInEvents)
  const slots = createUploadSlots(
    createDiskSpace({ folder: config.dataDir, minFreeBytes: config.minFreeDiskBytes, log: app.log }),
  )
  const scan = config.virusScan && {
    scanner: createClamd(config.virusScan.address),
    isRequired: config.virusScan.isRequired,
  }
  const receipts = createReceipts({ dataDir: config.dataDir, secretKey: config.secretKey, clock })
  app.addHook('onReady', async () => {
    await receipts.prepare(db).catch((error) => {
      if (!isDatabaseUnavailable(error)) throw error
      app.log.warn({ err: error }, 'keys of receipts not read at the start')
    })
  })
  const organizer = config.mail?.replyTo ?? config.mail?.from ?? { name: null, address: config.company.email }
  const interviews = createInterviewWriter({
    company: config.company.name,
    publicUrl: config.publicUrl,
    organizer: { ...organizer, name: organizer.name ?? config.company.name },
  })
  const mail = config.mail && createMailSender(config.mail)
  const mailboxes = createMailboxLimit(hash)
  const messages = createMessageWriter({
    company: config.company.name,
    publicUrl: config.publicUrl,
    receipts,
    mailboxes,
    sendsMail: mail !== null,
  })
  const extractor = parts.extractor ?? createTextExtractor(app.log)
  const validator = parts.validator ?? createFileValidator(app.log)
  const outbox = startOutbox({
    db,
    clock,
    log: app.log,
    handlers: Object.values(
      createTaskHandlers({
        db,
        stores,
        clock,
        today,
        log: app.log,
        scanner: scan?.scanner ?? null,
        extractor,
        budget: createReadingBudget(),
        slots,
        mail,
        messages,
        mailboxes,
        indexNow: config.indexNow,
        publicUrl: config.publicUrl,
        company: config.company.name,
        published,
      }),
    ),
    isPaused: mayLose,
  })
  app.addHook('onClose', async () => {
    await Promise.all([outbox.stop(), extractor.stop(), validator.stop()])
    mail?.close()
  })
  listener?.lockLost.then(() => outbox.stop())
  startBackgroundWork(app, { config, db, stores, clock, today, published, outbox, isPaused: mayLose, plansAlerts })
  registerRoutes(app, {
    config,
    db,
    commit,
    stores,
    pages,
    clock,
    today,
    published,
    sessions,
    hash,
    limit,
    shareOf,
    signInEvents,
    slots,
    validator,
    scan,
    parsingMs: timeouts.parsingMs,
    receipts,
    interviews,
    messages,
    mail,
    outbox,
    isDisplaced,
    refusals: parts.refusals ?? createRefusalBudget(),
  })
  return app
}
