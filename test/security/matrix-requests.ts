import { COLLEAGUE_DEVICE_HEADER, COLLEAGUE_TOKEN_HEADER } from '../../contract/team/colleague-paths.ts'
import { INVITATION_TOKEN_HEADER, PASSWORD_RESET_HEADER } from '../../contract/wire/admin-paths.ts'
import { APPLICATION_TOKEN_HEADER } from '../../contract/wire/paths.ts'
import { formatReference } from '../../contract/wire/reference.ts'
import { insertAccount } from '../../server/features/accounts/account-queries.ts'
import { applicationsCookieName } from '../../server/features/accounts/sessions.ts'
import { applicationForm, fixture, form } from '../factories.ts'
import { codeAfterPassword, havingApp, newApp } from './matrix-codes.ts'
import { havingPasskey, newPasskey, passkeyAfterPassword, passkeySignIn, passwordTicket } from './matrix-passkeys.ts'
import { SECRET, type Subject } from './matrix-subject.ts'
import type { Caller, World } from './matrix-world.ts'
import { RIGHT_BODIES } from './right-bodies.ts'

/** A route of the matrix: its name is its method and address, and in which case it is. */
export type Route = { name: string; method: string; url: string }

/** What a request sends beside its method and address. */
type Sent = { query?: Record<string, string>; headers?: Record<string, string>; body?: BodyInit | object }

/** A request that is made anew for each caller. */
type Making = (about: { world: World; subject: Subject; signedIn: Record<string, string> }) => Promise<Sent>

const INTERVIEW = RIGHT_BODIES['POST /api/admin/applications/{id}/interviews']

/** Days that have this interview. */
const AGENDA = { from: '2099-03-01T00:00:00.000Z', to: '2099-03-30T00:00:00.000Z' }

const RESUME = { name: 'resume.docx', content: fixture('resume.docx') }

const withLink: Making = async ({ subject }) => ({ headers: { [APPLICATION_TOKEN_HEADER]: await subject.link() } })

const withResume: Making = async ({ subject }) => {
  await subject.resume()
  return {}
}

/** Makes something of the subject, for a list to show. */
const having =
  (...segments: string[]): Making =>
  async ({ subject }) => {
    for (const segment of segments) await subject.id(segment)
    return {}
  }

/** Gives the posting one more hiring manager, for a list of people to show. */
const withColleagueOfPosting: Making = async ({ world: { app }, subject }) => {
  const row = {
    username: newName('colleague'),
    display_name: SECRET,
    password_hash: '',
    role: 'hiring_manager' as const,
  }
  const account_id = await insertAccount(app.db, { ...row, created_at: new Date().toISOString() })
  const assignment = { account_id, job_id: await subject.id('jobs'), decides: 0 as const }
  await app.db.insertInto('job_assignments').values(assignment).execute()
  return {}
}

const withInvitation: Making = async ({ subject }) => ({
  headers: { [INVITATION_TOKEN_HEADER]: await subject.invitation() },
})

const withPasswordReset: Making = async ({ subject }) => ({
  headers: { [PASSWORD_RESET_HEADER]: await subject.passwordReset() },
})

/** The document of the settings as it is stored: each change names the version that it read. */
const changed =
  (table: 'settings' | 'site_texts' | 'sign_in_settings' | 'retention_rules', name: string): Making =>
  async ({ world }) => {
    const stored = await world.app.db.selectFrom(table).select('version').executeTakeFirst()
    return { body: { ...RIGHT_BODIES[name], version: stored?.version ?? null } }
  }

const withBody =
  (body: object): Making =>
  async () => ({ body })

/** A piece of a file of an import. */
const asPiece: Making = async () => ({
  query: { offset: '0' },
  body: new Blob(['Name,Email\nAna,ana@example.com\n'], { type: 'application/octet-stream' }),
})

/** An import that has ended. */
const ended: Making = async ({ world, subject }) => {
  const id = await subject.id('imports')
  await world.app.db.updateTable('imports').set({ state: 'done' }).where('id', '=', id).execute()
  return {}
}

let sent = 0

/** A name that no earlier request has used. */
const newName = (prefix: string) => {
  sent += 1
  return `${prefix}${sent}`
}

