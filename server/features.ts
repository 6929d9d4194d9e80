import { accounts } from './features/accounts/accounts-feature.ts'
import { alerts } from './features/alerts/alerts-feature.ts'
import { apiTokens } from './features/api-tokens/api-tokens-feature.ts'
import { applications } from './features/applications/applications-feature.ts'
import { audit } from './features/audit/audit-feature.ts'
import { colleagueQuestions } from './features/colleague-questions/colleague-questions-feature.ts'
import { comments } from './features/comments/comments-feature.ts'
import { confirmation } from './features/confirmation/confirmation-feature.ts'
import { consents } from './features/consents/consents-feature.ts'
import { erasure } from './features/erasure/erasure-feature.ts'
import { erasureLedger } from './features/erasure-ledger/erasure-ledger-feature.ts'
import type { Feature, FeatureTask, Services } from './features/feature.ts'
import { feeds } from './features/feeds/feeds-feature.ts'
import { health } from './features/health/health-feature.ts'
import { history } from './features/history/history-feature.ts'
import { imports } from './features/imports/imports-feature.ts'
import { insights } from './features/insights/insights-feature.ts'
import { interviewOffers } from './features/interview-offers/interview-offers-feature.ts'
import { interviews } from './features/interviews/interviews-feature.ts'
import { jobs } from './features/jobs/jobs-feature.ts'
import { legalHolds } from './features/legal-holds/legal-holds-feature.ts'
import { live } from './features/live/live-feature.ts'
import { messages } from './features/messages/messages-feature.ts'
import { myApplication } from './features/my-application/my-application-feature.ts'
import { notices } from './features/notices/notices-feature.ts'
import { ownSessions } from './features/own-sessions/own-sessions-feature.ts'
import { pages } from './features/pages/pages-feature.ts'
import { passkeys } from './features/passkeys/passkeys-feature.ts'
import { passwordReset } from './features/password-reset/password-reset-feature.ts'
import { people } from './features/people/people-feature.ts'
import { personExport } from './features/person-export/person-export-feature.ts'
import { promise } from './features/promise/promise-feature.ts'
import { receipts } from './features/receipts/receipts-feature.ts'
import { recovery } from './features/recovery/recovery-feature.ts'
import { replies } from './features/replies/replies-feature.ts'
import { resumes } from './features/resumes/resumes-feature.ts'
import { retention } from './features/retention/retention-feature.ts'
import { savedViews } from './features/saved-views/saved-views-feature.ts'
import { scorecardRequests } from './features/scorecard-requests/scorecard-requests-feature.ts'
import { scorecards } from './features/scorecards/scorecards-feature.ts'
import { secondFactors } from './features/second-factors/second-factors-feature.ts'
import { settings } from './features/settings/settings-feature.ts'
import { sharePictures } from './features/share-pictures/share-pictures-feature.ts'
import { signInSettings } from './features/sign-in-settings/sign-in-settings-feature.ts'
import { singleSignOn } from './features/single-sign-on/single-sign-on-feature.ts'
import { storage } from './features/storage/storage-feature.ts'
import { tags } from './features/tags/tags-feature.ts'
import { webhooks } from './features/webhooks/webhooks-feature.ts'
import { handleMail } from './platform/mail/handle-mail.ts'
import type { MailKind, MailKinds } from './platform/mail/mail-kind.ts'
import { sendMailTask } from './platform/mail/mail-queue.ts'

const FEATURES_IN_ORDER = [
  health,
  audit,
  erasureLedger,
  accounts,
  ownSessions,
  apiTokens,
  secondFactors,
  passkeys,
  confirmation,
  settings,
  signInSettings,
  jobs,
  people,
  notices,
  webhooks,
  singleSignOn,
  resumes,
  receipts,
  messages,
  applications,
  savedViews,
  tags,
  comments,
  replies,
  scorecards,
  live,
  passwordReset,
  colleagueQuestions,
  interviews,
  scorecardRequests,
  sharePictures,
  feeds,
  pages,
  alerts,
  interviewOffers,
  insights,
  history,
  imports,
  legalHolds,
  erasure,
  consents,
  retention,
  personExport,
  myApplication,
  promise,
  recovery,
  storage,
] as const satisfies readonly Feature[]

/** Every feature. A feature imports only features before it. */
export const FEATURES: readonly Feature[] = FEATURES_IN_ORDER

/** Every kind of outbox task with what makes its handler. */
export const FEATURE_TASKS: readonly FeatureTask[] = [
  ...FEATURES.flatMap(({ tasks = [] }) => tasks),
  { task: sendMailTask, handler: (services) => handleMail(services, mailKinds(services)) },
]

type KindsOf<Listed> = Listed extends { mails(services: never): infer Mails } ? keyof Mails : never

/** What each feature says about its mails. A kind of mail that no feature has does not compile. */
function mailKinds(services: Omit<Services, 'outbox'>): MailKinds {
  const kinds = Object.assign({}, ...FEATURES.map(({ mails }) => mails?.(services)))
  return kinds as Record<KindsOf<(typeof FEATURES_IN_ORDER)[number]>, MailKind>
}
