import type * as z from 'zod'
import type { madeInvitationSchema } from '../../contract/accounts/people.ts'
import type { Role } from '../../contract/accounts/roles.ts'
import type { MadeColleagueQuestion } from '../../contract/team/colleague-questions.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { MAX_ID } from '../../contract/wire/limits.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import { createSession } from '../../server/features/accounts/session-queries.ts'
import { importFolder } from '../../server/features/imports/files/import-folder.ts'
import { findImport } from '../../server/features/imports/run/import-queries.ts'
import { readImport } from '../../server/features/imports/run/stage-import.ts'
import type { AdminClient } from '../admin-client.ts'
import { insertColleague } from '../colleagues/insert-colleague.ts'
import { createJob, insertApplicant } from '../factories.ts'
import { insertPasswordReset } from '../password-reset-kit.ts'
import { insertPrivateLink, sendResume } from '../private-link.ts'
import type { TestApp } from '../test-app.ts'
import { RIGHT_BODIES } from './right-bodies.ts'

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
/** A posting that only people who manage postings see. */
export const DRAFT = { status: 'draft', isActive: false } as const

type MadeInvitation = z.output<typeof madeInvitationSchema>

type Manager = 'manager' | 'deciding manager'

/** What the world of the matrix has for its subjects. */
type SubjectMaking = {
  app: TestApp
  admin: AdminClient
  createdAt: string
  accountIds: readonly number[]
  accountOf: (manager: Manager) => number
  assign: (manager: Manager, jobId: number, decides: 0 | 1) => Promise<unknown>
  add: (username: string, role: Role) => Promise<number>
}

function postAs(admin: AdminClient) {
  return async <Body>(path: string, id: number, body: unknown) => {
    const made = await admin.request<Body>('POST', pathTo(path, id), body)
    if (made.status >= 300) throw new Error(`${path}: ${JSON.stringify(made.body)}`)
    return made.body
  }
}

/** A new posting of the two managers, which have no other, with an applicant. */
export async function makeSubject(
  { app, admin, accountOf, assign, add, accountIds, createdAt: created_at }: SubjectMaking,
  { isDraft = false, isGeneral = false, quarantined = false, invites = false, isShared = false } = {},
): Promise<Subject> {
  const { db } = app
  const post = postAs(admin)
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
    replies: async () => {
      const came = { subject: SECRET, body: SECRET, reference_ids: '[]', left_out: '[]', received_at: created_at }
      const reply = { application_id: application, nature: 'reply', identity: `reply ${application}` } as const
      const inserted = db.insertInto('replies').values({ ...came, ...reply, from_address: 'zoe@example.com' })
      return (await inserted.returning('id').executeTakeFirstOrThrow()).id
    },
    tags: async () => {
      const tag = await post<{ id: number }>(ADMIN_API.tags, 0, { name: `Tag ${job}`, color: 'teal' })
      await post(ADMIN_API.applicationTags, 0, { put: [tag.id], take: [], applications: [application] })
      return tag.id
    },
    imports: async () => {
      const made = await post<{ id: number }>(ADMIN_API.imports, 0, { name: SECRET, preset: null })
      const { table_file } = await findImport(db, made.id)
      await importFolder(app.dataDir).write(table_file ?? '', Buffer.from('Name,Email\nAna,ana@example.com\n'), 0)
      await readImport({ db, config: { dataDir: app.dataDir } }, made.id, null)
      return made.id
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
      const rows = accountIds.map((account_id) => {
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
    webhooks: async () => {
      const webhook = { name: SECRET, format: 'standard', shown_address: '', events: '["posting.closed"]' } as const
      // Nothing opens these, so nothing is sent.
      const row = { ...webhook, sealed_url: '', sealed_secret: '', created_at }
      return (await db.insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
    'webhook-deliveries': async () => {
      const delivery = { message_id: `msg_${job}`, event: 'webhook.test', body: '{}', state: 'failed' } as const
      const row = { ...delivery, webhook_id: await id('webhooks'), created_at, begun_at: created_at, next_at: null }
      return (await db.insertInto('webhook_deliveries').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
    'api-tokens': async () => {
      const token = { name: SECRET, token_hash: `${job}`, ending: '', scopes: '["read"]', method: 'password' as const }
      const row = { ...token, account_id: await id('people'), created_at, expires_at: '2099-01-01T00:00:00.000Z' }
      return (await db.insertInto('api_tokens').values(row).returning('id').executeTakeFirstOrThrow()).id
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
    const known = made.get(segment) ?? make[segment]?.() ?? Promise.reject(new Error(`Nothing is named by ${segment}`))
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
}
