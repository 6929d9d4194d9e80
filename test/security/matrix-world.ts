import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Role } from '../../contract/accounts/roles.ts'
import { boardName } from '../../contract/wire/feed-paths.ts'
import { readConfig } from '../../server/config.ts'
import { insertAccount } from '../../server/features/accounts/account-queries.ts'
import { createSession, hashSecret, newSecret } from '../../server/features/accounts/session-queries.ts'
import { applicationsCookieName } from '../../server/features/accounts/sessions.ts'
import { adminClient } from '../admin-client.ts'
import { logRowChanges } from '../databases/logged-rows.ts'
import { createJob } from '../factories.ts'
import { textsAreRead } from '../resume-files/stored-texts.ts'
import { startTestApp } from '../test-app.ts'
import { DRAFT, makeSubject } from './matrix-subject.ts'

/** Who sends a request, in the order of the columns of `role-matrix.md`. */
export const CALLERS = [
  'nobody',
  'deactivated',
  'expired',
  'manager without a posting',
  'manager of another',
  'manager',
  'deciding manager',
  'recruiter',
  'owner',
  'link of a colleague',
] as const

/** Who sends a request. */
export type Caller = (typeof CALLERS)[number]

const PATIENT = { timeout: 30_000, interval: 20 }

const HOUR_MS = 60 * 60_000

const ROLES: Record<Exclude<Caller, 'nobody' | 'link of a colleague'>, Role> = {
  ...{ deactivated: 'owner', expired: 'owner', recruiter: 'recruiter', owner: 'owner' },
  ...{ 'manager without a posting': 'hiring_manager', 'manager of another': 'hiring_manager' },
  ...{ manager: 'hiring_manager', 'deciding manager': 'hiring_manager' },
}

/** The world of the matrix. */
export type World = Awaited<ReturnType<typeof startWorld>>

/** An installation with someone of each kind. */
export async function startWorld() {
  const app = await startTestApp()
  const { db } = app
  const admin = adminClient(app, await app.signIn())
  const { password_hash } = await db.selectFrom('accounts').select('password_hash').executeTakeFirstOrThrow()
  const created_at = new Date().toISOString()
  // After the last test, and not so late that the outbox takes it for the fault of a clock.
  const putOff = new Date(Date.now() + HOUR_MS).toISOString()
  const add = (username: string, role: Role, deactivated_at: string | null = null) =>
    insertAccount(db, { username, password_hash, role, created_at, deactivated_at })
  const ids = new Map<Caller, number>()
  for (const [index, [caller, role]] of Object.entries(ROLES).entries())
    ids.set(caller as Caller, await add(`person${index}`, role, caller === 'deactivated' ? created_at : null))
  const accountOf = (caller: Caller) => ids.get(caller) ?? 0
  const assign = (caller: Caller, job_id: number, decides: 0 | 1) =>
    db
      .insertInto('job_assignments')
      .values({ account_id: accountOf(caller), job_id, decides })
      .execute()
  await assign('manager of another', await createJob(app, { title: 'Another posting', ...DRAFT }), 1)

  const changes = await logRowChanges(db)
  const assets = await readdir(join(import.meta.dirname, '../../dist/site/assets'))

  return {
    app,
    accountOf,
    /** A file of the built pages, and what the company is called in the addresses of job boards. */
    asset: assets.find((name) => name.endsWith('.js')) ?? 'none',
    boardName: boardName(readConfig({}, 'development').company.name),

    /** The rows that change, once {@link settle} has resolved by requests alone. */
    changes,

    /** Resolves once no task is due or under way: later tasks are put off. */
    settle: async () => {
      app.wakeOutbox()
      await vi.waitUntil(async () => {
        const now = new Date().toISOString()
        const later = db.updateTable('outbox_tasks').where('attempts', '=', 0).where('run_after', '>', now)
        await later.where('run_after', '!=', putOff).set({ run_after: putOff }).execute()
        const tasks = await db.selectFrom('outbox_tasks').select('run_after').execute()
        return tasks.every(({ run_after }) => run_after === putOff)
      }, PATIENT)
      await textsAreRead(db)
    },

    /** Headers of a new sign-in, with its token or with its applications cookie. */
    signIn: async (caller: Caller, by: 'token' | 'cookie' = 'token'): Promise<Record<string, string>> => {
      if (!ids.has(caller)) return {}
      const begun = new Date(Date.now() - (caller === 'expired' ? 25 * HOUR_MS : 0))
      const { token, cookie } = await createSession(db, accountOf(caller), begun)
      if (by === 'cookie') return { cookie: `${applicationsCookieName(false)}=${cookie}` }
      return { authorization: `Bearer ${token}` }
    },

    /** Removes the sessions of all callers, of which each request has its own. */
    endSessions: async () => {
      await db
        .deleteFrom('sessions')
        .where('account_id', 'in', [...ids.values()])
        .execute()
    },

    /** The file of the calendar of an account, as calendar programs ask for it. */
    calendarFile: async (caller: Caller): Promise<string> => {
      const token = newSecret()
      const row = { account_id: accountOf(caller), token_hash: hashSecret(token), created_at }
      await db.deleteFrom('calendar_feeds').where('account_id', '=', row.account_id).execute()
      await db.insertInto('calendar_feeds').values(row).execute()
      return `${token}.ics`
    },

    /** See {@link makeSubject}. */
    makeSubject: (options: Parameters<typeof makeSubject>[1] = {}) =>
      makeSubject(
        { app, admin, accountOf, assign, add, accountIds: [...ids.values()], createdAt: created_at },
        options,
      ),
  }
}