/** Requests that need more than their address and the body of `right-bodies.ts`, by their names in `role-matrix.md`. */
const REQUESTS: Record<string, Making> = {
  'GET /api/admin/interviews': async ({ subject }) => {
    await subject.id('interviews')
    return { query: AGENDA }
  },
  'GET /api/admin/interview-defaults': having('interviews'),
  'GET /api/admin/interview-offers': having('interview-offers'),
  'GET /api/admin/messages': having('messages'),
  'GET /api/admin/notices': having('notices'),
  'GET /api/admin/messages/counts': having('messages'),
  'GET /api/admin/saved-views': having('saved-views'),
  'POST /api/admin/saved-views (shared)': async () => ({
    body: { ...RIGHT_BODIES['POST /api/admin/saved-views'], name: newName('View ') },
  }),
  'POST /api/admin/saved-views (own)': async () => ({
    body: { ...RIGHT_BODIES['POST /api/admin/saved-views'], name: newName('View '), isShared: false },
  }),
  'GET /api/admin/imports': having('imports'),
  'PUT /api/admin/imports/:id/table': asPiece,
  'PUT /api/admin/imports/:id/files': asPiece,
  'POST /api/admin/imports/:id/undo': ended,
  'POST /api/admin/imports/:id/finish': ended,
  'GET /api/admin/tags': having('tags'),
  'PATCH /api/admin/tags/:id': async () => ({ body: { name: newName('Tag of '), color: 'blue' } }),
  'POST /api/admin/application-tags': async ({ subject }) => ({
    body: { put: [], take: [await subject.id('tags')], applications: [await subject.id('applications')] },
  }),
  'GET /api/admin/assignees': withColleagueOfPosting,
  'PUT /api/admin/applications/:id/answered': having('application-changes'),
  'POST /api/admin/applications/:id/erase-person': async ({ world, subject }) => {
    const id = await subject.id('applications')
    const own = world.app.db.selectFrom('applications').select('email_key').where('id', '=', id)
    const all = world.app.db.selectFrom('applications').select('id').where('email_key', 'in', own).orderBy('id')
    return { body: { applicationIds: [...(await all.execute()).map((row) => row.id)].slice(0, 500) } }
  },
  'GET /api/admin/search': async () => ({ query: { q: SECRET } }),
  'PATCH /api/applications/:id (feedback)': withBody({ feedback: 'Knows Ignition' }),
  'PATCH /api/applications/:id (feedback, general application)': withBody({ feedback: 'Knows Ignition' }),
  'PATCH /api/applications/:id (date of an interview)': withBody({ interviewDate: '2099-01-05T10:00:00.000Z' }),
  'PATCH /api/admin/applications/:id (release from quarantine)': withBody({ quarantined: false }),
  'GET /api/applications/:id/resume': withResume,
  'GET /api/admin/applications/:id/resume-text': withResume,
  'POST /api/admin/applications/:id/resume-opened': withResume,
  'POST /api/admin/applications/resumes': withResume,
  'POST /api/admin/applications/:id/interviews (tells nobody)': withBody({ ...INTERVIEW, invites: false }),
  'PUT /api/admin/interviews/:id (tells nobody)': withBody({ ...INTERVIEW, minutes: 30, version: 1 }),
  'PUT /api/admin/interviews/:id (tells the applicant)': withBody({ ...INTERVIEW, minutes: 30, version: 1 }),
  'PATCH /api/admin/messages/:id': async ({ world, subject }) => {
    const stored = world.app.db
      .selectFrom('mails')
      .select(['subject', 'body'])
      .where('id', '=', await subject.id('messages'))
    return {
      body: { subject: 'News', body: 'Hello', seen: (await stored.executeTakeFirst()) ?? { subject: '', body: '' } },
    }
  },
  'PATCH /api/admin/settings': changed('settings', 'PATCH /api/admin/settings'),
  'PATCH /api/admin/site-texts': changed('site_texts', 'PATCH /api/admin/site-texts'),
  'PATCH /api/admin/retention': changed('retention_rules', 'PATCH /api/admin/retention'),
  'POST /api/admin/retention/on': changed('retention_rules', 'POST /api/admin/retention/on'),
  'POST /api/auth/second-factor': codeAfterPassword,
  'POST /api/auth/second-factors/totp/confirm': newApp,
  'POST /api/auth/second-factors/recovery-codes': havingApp,
  'DELETE /api/auth/second-factors/totp': havingApp,
  'PATCH /api/admin/sign-in-settings': changed('sign_in_settings', 'PATCH /api/admin/sign-in-settings'),
  'POST /api/auth/confirm/passkey-options': havingPasskey,
  'POST /api/auth/passkeys': newPasskey,
  'POST /api/auth/passkey-sign-in': passkeySignIn,
  'POST /api/auth/second-factor/passkey-options': passwordTicket,
  'POST /api/auth/second-factor/passkey': passkeyAfterPassword,
  'GET /api/password-reset': withPasswordReset,
  'POST /api/password-reset': withPasswordReset,
  'GET /api/colleague-question/resume': withResume,
  'GET /api/colleague-question/resume-text': withResume,
  'GET /api/join': withInvitation,
  'POST /api/join': async (about) => ({
    ...(await withInvitation(about)),
    body: { username: newName('joiner'), password: 'a longer phrase' },
  }),
  'POST /api/submit-application': async () => ({ body: applicationForm() }),
  'POST /api/recovery/resubmit': async () => ({ body: applicationForm({ note: undefined }) }),
  'POST /apply': async () => ({ body: applicationForm() }),
  'GET /api/my-application': withLink,
  'GET /api/my-application/archive': withLink,
  'GET /api/my-application/resume': async ({ subject }) => ({
    headers: { [APPLICATION_TOKEN_HEADER]: await subject.resume() },
  }),
  'POST /api/my-application/resume': async (about) => ({ ...(await withLink(about)), body: form({}, RESUME) }),
  'POST /api/my-application/note': withLink,
  'GET /api/my-application/keeping': withLink,
  'POST /api/my-application/keep': withLink,
  'POST /api/my-application/withdraw-consent': withLink,
  'POST /api/my-application/withdraw': withLink,
  'POST /api/my-application/erase': async (about) => ({
    ...(await withLink(about)),
    body: { reference: formatReference('APP', await about.subject.id('applications')) },
  }),
  'POST /api/my-application/interviews/:id/response': withLink,
  'GET /api/my-application/interviews/:id/calendar': withLink,
  'POST /api/my-application/interview-offers/:id/decline': withLink,
  'POST /api/my-application/interview-offers/:id/choice': async (about) => {
    const offer = about.world.app.db.selectFrom('interview_offers').select('times')
    const { times } = await offer.where('id', '=', await about.subject.id('interview-offers')).executeTakeFirstOrThrow()
    return { ...(await withLink(about)), body: { startsAt: (JSON.parse(times) as string[])[0] } }
  },
}

