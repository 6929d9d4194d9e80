import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import type * as z from 'zod'
import type { madeInvitationSchema } from '../../contract/accounts/people.ts'
import type { Role } from '../../contract/accounts/roles.ts'
import type { MadeColleagueQuestion } from '../../contract/team/colleague-questions.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { boardName } from '../../contract/wire/feed-paths.ts'
import { MAX_ID } from '../../contract/wire/limits.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import { readConfig } from '../../server/config.ts'
import { insertAccount } from '../../server/features/accounts/account-queries.ts'
import { createSession, hashSecret, newSecret } from '../../server/features/accounts/session-queries.ts'
import { applicationsCookieName } from '../../server/features/accounts/sessions.ts'
import { adminClient } from '../admin-client.ts'
import { insertColleague } from '../colleagues/insert-colleague.ts'
import { logRowChanges } from '../databases/logged-rows.ts'
import { createJob, insertApplicant } from '../factories.ts'
import { insertPasswordReset } from '../password-reset-kit.ts'
import { insertPrivateLink, sendResume } from '../private-link.ts'
import { textsAreRead } from '../resume-files/stored-texts.ts'
import { startTestApp } from '../test-app.ts'
import { RIGHT_BODIES } from './right-bodies.ts'

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

/** A word in all that belongs to a posting: who may not see the posting must not read it. */
export const SECRET = 'Zephyrine'

/** What requests are about: a posting, and all that belongs to it. */
export type Subject = {
  /** The id that stands after a segment of an address, such as `jobs`; made when it is first asked for. */
  id: (segment: string) => Promise<number>
  /** The token of the private link of the applicant. */
  link: () => Promise<string>
  /** The same, once the applicant has sent a resume. */
  resume: () => Promise<string>
  /** The token of the link of the invitation. */
  invitation: () => Promise<string>
  /** The token of the link by which a colleague chooses a new password. */
  passwordReset: () => Promise<string>
  /** The token of the link of a question to a colleague, and the secret of the device that has opened it. */
  colleague: () => Promise<{ token: string; device: string }>
}

const NO_TOKEN = 'A'.repeat(43)

/** What no request finds. */
export const MISSING: Subject = {
  id: async () => MAX_ID,
  link: async () => NO_TOKEN,
  resume: async () => NO_TOKEN,
  invitation: async () => NO_TOKEN,
  passwordReset: async () => NO_TOKEN,
  colleague: async () => ({ token: NO_TOKEN, device: NO_TOKEN }),
}

const DRAFT = { status: 'draft', isActive: false } as const

const PATIENT = { timeout: 30_000, interval: 20 }

const HOUR_MS = 60 * 60_000

const ROLES: Record<Exclude<Caller, 'nobody' | 'link of a colleague'>, Role> = {
  ...{ deactivated: 'owner', expired: 'owner', recruiter: 'recruiter', owner: 'owner' },
  ...{ 'manager without a posting': 'hiring_manager', 'manager of another': 'hiring_manager' },
  ...{ manager: 'hiring_manager', 'deciding manager': 'hiring_manager' },
}

type MadeInvitation = z.output<typeof madeInvitationSchema>

/** The world of the matrix. */
export type World = Awaited<ReturnType<typeof startWorld>>

