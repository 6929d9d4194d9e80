import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildApp } from '../server/app.ts'
import { type Config, readConfig } from '../server/config.ts'
import { insertAccount } from '../server/features/accounts/account-queries.ts'
import { hashPassword } from '../server/features/accounts/passwords/password-hashing.ts'
import { createSession } from '../server/features/accounts/session-queries.ts'
import { builtPages } from '../server/features/pages/page-source.ts'
import { findCurrentResume, findReplica } from '../server/features/resumes/resume-queries.ts'
import type { RemoteStore } from '../server/platform/file-stores/file-store.ts'
import { openLocalStore } from '../server/platform/file-stores/local-store.ts'
import { TIMEOUTS, type Timeouts } from '../server/platform/http/connections/timeouts.ts'
import type { Opened } from '../server/services.ts'
import { makeTestDatabase } from './databases/test-database.ts'
import { shareExtractor } from './resume-files/shared-extractor.ts'
import { shareValidator } from './resume-files/shared-validator.ts'
import { testStores } from './stores/test-stores.ts'

/** The real application on its own folder and port. */
export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** The sign-in that {@link TestApp.signIn} uses. */
export const TEST_ADMIN = { username: 'admin', password: 'correct horse battery' }

/** Parts that a test makes itself. */
type TestParts = Pick<Opened, 'refusals' | 'extractor' | 'validator' | 'outbound'>

/** Made once for all apps of a run: it is meant to take long. */
let adminHash: Promise<string> | undefined

/**
 * Starts the real application with a real database, on the engine of the running tests unless `settings.postgres` names
 * one, and real files; `stop` removes everything again.
 */
export async function startTestApp(
  settings: Partial<Config> = {},
  remotes: RemoteStore | RemoteStore[] | null = null,
  timeouts: Timeouts = TIMEOUTS,
  { refusals, outbound, extractor = shareExtractor(), validator = shareValidator() }: TestParts = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-test-'))
  const config: Config = {
    ...readConfig({ LOG_LEVEL: 'silent', SUBMISSIONS_PER_HOUR: '0' }, 'development'),
    dataDir,
    ...settings,
  }
  const database = await makeTestDatabase(dataDir, settings.postgres)
  const { db, listener } = database
  const store = await openLocalStore(dataDir, { isComplete: config.primaryStore === 'local' })
  const stores = testStores(store, remotes ? [remotes].flat() : [], config)
  let now: Date | undefined
  const clock = () => now ?? new Date()
  const pages = builtPages(resolve(import.meta.dirname, '../dist'))
  const fixed = { logger: false, ranByHand: ['plan-digests', 'plan-job-alerts', 'seal-audit-trail'] } as const
  const services = { extractor, validator, refusals, outbound }
  const app = buildApp({ config, db, stores, pages, clock, listener, timeouts, ...services }, fixed)
  const url = (await app.listen({ host: '127.0.0.1', port: 0 })).replace(/\/$/, '')

  return {
    url,
    db,
    dataDir,

    /** What time it is for the program. */
    now: clock,

    /** Stops the clock at an instant; undefined lets it run again. */
    setNow: (instant: Date | undefined) => {
      now = instant
    },

    /** Runs a piece of timed work now, whatever its time is. Resolves when it has ended. */
    runWork: (name: string) => app.runWork(name),

    /** Lets the outbox look for due tasks now: after a submission it would do so within a second. */
    wakeOutbox: () => app.wakeOutbox(),

    /** Sends a request to the application. */
    request: (path: string, init?: RequestInit) => fetch(url + path, init),

    /** Headers of a signed-in admin; the account is made on first use. */
    signIn: async () => {
      const existing = await db.selectFrom('accounts').select('id').executeTakeFirst()
      if (!existing) {
        adminHash ??= hashPassword(TEST_ADMIN.password)
        await insertAccount(db, {
          username: TEST_ADMIN.username,
          password_hash: await adminHash,
          created_at: clock().toISOString(),
        })
      }
      // PostgreSQL lists a row that was changed after the others.
      const { id } = await db.selectFrom('accounts').select('id').orderBy('id').executeTakeFirstOrThrow()
      const { token } = await createSession(db, id, clock())
      return { authorization: `Bearer ${token}` }
    },

    /** Where the file of an application's resume is on the disk. */
    resumePath: async (applicationId: number) => {
      const resume = await findCurrentResume(db, applicationId)
      const copy = resume && (await findReplica(db, resume.id, 'local'))
      return join(dataDir, 'resumes', copy?.key ?? 'none')
    },

    /** Names of all resume files, stored or temporary. */
    storedFiles: async () => {
      const entries = await Promise.all(
        ['resumes', 'tmp'].map((folder) => readdir(join(dataDir, folder), { recursive: true, withFileTypes: true })),
      )
      return entries
        .flat()
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
    },

    stop: async () => {
      await app.close()
      await store.close()
      await database.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
