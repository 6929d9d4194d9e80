import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import type { PublicJob } from '../contract/jobs/job.ts'
import type { Config } from './config.ts'
import { accountRoutes } from './features/accounts/account-routes.ts'
import type { Sessions } from './features/accounts/sessions.ts'
import { setupRoutes } from './features/accounts/setup-routes.ts'
import type { SignInEvents } from './features/accounts/sign-in/sign-in-events.ts'
import { alertFormRoutes } from './features/alerts/alert-form-routes.ts'
import { alertLinkRoutes } from './features/alerts/alert-link-routes.ts'
import { alertRoutes } from './features/alerts/alert-routes.ts'
import { applicationDetailRoutes } from './features/applications/application-detail-routes.ts'
import { findApplications } from './features/applications/application-queries.ts'
import { applicationRoutes } from './features/applications/application-routes.ts'
import { jobBoardRoutes } from './features/applications/board/job-board-routes.ts'
import { applicationChangeRoutes } from './features/applications/changes/application-change-routes.ts'
import { applicationListRoutes } from './features/applications/list/application-list-routes.ts'
import { resumeRoutes } from './features/applications/resumes/resume-routes.ts'
import type { SubmissionDependencies } from './features/applications/submission/submission-handler.ts'
import { createSubmissionLimit } from './features/applications/submission/submission-limit.ts'
import { submissionRoutes } from './features/applications/submission/submission-routes.ts'
import { feedRoutes } from './features/feeds/feed-routes.ts'
import { historyRoutes } from './features/history/history-routes.ts'
import { insightRoutes } from './features/insights/insight-routes.ts'
import { calendarFeedRoutes } from './features/interviews/calendar-feed-routes.ts'
import { createDecidedInterviews } from './features/interviews/decided-interviews.ts'
import type { InterviewWriter } from './features/interviews/interview-messages.ts'
import { interviewRoutes } from './features/interviews/interview-routes.ts'
import { jobRoutes } from './features/jobs/job-routes.ts'
import type { PublishedJobs } from './features/jobs/published-jobs.ts'
import type { Addressee } from './features/messages/fill-texts.ts'
import { mailRoutes } from './features/messages/mail-routes.ts'
import { messageRoutes } from './features/messages/message-routes.ts'
import { templateRoutes } from './features/messages/template-routes.ts'
import { myApplicationRoutes } from './features/my-application/my-application-routes.ts'
import { applyRoutes } from './features/pages/apply-routes.ts'
import { embedRoutes } from './features/pages/embed-routes.ts'
import { fileRoutes } from './features/pages/file-routes.ts'
import { legalRoutes } from './features/pages/legal-routes.ts'
import { pageRoutes } from './features/pages/page-routes.ts'
import type { PageSource } from './features/pages/page-source.ts'
import { createPageRenderer } from './features/pages/render-page.ts'
import { sentRoutes } from './features/pages/sent-routes.ts'
import { siteMapRoutes } from './features/pages/site-map-routes.ts'
import { promiseRoutes } from './features/promise/promise-routes.ts'
import { recoveryRoutes } from './features/recovery/recovery-routes.ts'
import { settingsRoutes } from './features/settings/settings-routes.ts'
import { sharePictureAddress, sharePictureRoutes } from './features/share-pictures/share-picture-routes.ts'
import { createSharePictures } from './features/share-pictures/share-pictures.ts'
import { storageRoutes } from './features/storage/storage-routes.ts'
import type { Db, Tables } from './platform/database/tables.ts'
import { healthRoutes } from './platform/health/health-routes.ts'
import type { KeyedHash } from './platform/http/client-address.ts'
import type { WellheadApp } from './platform/http/feature.ts'
import type { MailSender } from './platform/mail/mail-sender.ts'

/** Requests for new private links that one network may send in an hour. */
const LINKS_PER_HOUR = 20
/** Requests for job alerts that one network may send in an hour. */
const ALERTS_PER_HOUR = 20

/** What routes are made of: the configuration, and the services that features share. */
type Services = SubmissionDependencies & {
  config: Config
  db: Kysely<Tables>
  pages: PageSource
  published: PublishedJobs
  sessions: Sessions
  hash: KeyedHash
  interviews: InterviewWriter
  /** Null without a mail server. */
  mail: MailSender | null
  signInEvents: SignInEvents
  /** Whether another process has taken the database. */
  isDisplaced: () => boolean
}

