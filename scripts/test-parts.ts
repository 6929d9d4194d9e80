/**
 * Which tests run when. `npm test` takes at most six minutes on two cores: it runs all but LONG on SQLite, POSTGRES_ONLY, and
 * MAIN_WAYS in a browser. `npm run test:all` runs the others: LONG, OF_DATA on PostgreSQL, and all other browser tests.
 */

/** Tests of behaviour that only PostgreSQL has. */
export const POSTGRES_ONLY = 'test/postgres/**/*.test.ts'

/** Tests of data, which run on PostgreSQL too. */
export const OF_DATA = [
  'server/features/{accounts,alerts,api-tokens,applications,audit,colleague-questions,comments,confirmation,consents,erasure,erasure-ledger,feeds}/**/*.test.ts',
  'server/features/{history,imports,insights,interview-offers,interviews,jobs,legal-holds,live,messages,my-application,notices}/**/*.test.ts',
  'server/features/{own-sessions,password-reset,people,promise,receipts,replies,retention,saved-views,scorecard-requests,scorecards}/**/*.test.ts',
  'server/features/{second-factors,settings,sign-in-settings,single-sign-on,tags,webhooks}/**/*.test.ts',
  'server/features/passkeys/passkey{s,-sign-in}.test.ts',
  'server/features/person-export/person-export.test.ts',
  'server/features/recovery/recovery-routes.test.ts',
  'server/features/resumes/{queue-replicas,replicate-resume,replication-races,only-in-drive,s3-primary,scan-routes,sweep-resumes}.test.ts',
  'server/{features/storage/storage-routes,features/pages/apply-routes,platform/http/client-address}.test.ts',
  'server/platform/{outbox/*,mail/handle-mail,database/migrations/{accounts-with-roles,fair-shares,note-outages,one-mail-table,personal-data/{blank-words,retention-tables},sign-in/typed-addresses,team/{link-shown-column,question-interview-column,reminder-columns}}}.test.ts',
  'test/faults/{killed-erasure,killed-filling,killed-notices,killed-import,killed-replay,killed-replies,killed-retention,killed-sealing,message-kills,paused-mail}.test.ts',
  'test/{interview-date-views,databases/logged-rows,smtp/toast-promises}.test.ts',
  'test/security/{fuzz,hidden-or-missing,odd-ids,role-matrix,sign-in-counts,unknown-fields}.test.ts',
]

/** Exceptions: tests of SQLite alone, or of no database. */
export const SQLITE_ONLY = [
  'server/features/accounts/passwords/password-hashing.test.ts',
  'server/features/feeds/xml-text.test.ts',
  'server/features/interviews/stored/interview-times.test.ts',
  'server/features/applications/list/list-plans.test.ts',
  'server/features/{insights/insight-plans,promise/kept-promise-plans}.test.ts',
  'server/features/imports/{plan,files}/*.test.ts',
  'server/features/{passkeys/verify-ceremonies,person-export/person-tables,resumes/{compare-replica,open-resume}}.test.ts',
]

/** Exceptions: tests of what is made of published postings and texts, whatever the engine. */
export const OF_PAGES = ['server/features/{pages,share-pictures}/*.test.ts']

/**
 * What takes long: kills, faults, floods, slow senders, matrices, files of every kind, other programs. Only
 * `npm run test:all` runs it, on a real disk.
 */
export const LONG = [
  'demo/*.test.ts',
  'scripts/build.test.ts',
  'server/serve.test.ts',
  'server/commands/**/*.test.ts',
  'server/features/accounts/change-password.test.ts',
  'server/features/alerts/{alert-faults,alert-mails,alert-planning}.test.ts',
  'server/features/applications/roles.test.ts',
  'server/features/applications/resumes/{export-resumes,resume-routes}.test.ts',
  'server/features/applications/submission/written-resume.test.ts',
  'server/features/feeds/announce-pages.test.ts',
  'server/features/imports/opencats.test.ts',
  'server/features/interviews/{decided-interviews,undo-interviews,invitations/interview-invitations}.test.ts',
  'server/features/live/live-readers.test.ts',
  'server/features/messages/tests/{mail-outage,mailbox-limit,sent-again}.test.ts',
  'server/features/{pages/apply-routes,password-reset/password-reset,replies/{replies,tagged-replies},second-factors/finish-sign-in}.test.ts',
  'server/features/resumes/{queue-texts,replicate-resume,replication-failures,s3-primary}.test.ts',
  'server/features/scorecard-requests/reminded-interviewers.test.ts',
  'server/platform/file-stores/{s3,google-drive}/*.test.ts',
  'server/platform/{http/connections,installation,metrics,oidc,text-extraction,virus-scan}/*.test.ts',
  'test/{api-client,faults,nginx,security,smtp}/**/*.test.ts',
  'test/postgres/{copy-database,copy-refusals,embedded-server,listener-connection,open-export-postgres,open-postgres,outage,pgbouncer}.test.ts',
  'test/postgres/{racing-choices,receipt-key-race,s3-kills,suspended-peer,team-at-three-processes,three-machines,two-processes,wrong-installation}.test.ts',
]

/** Tests that spy on a module, extend a list, or need a module as it is at first, that other tests load too. */
export const APART = ['test/security/same-work.test.ts', 'test/additional-status.test.ts', 'web/routes.test.ts']

/** The main ways through the product, in a browser. Only `npm run test:all` runs the other browser tests. */
export const MAIN_WAYS = [
  'e2e/site/{landing,careers,my-application,apply/apply}.spec.ts',
  'e2e/admin/session/{admin-sign-in,people}.spec.ts',
  'e2e/admin/{applications/dashboard,applications/review,team/live}.spec.ts',
]
