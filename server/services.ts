import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { COLLEAGUE_QUESTION } from '../contract/wire/limits.ts'
import { SIGN_IN_API } from '../contract/wire/sign-in-paths.ts'
import type { Config } from './config.ts'
import { createSessions } from './features/accounts/sessions.ts'
import { findApplications } from './features/applications/stored/application-queries.ts'
import { createSubmissionLimit } from './features/applications/submission/submission-limit.ts'
import { createLedgerMirror } from './features/erasure-ledger/mirror-ledger.ts'
import type { Services } from './features/feature.ts'
import { cancelInterviewsOfFilled, createDecidedInterviews } from './features/interviews/decided-interviews.ts'
import { createInterviewWriter } from './features/interviews/invitations/interview-messages.ts'
import { createPublishedJobs } from './features/jobs/published-jobs.ts'
import { createLive } from './features/live/live-hub.ts'
import { keepPostingsOffersInStep } from './features/messages/offers-in-step.ts'
import { createMessageWriter } from './features/messages/queue-messages.ts'
import type { PageSource } from './features/pages/page-source.ts'
import { createPageRenderer } from './features/pages/render-page.ts'
import { createPromiseMonths } from './features/promise/kept-promises.ts'
import { createMeasuredResponseTime } from './features/promise/response-time.ts'
import { createReceipts } from './features/receipts/receipts.ts'
import { readDocument } from './features/settings/document-queries.ts'
import { SIGN_IN_SETTINGS } from './features/settings/documents.ts'
import { sharePictureAddress } from './features/share-pictures/share-picture-routes.ts'
import { createSharePictures } from './features/share-pictures/share-pictures.ts'
import { FEATURE_TASKS } from './features.ts'
import { createToday } from './platform/calendar-day.ts'
import type { Clock } from './platform/clock.ts'
import { createGroupCommit } from './platform/database/group-commit.ts'
import type { PostgresListener } from './platform/database/postgres/postgres-listener.ts'
import type { Tables } from './platform/database/tables.ts'
import { watchDatabase } from './platform/database/watch-database.ts'
import type { FileStores } from './platform/file-stores/file-stores.ts'
import { createKeyedHash, type KeyedHash } from './platform/http/client-address.ts'
import { TIMEOUTS, type Timeouts } from './platform/http/connections/timeouts.ts'
import type { CustomerPrefixBudget } from './platform/http/customer-prefix-budget.ts'
import { createTaskShare } from './platform/http/task-share.ts'
import { createMailLogo } from './platform/mail/card/mail-logo.ts'
import { createMailSender } from './platform/mail/mail-sender.ts'
import { createMailboxLimit } from './platform/mail/mailbox-limit.ts'
import { createOidcClient } from './platform/oidc/oidc-client.ts'
import { createGuardedSender, type GuardedSender } from './platform/outbound/guarded-sender.ts'
import { startOutbox } from './platform/outbox/outbox.ts'
import { createSealer } from './platform/sealer.ts'
import { createTextExtractor, type TextExtractor } from './platform/text-extraction/text-extractor.ts'
import { createDiskSpace } from './platform/uploads/disk-space.ts'
import { createFileValidator, type FileValidator } from './platform/uploads/file-types/file-validator.ts'
import { createRefusalBudget } from './platform/uploads/refusal-budget.ts'
import { createUploadSlots } from './platform/uploads/upload-slots.ts'
import { createClamd } from './platform/virus-scan/clamd-client.ts'

/** What the program is made of; `start.ts` opens it. Tests put their own in place of those that may be left out. */
export type Opened = {
  config: Config
  db: Kysely<Tables>
  stores: FileStores
  pages: PageSource
  clock: Clock
  /** Notifications of other processes on the same database; null or left out with SQLite. */
  listener?: PostgresListener | null
  timeouts?: Timeouts
  /** Reads the secret of the installation once. */
  hash?: KeyedHash
  extractor?: TextExtractor
  validator?: FileValidator
  refusals?: CustomerPrefixBudget | undefined
  outbound?: GuardedSender | undefined
}

