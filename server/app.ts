import { EventEmitter } from 'node:events'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import type { Config } from './config.ts'
import { accountRoutes } from './features/accounts/account-routes.ts'
import { applicationsCookieName, createSessions } from './features/accounts/sessions.ts'
import { setupRoutes } from './features/accounts/setup-routes.ts'
import type { SignInEvents } from './features/accounts/sign-in/sign-in-events.ts'
import { alertFormRoutes } from './features/alerts/alert-form-routes.ts'
import { alertLinkRoutes } from './features/alerts/alert-link-routes.ts'
import { alertRoutes } from './features/alerts/alert-routes.ts'
import { startAlerts } from './features/alerts/plan-alerts.ts'
import { applicationDetailRoutes } from './features/applications/application-detail-routes.ts'
import { findApplications } from './features/applications/application-queries.ts'
import { applicationRoutes } from './features/applications/application-routes.ts'
import { jobBoardRoutes } from './features/applications/board/job-board-routes.ts'
import { applicationChangeRoutes } from './features/applications/changes/application-change-routes.ts'
import { applicationListRoutes } from './features/applications/list/application-list-routes.ts'
import { resumeRoutes } from './features/applications/resumes/resume-routes.ts'
import { createSubmissionLimit } from './features/applications/submission/submission-limit.ts'
import { submissionRoutes } from './features/applications/submission/submission-routes.ts'
import { feedRoutes } from './features/feeds/feed-routes.ts'
import { historyRoutes } from './features/history/history-routes.ts'
import { insightRoutes } from './features/insights/insight-routes.ts'
import { calendarFeedRoutes } from './features/interviews/calendar-feed-routes.ts'
import { watchInterviewDates } from './features/interviews/interview-dates.ts'
import { createInterviewWriter } from './features/interviews/interview-messages.ts'
import { interviewRoutes } from './features/interviews/interview-routes.ts'
import { watchClosings } from './features/jobs/announce-closings.ts'
import { jobRoutes } from './features/jobs/job-routes.ts'
import { createPublishedJobs, JOBS_CHANGED } from './features/jobs/published-jobs.ts'
import { mailRoutes } from './features/messages/mail-routes.ts'
import { messageRoutes } from './features/messages/message-routes.ts'
import { type Addressee, createMessageWriter } from './features/messages/queue-messages.ts'
import { templateRoutes } from './features/messages/template-routes.ts'
import { myApplicationRoutes } from './features/my-application/my-application-routes.ts'
import { createTaskHandlers } from './features/outbox-tasks.ts'
import { applyRoutes } from './features/pages/apply-routes.ts'
import { embedRoutes } from './features/pages/embed-routes.ts'
import { fileRoutes } from './features/pages/file-routes.ts'
import { legalRoutes } from './features/pages/legal-routes.ts'
import { pageRoutes } from './features/pages/page-routes.ts'
import type { PageSource } from './features/pages/page-source.ts'
import { createPageRenderer } from './features/pages/render-page.ts'
import { sentRoutes } from './features/pages/sent-routes.ts'
import { siteMapRoutes } from './features/pages/site-map-routes.ts'
import { startMeasuringAnswers } from './features/promise/answer-median.ts'
import { startDigests } from './features/promise/digest/plan-digests.ts'
import { promiseRoutes } from './features/promise/promise-routes.ts'
import { createReceipts } from './features/receipts/receipts.ts'
import { recoveryRoutes } from './features/recovery/recovery-routes.ts'
import { startSweeping } from './features/resumes/sweep-resumes.ts'
import { SETTINGS_CHANGED } from './features/settings/settings-queries.ts'
import { settingsRoutes } from './features/settings/settings-routes.ts'
import { sharePictureAddress, sharePictureRoutes } from './features/share-pictures/share-picture-routes.ts'
import { createSharePictures } from './features/share-pictures/share-pictures.ts'
import { SITE_TEXTS_CHANGED } from './features/site-texts/site-text-queries.ts'
import { siteTextRoutes } from './features/site-texts/site-text-routes.ts'
import { storageRoutes } from './features/storage/storage-routes.ts'
import { createToday } from './platform/calendar-day.ts'
import type { Clock } from './platform/clock.ts'
import { isDatabaseUnavailable } from './platform/database/constraints.ts'
import { createGroupCommit } from './platform/database/group-commit.ts'
import type { PostgresListener } from './platform/database/postgres/postgres-listener.ts'
import type { Db, Tables } from './platform/database/tables.ts'
import { watchDatabase } from './platform/database/watch-database.ts'
import type { FileStores } from './platform/file-stores/file-stores.ts'
import { healthRoutes } from './platform/health/health-routes.ts'
import { createKeyedHash, type KeyedHash } from './platform/http/client-address.ts'
import { TIMEOUTS, type Timeouts } from './platform/http/connections/timeouts.ts'
import { createHttpServer, type HttpServerSettings } from './platform/http/http-server.ts'
import { refuseWrites } from './platform/http/refuse-writes.ts'
import { createMailSender } from './platform/mail/mail-sender.ts'
import { startOutbox } from './platform/outbox/outbox.ts'
import { createTextExtractor, type TextExtractor } from './platform/text-extraction/text-extractor.ts'
import { createDocumentWriter, type DocumentWriter } from './platform/typesetting/document-writer.ts'
import { createDiskSpace } from './platform/uploads/disk-space.ts'
import { createUploadSlots } from './platform/uploads/upload-slots.ts'
import { createClamd } from './platform/virus-scan/clamd-client.ts'

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
  /** One whose documents a test counts. */
  writer?: DocumentWriter
}

