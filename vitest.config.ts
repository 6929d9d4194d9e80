import { defineConfig } from 'vitest/config'
import { memoryFolder } from './test/memory-folder.ts'

/** Tests of behaviour that only PostgreSQL has. */
const POSTGRES_ONLY = 'test/postgres/**/*.test.ts'

/** Tests whose sentences depend on the engine: search, order, counts, claims, locks, upserts. `npm test` runs them on both. */
const DEPEND_ON_ENGINE = [
  'server/features/accounts/{account-routes,sign-in/sign-in}.test.ts',
  'server/features/alerts/{alert-list,alert-subscription}.test.ts',
  'server/features/applications/{answered,application-detail-routes,application-routes,quarantine}.test.ts',
  'server/features/applications/{board,changes,list,search}/*.test.ts',
  'server/features/applications/submission/submission-routes.test.ts',
  'server/features/{audit,history,insights,settings}/*.test.ts',
  'server/features/interviews/decided-interviews.test.ts',
  'server/features/jobs/{change-job,closing-date,job-routes,published-jobs}.test.ts',
  'server/features/messages/{cancelled-messages,decided-meanwhile,sending-order}.test.ts',
  'server/features/promise/**/*.test.ts',
  'server/features/recovery/recovery-routes.test.ts',
  'server/features/resumes/replication-races.test.ts',
  'server/platform/{outbox/*,mail/handle-mail,database/migrations/{fair-shares,mail-outage}}.test.ts',
  'test/security/{odd-ids,sign-in-counts}.test.ts',
]

/** All other tests of data, which run on PostgreSQL too in `npm run test:all`. */
const OF_DATA = [
  'server/features/{accounts,alerts,applications,feeds,interviews,jobs,messages,my-application,receipts}/**/*.test.ts',
  'server/features/resumes/{replicate-resume,only-in-drive,s3-primary,scan-routes}.test.ts',
  'server/{features/storage/storage-routes,features/pages/apply-routes,platform/http/client-address}.test.ts',
  'test/faults/{message-kills,paused-mail}.test.ts',
  'test/security/{fuzz,unknown-fields}.test.ts',
]

/** Exceptions: tests of SQLite alone, or of no database. */
const SQLITE_ONLY = [
  'server/features/accounts/password-hashing.test.ts',
  'server/features/feeds/xml-text.test.ts',
  'server/features/interviews/interview-times.test.ts',
  'server/features/applications/list/list-plans.test.ts',
  'server/features/insights/insight-plans.test.ts',
]

/**
 * What takes long: kills, faults, floods, slow senders, random requests, times that grow, other programs. Only
 * `npm run test:all` runs it, on a real disk.
 */
const LONG = [
  'server/commands/backup/end-access.test.ts',
  'server/features/resumes/{queue-texts,replication-failures}.test.ts',
  'server/platform/virus-scan/real-clamd.test.ts',
  'scripts/{build,regular-expressions-growth}.test.ts',
  'test/{api-client,faults,nginx}/**/*.test.ts',
  'test/postgres/{copy-database,copy-refusals,embedded-server,listener-connection,outage,pgbouncer}.test.ts',
  'test/postgres/{receipt-key-race,s3-kills,suspended-peer,three-machines,two-processes,wrong-installation}.test.ts',
  'test/security/{broken-log-output,costly-files,fuzz,guessing,linear-time,private-links,shutdown}.test.ts',
  'test/security/{sign-in-flood,slow-senders}.test.ts',
]

/** Tests that spy on a module that other tests load too. */
const APART = ['test/security/same-work.test.ts']

const ALL = '{contract,server,web,demo,scripts,test}/**/*.test.ts'
const inMemory = { TMPDIR: memoryFolder() }
const onPostgres = { globalSetup: 'test/postgres/global-setup.ts' }

export default defineConfig({
  test: {
    // Generous, because a busy machine is slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // More than there are cores: many tests wait for a retry or for a process.
    maxWorkers: 4,
    // Every test has its own app and database, and no file changes a module: loading each once saves a third of the time.
    isolate: false,
    unstubGlobals: true,
    // `npm test` runs the first three, `npm run test:all` the others (scripts/test.ts).
    projects: [
      {
        extends: true,
        test: { name: 'sqlite', include: [ALL], exclude: [POSTGRES_ONLY, ...LONG, ...APART], env: inMemory },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...DEPEND_ON_ENGINE, POSTGRES_ONLY],
          exclude: [...SQLITE_ONLY, ...LONG],
          env: inMemory,
          ...onPostgres,
        },
      },
      { extends: true, test: { name: 'apart', include: APART, isolate: true, env: inMemory } },
      { extends: true, test: { name: 'long', include: LONG, exclude: [POSTGRES_ONLY] } },
      {
        extends: true,
        test: {
          name: 'postgres-long',
          include: [...OF_DATA, ...LONG.filter((files) => files.startsWith('test/postgres/'))],
          exclude: [...SQLITE_ONLY, ...DEPEND_ON_ENGINE],
          ...onPostgres,
        },
      },
    ],
  },
})