/** Makes what features share, each once. The outbox begins with the tasks of an earlier run. */
export function createServices(opened: Opened, log: FastifyBaseLogger): Services {
  const { config, db, stores, pages, clock, listener, timeouts = TIMEOUTS, hash = createKeyedHash() } = opened
  const { company, publicUrl, dataDir } = config
  const today = createToday(clock, company.timeZone)
  const responseTime = createMeasuredResponseTime({ db, clock, timeZone: company.timeZone })
  const published = createPublishedJobs(db, {
    today,
    companyAddress: company.address,
    responseTime: responseTime.latest,
    warn: (message) => log.warn(message),
  })
  const isDisplaced = watchDatabase(db, log)
  const logo = createMailLogo(config.logoFile, (err) => log.warn({ err }, 'the logo of mails cannot be drawn'))
  const mail = config.mail && createMailSender(config.mail, { company: company.name, publicUrl, logo })
  const mailboxes = createMailboxLimit(hash)
  const codeMailboxes = createMailboxLimit(hash, { of: 'colleague-codes', inADay: COLLEAGUE_QUESTION.codesOfMailbox })
  const receipts = createReceipts({ dataDir, secretKey: config.secretKey, clock })
  const organizer = config.mail?.replyTo ?? config.mail?.from ?? { name: null, address: company.email }
  const sendsMail = mail !== null
  const interviews = createInterviewWriter({
    company: company.name,
    ...{ publicUrl, sendsMail },
    organizer: { ...organizer, name: organizer.name ?? company.name },
  })
  const pictures = createSharePictures({ company, logoFile: config.logoFile })
  const sessions = createSessions({ db, clock, publicUrl, log })
  const withoutOutbox: Omit<Services, 'outbox'> = {
    ...{ config, db, stores, pages, clock, log, hash, today, responseTime, published, isDisplaced },
    ...{ mail, mailboxes, codeMailboxes, receipts, interviews, pictures },
    chainKey: { dataDir, secretKey: config.secretKey },
    promiseMonths: createPromiseMonths({ db, clock, today, timeZone: company.timeZone }),
    commit: createGroupCommit(db),
    outbound: opened.outbound ?? createGuardedSender({ privateHosts: config.webhookPrivateHosts ?? [] }),
    sealer: createSealer({ dataDir, secretKey: config.secretKey }),
    ledgerMirror: createLedgerMirror({ db, config, log }),
    isPaused: () => listener?.isUnsafe() || isDisplaced(),
    sessions,
    live: createLive({ db, sessions, log }),
    signInEvents: new EventEmitter(),
    oidc: config.oidc && createOidcClient(config.oidc, { redirectUrl: publicUrl + SIGN_IN_API.singleSignOnCallback }),
    // Without a provider it would be no way at all.
    onlyCompanyAccounts: async () =>
      config.oidc !== null && (await readDocument(db, SIGN_IN_SETTINGS)).value.singleSignOn.only,
    shareOf: createTaskShare(hash, clock),
    submissionLimit: createSubmissionLimit({ db, clock, perHour: config.submissionsPerHour, hash }),
    slots: createUploadSlots(createDiskSpace({ folder: dataDir, minFreeBytes: config.minFreeDiskBytes, log })),
    scan: config.virusScan && {
      scanner: createClamd(config.virusScan.address),
      isRequired: config.virusScan.isRequired,
    },
    parsingMs: timeouts.parsingMs,
    extractor: opened.extractor ?? createTextExtractor(log),
    validator: opened.validator ?? createFileValidator(log),
    refusals: opened.refusals ?? createRefusalBudget(),
    messages: createMessageWriter({ config, receipts, mailboxes, mail, today }),
    // Addresses in quarantine may be forged.
    findAddressees: async (on, ids) => (await findApplications(on, ids)).filter(({ quarantined }) => quarantined === 0),
    onSettingsSaved: published.changed,
    cancelInterviewsOfFilled: (trx, jobId, author) => cancelInterviewsOfFilled({ trx, interviews }, jobId, author),
    keepPostingsOffersInStep,
    decidedInterviews: createDecidedInterviews(interviews, company.timeZone),
    render: createPageRenderer({ source: pages, clock, company, publicUrl, sendsMail }),
    pictureOf: (posting) => sharePictureAddress(pictures, posting),
  }
  const handlers = FEATURE_TASKS.map(({ handler }) => handler(withoutOutbox))
  return { ...withoutOutbox, outbox: startOutbox({ db, clock, log, handlers, isPaused: withoutOutbox.isPaused }) }
}

/** Ends what {@link createServices} has begun. */
export async function stopServices({ outbox, extractor, validator, ledgerMirror }: Services): Promise<void> {
  await Promise.all([outbox.stop(), extractor.stop(), validator.stop()])
  // The last tasks may have erased something.
  await ledgerMirror.idle()
}