/** Requests for new private links that one network may send in an hour. */
const LINKS_PER_HOUR = 20
/** Requests for job alerts that one network may send in an hour. */
const ALERTS_PER_HOUR = 20
/** Builds the application: the HTTP server, the services that features share, and every feature. It does not listen yet. */
export function buildApp(parts: AppParts) {
  const { config, db, stores, pages, clock, listener, timeouts = TIMEOUTS, hash = createKeyedHash() } = parts
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
    medianDays: answers.medianDays,
    warn: (message) => app.log.warn(message),
  })
  // Read at the start, so that visitors see postings even if the database becomes unavailable before the first visit.
  app.addHook('onReady', async () => {
    await published.current().catch((error) => app.log.warn({ err: error }, 'postings not read at the start'))
    // Not awaited: pages say nothing of the median until it is measured.
    answers.start(published.changed)
  })
  app.addHook('onClose', () => answers.stop())
  listener?.subscribe({
    onNotification: (topic) =>
      [JOBS_CHANGED, SETTINGS_CHANGED, SITE_TEXTS_CHANGED].includes(topic) && published.changed(),
    onListening: published.setListening,
    log: app.log,
  })
  const isDisplaced = watchDatabase(db, app.log)
  const mayLose = () => listener?.isUnsafe() || isDisplaced()
  refuseWrites(app, mayLose)
  const sessions = createSessions({ db, clock, publicUrl: config.publicUrl })
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
  const messages = createMessageWriter({
    company: config.company.name,
    publicUrl: config.publicUrl,
    receipts,
    sendsMail: mail !== null,
  })
  const extractor = parts.extractor ?? createTextExtractor(app.log)
  const writer = parts.writer ?? createDocumentWriter()
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
        slots,
        mail,
        messages,
        indexNow: config.indexNow,
        publicUrl: config.publicUrl,
        company: config.company.name,
      }),
    ),
    isPaused: mayLose,
  })
  app.addHook('onClose', async () => {
    await Promise.all([outbox.stop(), extractor.stop(), writer.stop()])
    mail?.close()
  })
  listener?.lockLost.then(() => outbox.stop())
  if (mail) {
    const planning = { db, publicUrl: config.publicUrl, timeZone, clock, log: app.log, outbox, isPaused: mayLose }
    const digests = startDigests(planning)
    app.addHook('onClose', () => digests.stop())
  }
  if (parts.plansAlerts !== false) {
    const perMinute = config.mail?.perMinute ?? null
    const planning = {
      db,
      publicUrl: config.publicUrl,
      perMinute,
      clock,
      today,
      timeZone,
      log: app.log,
      outbox,
      isPaused: mayLose,
    }
    const alerts = startAlerts(planning)
    app.addHook('onClose', () => alerts.stop())
  }
  if (config.indexNow) {
    const closings = watchClosings({ db, clock, today, log: app.log, outbox, isPaused: mayLose })
    app.addHook('onClose', () => closings.stop())
  }
  const sweeping = startSweeping({ db, store: stores.local, clock, log: app.log, isPaused: mayLose })
  app.addHook('onClose', () => sweeping.stop())
  const interviewDates = watchInterviewDates({ db, clock, log: app.log, isPaused: mayLose })
  app.addHook('onClose', () => interviewDates.stop())

  const pictures = createSharePictures({ company: config.company.name })
  const render = createPageRenderer({
    ...{ source: pages, clock, company: config.company, publicUrl: config.publicUrl },
    offersAlerts: mail !== null,
  })
  app.register(async (scope) => {
    const features = scope.withTypeProvider<ZodTypeProvider>()
    healthRoutes(features, { db, slots, isDisplaced, dataDir: config.dataDir })
    jobRoutes(features, { db, published, sessions, announcer: config.indexNow && outbox, clock, today })
    setupRoutes(features, { db, clock, hash, setupToken: config.setupToken, publicUrl: config.publicUrl })
    const signInContext = { db, clock, hash, log: app.log, events: signInEvents }
    accountRoutes(features, { db, clock, sessions, signInContext })
    const submission = {
      db,
      commit,
      stores,
      messages,
      receipts,
      outbox,
      clock,
      today,
      limit,
      writer,
      slots,
      scan,
      parsingMs: timeouts.parsingMs,
    }
    submissionRoutes(features, submission)
    recoveryRoutes(features, submission)
    const forms = { render, published, submission, hash }
    applyRoutes(features, forms)
    sentRoutes(features, forms)
    applicationListRoutes(features, { db, sessions, clock })
    jobBoardRoutes(features, { db, sessions })
    applicationRoutes(features, { db, messages, sessions, outbox, clock })
    resumeRoutes(features, { db, stores, sessions, clock })
    applicationDetailRoutes(features, { db, sessions })
    applicationChangeRoutes(features, { db, messages, sessions, outbox, clock })
    const linkLimit = createSubmissionLimit({ db, clock, hash, perHour: LINKS_PER_HOUR, purpose: 'new-link' })
    interviewRoutes(features, { db, interviews, sessions, outbox, clock })
    calendarFeedRoutes(features, { db, interviews, sessions, clock, publicUrl: config.publicUrl })
    myApplicationRoutes(features, { db, interviews, outbox, clock, linkLimit, replacing: submission })
    messageRoutes(features, { db, messages, findAddressees, sessions, outbox, clock })
    templateRoutes(features, { db, sessions, clock })
    mailRoutes(features, { mail, company: config.company.name, sessions, clock })
    settingsRoutes(features, { db, sessions, clock, onSaved: published.changed })
    siteTextRoutes(features, { db, sessions, clock, company: config.company, onSaved: published.changed })
    promiseRoutes(features, { published })
    historyRoutes(features, { db, sessions, clock })
    insightRoutes(features, { db, sessions, clock })
    storageRoutes(features, {
      db,
      sessions,
      stores,
      outbox,
      clock,
      missingDriveSettings: config.missingDriveSettings,
    })
    sharePictureRoutes(features, { published, pictures })
    embedRoutes(features, { published, company: config.company.name })
    feedRoutes(features, {
      published,
      company: config.company,
      publicUrl: config.publicUrl,
      indexNowKey: config.indexNow?.key ?? null,
    })
    alertRoutes(features, { db, sessions, clock })
    const alertPages = { render, published }
    const alertLimit = createSubmissionLimit({ db, clock, hash, perHour: ALERTS_PER_HOUR, purpose: 'job-alert' })
    const isOffered = mail !== null
    alertFormRoutes(features, { db, clock, outbox, isOffered, pages: alertPages, limit: alertLimit })
    alertLinkRoutes(features, { db, clock, pages: alertPages })
    const { publicUrl, company } = config
    siteMapRoutes(features, { published, publicUrl, company, offersAlerts: isOffered })
  })
  pageRoutes(app, {
    db,
    company: config.company,
    render,
    published,
    pictureOf: (job) => sharePictureAddress(pictures, job),
  })
  legalRoutes(app, { render, published, company: config.company })
  fileRoutes(app, { files: pages.files, logoFile: config.logoFile })
  return app
}

/** Applications that may get a message: not those in quarantine, whose addresses may be forged. */
async function findAddressees(db: Db, ids: number[]): Promise<Addressee[]> {
  return (await findApplications(db, ids)).filter(({ quarantined }) => quarantined === 0)
}
