import { defineConfig } from 'vitest/config'
import { memoryFolder } from './test/memory-folder.ts'

/** Tests of behaviour that only PostgreSQL has. */
const POSTGRES_ONLY = 'test/postgres/**/*.test.ts'

/** Tests that run on both engines, because their queries could behave differently. */
const ON_BOTH_ENGINES = [
  'server/features/{accounts,alerts,applications,audit,feeds,history,insights,interviews,jobs,messages,my-application,promise,receipts,recovery,settings}/**/*.test.ts',
  'server/platform/{outbox/*,mail/handle-mail,database/migrations/{fair-shares,mail-outage}}.test.ts',
  'server/features/resumes/{replication-races,replicate-resume,only-in-drive,s3-primary,scan-routes}.test.ts',
  'server/{features/storage/storage-routes,features/pages/apply-routes,platform/http/client-address}.test.ts',
  'test/faults/{message-kills,paused-mail}.test.ts',
  'test/security/{fuzz,sign-in-counts,odd-ids,unknown-fields}.test.ts',
]

/** Exceptions: tests of SQLite alone, or of no database. */
const SQLITE_ONLY = [
  'server/features/accounts/password-hashing.test.ts',
  'server/features/feeds/xml-text.test.ts',
  'server/features/interviews/interview-times.test.ts',
  'server/features/applications/list/list-plans.test.ts',
  'server/features/insights/insight-plans.test.ts',
]

/** Tests that spy on a module that other tests load too. */
const APART = ['test/security/same-work.test.ts']

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
    env: { TMPDIR: memoryFolder() },
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['{contract,server,web,demo,scripts,test}/**/*.test.ts'],
          exclude: [POSTGRES_ONLY, ...APART],
        },
      },
      { extends: true, test: { name: 'apart', include: APART, isolate: true } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...ON_BOTH_ENGINES, POSTGRES_ONLY],
          exclude: SQLITE_ONLY,
          globalSetup: 'test/postgres/global-setup.ts',
        },
      },
    ],
  },
})
