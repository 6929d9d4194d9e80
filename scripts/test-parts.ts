/**
 * Which tests run when. `npm test` runs all but LONG on SQLite, DEPEND_ON_ENGINE and POSTGRES_ONLY on PostgreSQL, and all
 * browser tests but FURTHER. `npm run test:all` runs the others: LONG, OF_DATA on PostgreSQL, and FURTHER.
 */

/** Tests of behaviour that only PostgreSQL has. */
export const POSTGRES_ONLY = 'test/postgres/**/*.test.ts'

/** Tests whose sentences depend on the engine: search, order, counts, claims, locks, upserts. `npm test` runs them on both. */
export const DEPEND_ON_ENGINE = [
  'server/features/accounts/{account-routes,seen-by,sign-in}.test.ts',
  'server/features/alerts/{alert-list,alert-subscription}.test.ts',
  'server/features/applications/{answered,application-detail-routes,application-routes,quarantine,roles}.test.ts',
  'server/features/applications/{assigning,board,changes,list,search}/*.test.ts',
  'server/features/{saved-views,tags}/*.test.ts',
  'server/features/applications/submission/submission-routes.test.ts',
  'server/features/{audit,colleague-questions,comments,confirmation,history,insights,notices,people,scorecard-requests,scorecards,settings}/*.test.ts',
  'server/features/interviews/{decided-interviews,interview-roles,calendar/calendar-roles}.test.ts',
  'server/features/interview-offers/*.test.ts',
  'server/features/jobs/{change-job,closing-date,job-roles,job-routes,published-jobs}.test.ts',
  'server/features/messages/tests/{cancelled-messages,message-roles,messages-under-way,one-mail,decided-meanwhile,sending-order}.test.ts',
  'server/features/promise/**/*.test.ts',
  'server/features/recovery/recovery-routes.test.ts',
  'server/features/resumes/replication-races.test.ts',
  'server/platform/{outbox/*,mail/handle-mail,database/migrations/{accounts-with-roles,fair-shares,note-outages,one-mail-table,sign-in/typed-addresses,team/{link-shown-column,question-interview-column,reminder-columns}}}.test.ts',
  'test/{interview-date-views,databases/logged-rows,security/odd-ids,security/sign-in-counts,security/hidden-or-missing}.test.ts',
]

/** All other tests of data, which run on PostgreSQL too in `npm run test:all`. */
export const OF_DATA = [
  'server/features/{accounts,alerts,applications,feeds,interviews,jobs,live,messages,my-application,receipts}/**/*.test.ts',
  'server/features/{own-sessions,password-reset,second-factors,sign-in-settings,single-sign-on}/*.test.ts',
  'server/features/passkeys/passkey{s,-sign-in}.test.ts',
  'test/smtp/toast-promises.test.ts',
  'server/features/resumes/{queue-replicas,replicate-resume,only-in-drive,s3-primary,scan-routes}.test.ts',
  'server/{features/storage/storage-routes,features/pages/apply-routes,platform/http/client-address}.test.ts',
  'test/faults/{killed-filling,killed-sealing,message-kills,paused-mail}.test.ts',
  'test/security/{fuzz,role-matrix,unknown-fields}.test.ts',
]

/** Exceptions: tests of SQLite alone, or of no database. */
export const SQLITE_ONLY = [
  'server/features/accounts/passwords/password-hashing.test.ts',
  'server/features/feeds/xml-text.test.ts',
  'server/features/interviews/stored/interview-times.test.ts',
  'server/features/applications/list/list-plans.test.ts',
  'server/features/{insights/insight-plans,promise/kept-promise-plans}.test.ts',
  'server/features/{passkeys/verify-ceremonies,resumes/{compare-replica,open-resume,sweep-resumes}}.test.ts',
]

/** Exceptions: tests of what is made of published postings and texts, whatever the engine. */
export const OF_PAGES = ['server/features/{pages,share-pictures}/*.test.ts']

/**
 * What takes long: kills, faults, floods, slow senders, random requests, other programs. Only
 * `npm run test:all` runs it, on a real disk.
 */
export const LONG = [
  'server/commands/backup/end-access.test.ts',
  'server/features/resumes/{queue-texts,replication-failures}.test.ts',
  'server/platform/virus-scan/real-clamd.test.ts',
  'scripts/build.test.ts',
  'test/{api-client,faults,nginx}/**/*.test.ts',
  'test/postgres/{copy-database,copy-refusals,embedded-server,listener-connection,outage,pgbouncer}.test.ts',
  'test/postgres/{racing-choices,receipt-key-race,s3-kills,suspended-peer,team-at-three-processes,three-machines,two-processes,wrong-installation}.test.ts',
  'test/security/{broken-log-output,costly-files,fuzz,guessing,private-links,shutdown}.test.ts',
  'test/security/{sign-in-flood,slow-senders}.test.ts',
]

/** Tests that spy on a module, extend a list, or need a module as it is at first, that other tests load too. */
export const APART = ['test/security/same-work.test.ts', 'test/additional-status.test.ts', 'web/routes.test.ts']

/**
 * Beyond the main ways through the product: every state at every width, text of any length, outages, slow and failing
 * connections, several tabs, servers of their own. Only `npm run test:all` runs it.
 */
export const FURTHER = [
  'e2e/{every-page,site/accessibility,admin/admin-focus,admin/admin-keyboard}.spec.ts',
  'e2e/site/{hostile-postings,page-hygiene,landing-full}.spec.ts',
  'e2e/site/apply/{apply-confirmation,apply-failures,apply-file,apply-slow,apply-written,questions}.spec.ts',
  'e2e/site/{behind-nginx,embed,job-alerts,lost-installation}.spec.ts',
  'e2e/admin/{admin-pages,admin-tooltips,dashboard-density,menu-touch,toast-position,storage,storage-s3}.spec.ts',
  'e2e/admin/team/walk-of-a-team.spec.ts',
  'e2e/admin/session/{admin-guard,admin-password,admin-session,admin-sessions,admin-setup,admin-username}.spec.ts',
  'e2e/admin/applications/{dashboard-details,dashboard-idle,dashboard-outage,details-saving,edit-conflict}.spec.ts',
  'e2e/admin/applications/{keys-keep-focus,quarantine,resume,review-feedback,review-resume,undo}.spec.ts',
]