/** Registers the routes of every feature, and then those of pages and files. */
export function registerRoutes(app: WellheadApp, services: Services): void {
  const { config, db, stores, pages, clock, today, published, sessions, hash, shareOf, outbox } = services
  const { signInEvents, slots, refusals, interviews, messages, mail, isDisplaced } = services
  const { publicUrl, company } = config
  const sendsMail = mail !== null
  const changing = { db, messages, interviews: createDecidedInterviews(interviews) }
  const pictures = createSharePictures({ company, logoFile: config.logoFile })
  const render = createPageRenderer({ source: pages, clock, company, publicUrl, sendsMail })
  app.register(async (scope) => {
    const features = scope.withTypeProvider<ZodTypeProvider>()
    healthRoutes(features, { db, slots, isDisplaced, dataDir: config.dataDir })
    jobRoutes(features, { db, published, sessions, announcer: config.indexNow && outbox, clock, today })
    setupRoutes(features, { db, clock, hash, setupToken: config.setupToken, publicUrl })
    const signInContext = { db, clock, hash, log: app.log, events: signInEvents }
    accountRoutes(features, { db, clock, sessions, signInContext })
    submissionRoutes(features, services)
    recoveryRoutes(features, services)
    const forms = { render, published, submission: services, hash, refusals }
    applyRoutes(features, forms)
    sentRoutes(features, forms)
    applicationListRoutes(features, { db, sessions, clock })
    jobBoardRoutes(features, { db, sessions })
    applicationRoutes(features, { ...changing, sessions, outbox, clock })
    resumeRoutes(features, { db, stores, sessions, clock })
    applicationDetailRoutes(features, { db, sessions })
    applicationChangeRoutes(features, { ...changing, sessions, outbox, clock })
    const linkLimit = createSubmissionLimit({ db, clock, hash, perHour: LINKS_PER_HOUR, purpose: 'new-link' })
    interviewRoutes(features, { db, interviews, sessions, outbox, clock })
    calendarFeedRoutes(features, { db, interviews, sessions, clock, publicUrl })
    myApplicationRoutes(features, { db, interviews, outbox, clock, linkLimit, shareOf, replacing: services })
    messageRoutes(features, { db, messages, findAddressees, sessions, outbox, clock })
    templateRoutes(features, { db, sessions, clock })
    mailRoutes(features, { db, mail, company: company.name, sessions, clock })
    settingsRoutes(features, { db, sessions, clock, company, sendsMail, onSaved: published.changed })
    promiseRoutes(features, { published })
    historyRoutes(features, { db, sessions, clock })
    insightRoutes(features, { db, sessions, clock })
    const { missingDriveSettings } = config
    storageRoutes(features, { db, sessions, stores, outbox, clock, missingDriveSettings })
    sharePictureRoutes(features, { published, pictures })
    embedRoutes(features, { published, company: company.name })
    feedRoutes(features, { published, company, publicUrl, indexNowKey: config.indexNow?.key ?? null })
    alertRoutes(features, { db, sessions, clock })
    const alertPages = { render, published }
    const alertLimit = createSubmissionLimit({ db, clock, hash, perHour: ALERTS_PER_HOUR, purpose: 'job-alert' })
    alertFormRoutes(features, {
      ...{ db, clock, outbox, refusals, shareOf },
      isOffered: sendsMail,
      pages: alertPages,
      limit: alertLimit,
    })
    alertLinkRoutes(features, { db, clock, pages: alertPages })
    siteMapRoutes(features, { published, publicUrl, company, sendsMail })
  })
  const pictureOf = (job: PublicJob) => sharePictureAddress(pictures, job)
  pageRoutes(app, { db, render, published, pictureOf })
  legalRoutes(app, { render, published, company, sendsMail })
  fileRoutes(app, { files: pages.files, logoFile: config.logoFile })
}

/** Applications that may get a message: not those in quarantine, whose addresses may be forged. */
async function findAddressees(db: Db, ids: number[]): Promise<Addressee[]> {
  return (await findApplications(db, ids)).filter(({ quarantined }) => quarantined === 0)
}