/** An installation with somebody of each kind. */
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

  const post = async <Body>(path: string, id: number, body: unknown) => {
    const made = await admin.request<Body>('POST', pathTo(path, id), body)
    if (made.status >= 300) throw new Error(`${path}: ${JSON.stringify(made.body)}`)
    return made.body
  }

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

    /** A new posting of the two managers, which have no other, with an applicant. */
    makeSubject: async ({
      isDraft = false,
      isGeneral = false,
      quarantined = false,
      invites = false,
      isShared = false,
    } = {}): Promise<Subject> => {
      const job = await createJob(app, { internalJobCode: SECRET, ...(isDraft && DRAFT) })
      // As many as a person may have are soon made.
      const managers = [accountOf('manager'), accountOf('deciding manager')]
      await db.deleteFrom('job_assignments').where('account_id', 'in', managers).execute()
      await assign('manager', job, 0)
      await assign('deciding manager', job, 1)
      const texts = { name: `${SECRET} Doe`, email: `${SECRET}@example.com`, note: SECRET, feedback: SECRET }
      const application = await insertApplicant(db, {
        ...texts,
        job_id: isGeneral ? null : job,
        quarantined: quarantined ? 1 : 0,
      })
      const make: Record<string, () => Promise<number>> = {
        jobs: async () => job,
        applications: async () => application,
        interviews: async () => {
          const details = { ...RIGHT_BODIES['POST /api/admin/applications/{id}/interviews'], place: SECRET, invites }
          const made = await post<{ id: number }>(ADMIN_API.applicationInterviews, application, details)
          // The applicant has read of it.
          const told = { state: 'sent', settled_at: created_at } as const
          await db.updateTable('mails').set(told).where('interview_id', '=', made.id).execute()
          return made.id
        },
        'interview-offers': async () => {
          const offer = { ...RIGHT_BODIES['POST /api/admin/applications/{id}/interview-offers'], place: SECRET }
          return (await post<{ id: number }>(ADMIN_API.applicationOffers, application, offer)).id
        },
        'application-changes': async () => {
          const change = { change: { status: 'rejected' }, applications: [{ id: application }] }
          return (await post<{ id: number }>(ADMIN_API.applicationChanges, 0, change)).id
        },
        'colleague-questions': async () => {
          const asked = { ...RIGHT_BODIES['POST /api/admin/applications/{id}/colleague-questions'], question: SECRET }
          return (await post<MadeColleagueQuestion>(ADMIN_API.colleagueQuestions, application, asked)).question.id
        },
        comments: async () => {
          const comment = { text: SECRET, mentions: [] }
          return (await post<{ id: number }>(ADMIN_API.comments, application, comment)).id
        },
        tags: async () => {
          const tag = await post<{ id: number }>(ADMIN_API.tags, 0, { name: `Tag ${job}`, color: 'teal' })
          await post(ADMIN_API.applicationTags, 0, { put: [tag.id], take: [], applications: [application] })
          return tag.id
        },
        'saved-views': async () => {
          const view = { ...RIGHT_BODIES['POST /api/admin/saved-views'], name: `${SECRET} ${job}`, isShared }
          return (await post<{ id: number }>(ADMIN_API.savedViews, 0, view)).id
        },
        scorecards: async () => {
          const card = { ...RIGHT_BODIES['PUT /api/admin/applications/{id}/scorecards/own'], note: SECRET }
          const path = pathTo(ADMIN_API.ownScorecard, application)
          return (await admin.request<{ own: { id: number } }>('PUT', path, card)).body.own.id
        },
        notices: async () => {
          const notice = { kind: 'answered', application_id: application, by_name: SECRET, created_at } as const
          const rows = [...ids.values()].map((account_id) => {
            const cause = `${application}:${account_id}`
            return { ...notice, account_id, cause, batch: cause, comment_id: null, by_account_id: null }
          })
          await db.insertInto('notices').values(rows).execute()
          return rows.length
        },
        messages: async () => {
          await id('application-changes')
          const drafts = db.selectFrom('mails').select('id').where('application_id', '=', application)
          return (await drafts.where('kind', '=', 'rejected').executeTakeFirstOrThrow()).id
        },
        'job-alerts': async () => {
          const alert = {
            request_id: `alert ${job}`,
            remote: 0 as const,
            email: `zoe${job}@example.com`,
            created_at,
            ends_at: '2099-01-01T00:00:00.000Z',
          }
          const row = { ...alert, confirmed_at: created_at, seen_until: created_at }
          return (await db.insertInto('job_alerts').values(row).returning('id').executeTakeFirstOrThrow()).id
        },
        sessions: async () => {
          const colleague = await add(`guest${job}`, 'recruiter')
          await createSession(db, colleague, new Date())
          const theirs = db.selectFrom('sessions').select('id').where('account_id', '=', colleague)
          return (await theirs.executeTakeFirstOrThrow()).id
        },
        passkeys: async () => {
          const key = {
            credential_id: `${job}`,
            public_key: '',
            sign_count: 0,
            transports: '[]',
            rp_id: '',
            name: SECRET,
          }
          const row = { ...key, account_id: await id('people'), created_at }
          return (await db.insertInto('passkeys').values(row).returning('id').executeTakeFirstOrThrow()).id
        },
        'linked-identities': async () => {
          const identity = { issuer: 'https://id.example.com', subject: `${job}`, email: SECRET }
          const row = { ...identity, account_id: await id('people'), created_at }
          return (await db.insertInto('linked_identities').values(row).returning('id').executeTakeFirstOrThrow()).id
        },
        people: () => add(`colleague${job}`, 'recruiter'),
        invitations: async () => {
          const invited = { ...RIGHT_BODIES['POST /api/admin/invitations'], byMail: false }
          const { invitation, url } = await post<MadeInvitation>(ADMIN_API.invitations, 0, invited)
          invitationToken = url?.split('=')[1] ?? ''
          return invitation.id
        },
      }
      let invitationToken = ''
      let colleague: ReturnType<typeof insertColleague> | undefined
      const made = new Map<string, Promise<number>>()
      const id = (segment: string): Promise<number> => {
        const known =
          made.get(segment) ?? make[segment]?.() ?? Promise.reject(new Error(`Nothing is named by ${segment}`))
        made.set(segment, known)
        return known
      }
      let token: Promise<string> | undefined
      const link = () => {
        token ??= insertPrivateLink(db, application)
        return token
      }
      let isSent = false
      const resume = async () => {
        const sender = await link()
        if (!isSent) await sendResume(app, sender)
        isSent = true
        return sender
      }
      return {
        id,
        invitation: async () => {
          await id('invitations')
          return invitationToken
        },
        passwordReset: async () => insertPasswordReset(db, await id('people')),
        colleague: () => {
          colleague ??= insertColleague(db, application)
          return colleague
        },
        link,
        resume,
      }
    },
  }
}