/**
 * Makes the request of a row of the matrix, with all that it is about.
 * @returns a function that sends it, as often as it is called; `method` in place of that of the row
 */
export async function makeRequest(
  world: World,
  { name, method, url }: Route,
  { subject, caller }: { subject: Subject; caller: Caller },
): Promise<(method?: string) => Promise<Response>> {
  const colleague = caller === 'link of a colleague' ? await subject.colleague() : undefined
  const signedIn = await world.signIn(caller)
  const right = RIGHT_BODIES[`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`]
  const given = (await REQUESTS[name]?.({ world, subject, signedIn })) ?? {}
  const body = given.body ?? (right && (await withIds(right, subject)))
  const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof Blob)
  const query = given.query ? `?${new URLSearchParams(given.query)}` : ''
  const address = (await addressOf(world, { name, url }, { subject, colleague })) + query
  const headers = {
    ...signedIn,
    ...given.headers,
    ...(isJson && { 'content-type': 'application/json' }),
    ...(colleague && headersOf(colleague)),
  }
  return (as = method) =>
    world.app.request(address, {
      method: as,
      redirect: 'manual',
      headers,
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
    })
}

type Colleague = Awaited<ReturnType<Subject['colleague']>>

/** What a colleague has, in its own headers and in the place of every other secret. */
function headersOf({ token, device }: Colleague): Record<string, string> {
  const others = [APPLICATION_TOKEN_HEADER, INVITATION_TOKEN_HEADER, PASSWORD_RESET_HEADER]
  return {
    [COLLEAGUE_TOKEN_HEADER]: token,
    [COLLEAGUE_DEVICE_HEADER]: device,
    ...Object.fromEntries(others.map((header) => [header, token])),
    authorization: `Bearer ${token}`,
    cookie: `${applicationsCookieName(false)}=${device}`,
  }
}

/** The address of a route with the ids of a subject. */
async function addressOf(
  world: World,
  { name, url }: Omit<Route, 'method'>,
  { subject, colleague }: { subject: Subject; colleague: Colleague | undefined },
): Promise<string> {
  const segment = /([\w-]+)\/:id/.exec(url)?.[1]
  const address = segment === undefined ? url : url.replace(':id', String(await subject.id(segment)))
  const calendar = url.includes(':file')
    ? await world.calendarFile(name.includes('deactivated') ? 'deactivated' : 'owner')
    : ''
  const file = colleague ? `${colleague.token}.ics` : calendar
  const named = url.includes('/assets/') ? world.asset : world.boardName
  return address.replace(':kind', 'receipt').replace(':file', file).replace(':name', named)
}

/** A right body about a subject: it names the first row of everything. */
async function withIds(body: Record<string, unknown>, subject: Subject): Promise<object> {
  const named = { ...body }
  if ('reject' in named) named.reject = [{ id: await subject.id('applications') }]
  if ('ids' in named) named.ids = [await subject.id('messages')]
  if ('applicationId' in named) named.applicationId = await subject.id('applications')
  if (Array.isArray(named.applications)) {
    const id = await subject.id('applications')
    named.applications = typeof named.applications[0] === 'number' ? [id] : [{ id }]
  }
  return named
}
