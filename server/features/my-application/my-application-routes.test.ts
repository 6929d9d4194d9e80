import { basename } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ApplicantBoard } from '../../../contract/applications/applicant-board.ts'
import { NOTHING_GIVEN } from '../../../contract/applications/applicant-fields.ts'
import type { MadeChange } from '../../../contract/applications/application-changes.ts'
import type { ApplicationSummary } from '../../../contract/applications/application-list.ts'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import type { MyApplication } from '../../../contract/applications/my-application.ts'
import type { Interview } from '../../../contract/interviews/interview.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, APPLICATION_TOKEN_HEADER, PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { APPLICANT, applyAtOnce, createJob, fixture } from '../../../test/factories.ts'
import { everyRow } from '../../../test/security/operations.ts'
import { startMailedApp } from '../../../test/smtp/mailed-app.ts'
import type { SmtpServer } from '../../../test/smtp/smtp-kit.ts'
import type { TestApp } from '../../../test/test-app.ts'

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const MINUTE = 60_000
const POLLING = { timeout: 20_000, interval: 25 }
const DAY = 24 * 60 * MINUTE

let smtp: SmtpServer
let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  ;({ app, smtp } = await startMailedApp())
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow(new Date(NOON))
  for (const table of ['outbox_tasks', 'mailbox_mails', 'applications', 'submission_counts', 'audit_trail'] as const)
    await app.db.deleteFrom(table).execute()
  smtp.received.length = 0
  admin = adminClient(app, await app.signIn())
})

const goTo = async (ms: number) => {
  app.setNow(new Date(NOON + ms))
  admin = adminClient(app, await app.signIn())
  app.wakeOutbox()
}
const request = (method: string, path: string, token?: string, body?: unknown) =>
  app.request(path, {
    method,
    headers: {
      ...(token !== undefined && { [APPLICATION_TOKEN_HEADER]: token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const read = async (token: string) => (await (await request('GET', API.myApplication, token)).json()) as MyApplication
const askForLink = (email: string) => request('POST', API.newApplicationLink, undefined, { email })
/** The token in the message that arrived as number `count`. */
const tokenIn = async (count: number) => {
  await smtp.untilReceived(count)
  const text = smtp.received[count - 1]?.mail.text ?? ''
  return /\/my-application#([\w-]{43})\s/.exec(text)?.[1] ?? expect.fail(`no link in: ${text}`)
}
const arrive = async (fields: Record<string, string> = {}) => {
  const id = await applyAtOnce(app, fields)
  return { id, token: await tokenIn(smtp.received.length + 1) }
}
const decide = (id: number, status: string) => admin.send('PATCH', pathTo(ADMIN_API.application, id), { status })

test('the link in the receipt shows the applicant what was sent and how far it is', async () => {
  const jobId = await createJob(app, { title: 'Controls Technician' })
  const addresses = { linkedinUrl: 'https://www.linkedin.com/in/ana', portfolioUrl: 'https://ana.example.com/work' }
  const { id, token } = await arrive({ jobId: String(jobId), ...addresses })
  const response = await request('GET', API.myApplication, token)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(await response.json()).toEqual({
    ...NOTHING_GIVEN,
    ...APPLICANT,
    ...addresses,
    questionAnswers: [],
    reference: `APP-${String(id).padStart(4, '0')}`,
    job: 'Controls Technician',
    stage: 'received',
    answer: { by: '2026-03-12', at: null },
    withdrawnAt: null,
    createdAt: new Date(NOON).toISOString(),
    resume: { fileName: 'resume.pdf', size: expect.any(Number) },
    interviews: [],
    offers: [],
    messages: expect.any(Array),
  })
  await decide(id, 'reviewing')
  expect(await read(token)).toMatchObject({ stage: 'in_review' })
})

test('the clock runs until the applicant is told a decision, and no decision that is not told stops it', async () => {
  const { id, token } = await arrive()
  const answer = async () => (await read(token)).answer
  await decide(id, 'rejected')
  await goTo(DAY)
  expect(await answer()).toEqual({ by: '2026-03-12', at: null })
  const answered = await admin.send('PUT', pathTo(ADMIN_API.answeredApplication, id), { answered: true })
  expect(answered.status).toBe(200)
  expect(await answer()).toEqual({ by: '2026-03-12', at: new Date(NOON + DAY).toISOString() })
  await admin.send('PATCH', pathTo(ADMIN_API.adminApplication, id), { archived: true })
  expect(await answer()).toBeNull()
  const other = await arrive({ email: 'ben@example.com' })
  await request('POST', API.withdrawApplication, other.token, { reason: '' })
  expect((await read(other.token)).answer).toBeNull()
})

test('the applicant opens the resume by the private link alone, and it is recorded once an hour', async () => {
  const { id, token } = await arrive()
  const opened = await request('GET', API.myApplicationResume, token)
  expect(Object.fromEntries(opened.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename=resume.pdf',
    'content-type': 'application/pdf',
    'referrer-policy': 'no-referrer',
  })
  expect(Buffer.from(await opened.arrayBuffer()).equals(fixture('resume.pdf'))).toBe(true)
  expect((await request('HEAD', API.myApplicationResume, token)).status).toBe(200)
  await (await request('GET', API.myApplicationResume, token)).arrayBuffer()
  const { body } = await admin.request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, id))
  const readings = body.filter(({ event }) => event.action === 'resume_downloaded')
  expect(readings).toMatchObject([{ by: null }])
  expect((await request('GET', API.myApplicationResume, 'x'.repeat(43))).status).toBe(404)
  expect((await request('GET', API.myApplicationResume)).status).toBe(404)
})

test('the page itself is neither stored nor indexed, and names no referrer', async () => {
  const { headers } = await request('GET', PAGE.myApplication)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
})

const PHONE_CALL = { date: '2026-03-10', time: '15:00', minutes: 45, timeZone: 'UTC', kind: 'phone', place: null }
const plan = async (id: number, details: Partial<typeof PHONE_CALL> = {}) => {
  const path = pathTo(ADMIN_API.applicationInterviews, id)
  const body = { ...PHONE_CALL, ...details, interviewers: [] }
  return (await admin.request<Interview>('POST', path, body)).body
}
const cancel = ({ id, version }: Interview) => admin.send('POST', pathTo(ADMIN_API.cancelInterview, id), { version })
/** An applicant whose invitation has arrived ten minutes after noon. */
const invite = async () => {
  const { id, token } = await arrive()
  const interview = await plan(id)
  await goTo(10 * MINUTE)
  await untilTold(token, 2)
  return { id, token, interview }
}
/** Waits until so many messages to the applicant have left. */
const untilTold = (token: string, count: number) =>
  vi.waitFor(async () => expect((await read(token)).messages).toHaveLength(count), POLLING)
const refuse = async (id: number) => {
  const refusal = { change: { status: 'rejected' }, applications: [{ id }] }
  const { messages } = (await admin.request<MadeChange>('POST', ADMIN_API.applicationChanges, refusal)).body
  return { send: () => admin.send('POST', ADMIN_API.messageActions, { action: 'send', ids: messages.drafts }) }
}
const accept = (token: string, { id, version }: { id: number; version: number }) =>
  request('POST', pathTo(API.respondToInterview, id), token, { response: 'accepted', reason: '', version })
const calendarOf = async (token: string, { id }: Interview) => {
  const file = await request('GET', pathTo(API.interviewCalendar, id), token)
  return [file.status, await file.text()]
}

test('for ten minutes an interview that a refusal has cancelled looks as before, and can be accepted', async () => {
  const { id, token, interview } = await invite()
  const before = [await read(token), await calendarOf(token, interview)]
  await refuse(id)
  expect([await read(token), await calendarOf(token, interview)]).toEqual(before)
  expect((await accept(token, interview)).status).toBe(204)
  expect(await read(token)).toMatchObject({ interviews: [{ state: 'planned', response: 'accepted' }] })
  expect((await accept(token, (await read(token)).interviews[0] ?? expect.fail())).status, 'once more').toBe(204)
  await goTo(20 * MINUTE)
  expect(await read(token)).toMatchObject({ stage: 'interview', interviews: [{ state: 'cancelled' }] })
})

test('an interview that an admin cancels looks the same as one that a refusal cancels', async () => {
  const { token, interview } = await invite()
  const before = [await read(token), await calendarOf(token, interview)]
  await cancel(interview)
  expect([await read(token), await calendarOf(token, interview)]).toEqual(before)
  await goTo(20 * MINUTE)
  expect(await read(token)).toMatchObject({ interviews: [{ state: 'cancelled' }] })
})

test('a refusal that is sent before its time shows the cancelled interview with it', async () => {
  const { id, token } = await invite()
  const { send } = await refuse(id)
  await send()
  await send()
  await vi.waitFor(async () => {
    expect(await read(token)).toMatchObject({ stage: 'decided', interviews: [{ state: 'cancelled' }] })
  }, POLLING)
})

test('a refusal plans no interview again whose cancellation has arrived, and shows none that was never announced', async () => {
  const { id, token } = await arrive()
  const soon = await plan(id, { date: '2026-03-02', time: '12:50' })
  await smtp.untilReceived(2)
  await cancel(soon)
  await smtp.untilReceived(3)
  await vi.waitFor(
    async () => expect(await read(token)).toMatchObject({ interviews: [{ state: 'cancelled' }] }),
    POLLING,
  )
  await plan(id)
  await goTo(9 * MINUTE)
  await refuse(id)
  for (const minutes of [9, 11, 18]) {
    await goTo(minutes * MINUTE)
    expect(await read(token)).toMatchObject({ interviews: [{ id: soon.id, state: 'cancelled' }] })
  }
})

test('one who withdraws sees the interview cancelled at once, and can accept none, whether refused or not', async () => {
  for (const isRefused of [false, true]) {
    const { id, token } = await arrive()
    const interview = await plan(id, { date: '2026-03-02', time: '12:50' })
    await untilTold(token, 2)
    if (isRefused) await refuse(id)
    expect((await request('POST', API.withdrawApplication, token, {})).status).toBe(204)
    expect(await read(token)).toMatchObject({ interviews: [{ state: 'cancelled' }] })
    expect((await accept(token, interview)).status).toBe(400)
  }
})

test('a second refusal is not seen before its own message leaves, nor an interview that had no time to be seen', async () => {
  const { id, token } = await invite()
  const { send } = await refuse(id)
  await send()
  await send()
  await vi.waitFor(async () => expect(await read(token)).toMatchObject({ stage: 'decided' }), POLLING)
  await goTo(30 * MINUTE)
  await decide(id, 'reviewing')
  const interview = await plan(id, { date: '2026-03-12' })
  await decide(id, 'reviewing')
  await goTo(60 * MINUTE)
  await untilTold(token, 5)
  await decide(id, 'interview')
  const before = await read(token)
  expect(before).toMatchObject({ stage: 'in_review' })
  await refuse(id)
  expect(await read(token)).toEqual(before)
  await goTo(75 * MINUTE)
  expect(await read(token)).toMatchObject({ stage: 'in_review' })
  expect((await read(token)).interviews.find(({ id: each }) => each === interview.id)).toMatchObject({
    state: 'cancelled',
  })
})

test('a refusal shows only after its message has left, and an interview or a hire only when it cannot be undone any more', async () => {
  const { id, token } = await arrive()
  await decide(id, 'interview')
  expect(await read(token), 'an interview too').toMatchObject({ stage: 'received' })
  await goTo(10 * MINUTE - 1)
  expect(await read(token)).toMatchObject({ stage: 'received' })
  await goTo(10 * MINUTE)
  expect(await read(token)).toMatchObject({ stage: 'interview' })
  await goTo(30 * MINUTE)
  await decide(id, 'rejected')
  expect(await read(token)).toMatchObject({ stage: 'interview' })
  const draft = await app.db.selectFrom('mails').select('id').where('kind', '=', 'rejected').executeTakeFirstOrThrow()
  // A confirmed draft still waits for the undo time; sent once more, it leaves at once.
  for (let time = 1; time <= 2; time += 1)
    await admin.send('POST', ADMIN_API.messageActions, { action: 'send', ids: [draft.id] })
  await smtp.untilReceived(2)
  await vi.waitFor(async () => expect(await read(token)).toMatchObject({ stage: 'decided' }), POLLING)
  expect((await read(token)).messages.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Your application'),
    expect.stringContaining('We have your application'),
  ])
  for (const { body } of (await read(token)).messages) {
    expect(body).toMatch(/^Hello /)
    expect(body, 'the private link').not.toContain('{status_link}')
  }

  await decide(id, 'reviewing')
  await decide(id, 'hired')
  expect(await read(token)).toMatchObject({ stage: 'in_review' })
  await goTo(40 * MINUTE)
  expect(await read(token)).toMatchObject({ stage: 'decided' })
})

test('every attempt to send makes a link of its own, and the database has none of them', async () => {
  smtp.plan({ name: 'refuse', at: 'recipient', code: 451, text: 'Later' })
  await applyAtOnce(app)
  await vi.waitFor(
    async () =>
      expect(await app.db.selectFrom('mails').select(['state', 'attempts']).executeTakeFirst()).toEqual({
        state: 'waiting',
        attempts: 1,
      }),
    POLLING,
  )
  await goTo(MINUTE)
  const token = await tokenIn(1)
  const links = await app.db.selectFrom('application_links').selectAll().execute()
  expect(links).toHaveLength(2)
  const { body } = await app.db.selectFrom('mails').select('body').executeTakeFirstOrThrow()
  expect(body).toContain('{status_link}')
  expect(JSON.stringify([links, await everyRow(app), body])).not.toContain(token)
})

test('a link ends 30 days after the decision; a new one goes only to the address on file', async () => {
  const { id, token } = await arrive()
  await goTo(100 * DAY)
  expect((await request('GET', API.myApplication, token)).status).toBe(200)
  await decide(id, 'hired')
  await goTo(130 * DAY - 1)
  expect((await request('GET', API.myApplication, token)).status).toBe(200)
  await goTo(130 * DAY)
  expect((await request('GET', API.myApplication, token)).status).toBe(404)

  expect((await askForLink('ANA@example.com')).status).toBe(204)
  const newToken = await tokenIn(2)
  expect(smtp.received[1]?.envelopeTo).toEqual([APPLICANT.email])
  expect(await read(newToken)).toMatchObject({ stage: 'decided' })
  // A second request in the same hour sends nothing.
  await askForLink(APPLICANT.email)
  await vi.waitFor(async () => expect(await openTasks()).toBe(0), POLLING)
  expect(smtp.received).toHaveLength(2)
})

test('the request for a new link looks the same for an address without an application, and is limited by network', async () => {
  await arrive()
  const responses = [await askForLink(APPLICANT.email), await askForLink('stranger@example.com')]
  const shown = (response: Response) => [response.status, ...[...response.headers].filter(([name]) => name !== 'date')]
  expect(shown(responses[0] as Response)).toEqual(shown(responses[1] as Response))
  await vi.waitFor(async () => expect(await openTasks()).toBe(0), POLLING)
  expect(smtp.received.map(({ envelopeTo }) => envelopeTo)).toEqual([[APPLICANT.email], [APPLICANT.email]])
  for (let count = 3; count <= 20; count += 1) expect((await askForLink('stranger@example.com')).status).toBe(204)
  const refused = await askForLink('stranger@example.com')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
})

test('wrong, expired, revoked and malformed tokens get the same response', async () => {
  const [expired, revoked] = [(await arrive()).token, (await arrive()).token]
  const links = await app.db.selectFrom('application_links').select('token_hash').orderBy('application_id').execute()
  const past = { expires_at: new Date(NOON).toISOString() }
  await app.db
    .updateTable('application_links')
    .set(past)
    .where('token_hash', '=', links[0]?.token_hash ?? '')
    .execute()
  const ended = { revoked_at: new Date(NOON).toISOString() }
  await app.db
    .updateTable('application_links')
    .set(ended)
    .where('token_hash', '=', links[1]?.token_hash ?? '')
    .execute()
  await vi.waitFor(async () => expect(await openTasks()).toBe(0), POLLING)
  const before = await everyRow(app)
  const responses = new Set<string>()
  for (const token of [expired, revoked, 'A'.repeat(43), '', 'x', 'A'.repeat(5_000), undefined]) {
    const response = await request('GET', API.myApplication, token)
    const headers = [...response.headers].filter(([name]) => name !== 'date')
    responses.add(JSON.stringify([response.status, headers, await response.text()]))
  }
  expect([...responses]).toHaveLength(1)
  expect([...responses][0]).toContain('404')
  expect(await everyRow(app)).toEqual(before)
})

test('a note is added once, is found by the search, and says when it came', async () => {
  const { id, token } = await arrive()
  for (const _ of [1, 2])
    expect((await request('POST', API.myApplicationNote, token, { note: 'Certified for Sparkplug.' })).status).toBe(204)
  const note = `${APPLICANT.note}\n\nAdded on 2026-03-02: Certified for Sparkplug.`
  expect(await read(token)).toMatchObject({ note })
  const { body } = await admin.request<{ id: number; note: string }[]>('GET', `${ADMIN_API.applications}?q=certified`)
  expect(body).toMatchObject([{ id, note }])
  expect(await historyOf(id)).toContain('note_added')
  const long = { note: 'x'.repeat(5_000) }
  for (let count = 1; count <= 3; count += 1) {
    expect(
      (await request('POST', API.myApplicationNote, token, { note: `${count}${long.note.slice(1)}` })).status,
    ).toBe(204)
  }
  const refused = await request('POST', API.myApplicationNote, token, long)
  expect([refused.status, (await refused.json()).message]).toEqual([400, expect.stringContaining('no room')])
})

test('every note with another text is added, also one that ends like an earlier one, and a repeated one is not', async () => {
  const { token } = await arrive({ note: 'I can start on 1 March' })
  const add = async (note: string) =>
    expect((await request('POST', API.myApplicationNote, token, { note })).status).toBe(204)
  const marked = 'My diary:\n\nAdded on 2026-01-01: a pump'
  for (const note of ['1 March', 'h', 'I can start on 1 March', marked, 'h', 'Or on 2 March', '1 March', marked])
    await add(note)
  await goTo(DAY)
  await Promise.all(['h', 'Call me', '1 March', 'Call me', marked].map(add))
  const added = ['1 March', 'h', 'I can start on 1 March', marked, 'Or on 2 March'].map(
    (note) => `Added on 2026-03-02: ${note}`,
  )
  expect((await read(token)).note?.split(/\n\n(?!Added on 2026-01)/)).toEqual([
    'I can start on 1 March',
    ...added,
    'Added on 2026-03-03: Call me',
  ])
})

test('a withdrawn application is archived and marked at once, and nothing more is sent', async () => {
  const { id, token } = await arrive()
  await decide(id, 'rejected')
  expect((await request('POST', API.withdrawApplication, token, { reason: 'I found a job.' })).status).toBe(204)
  expect((await request('POST', API.withdrawApplication, token, {})).status).toBe(204)
  const { body } = await admin.request('GET', pathTo(ADMIN_API.adminApplication, id))
  expect(body).toMatchObject({ archived: true, withdrawnAt: new Date(NOON).toISOString() })
  expect((await historyOf(id)).filter((action) => action === 'withdrawn')).toHaveLength(1)
  const states = await app.db.selectFrom('mails').select('state').where('kind', '=', 'rejected').execute()
  expect(states).toEqual([{ state: 'cancelled' }])
  expect(await read(token)).toMatchObject({
    withdrawnAt: new Date(NOON).toISOString(),
    note: expect.stringMatching(/Withdrawn on 2026-03-02: I found a job\.$/),
  })
  expect((await request('POST', API.myApplicationNote, token, { note: 'More' })).status).toBe(400)
  await goTo(30 * DAY)
  expect((await request('GET', API.myApplication, token)).status).toBe(404)
})

test('the dashboard, the list and the board say at once that an application was withdrawn', async () => {
  const jobId = await createJob(app)
  const { id, token } = await arrive({ jobId: String(jobId) })
  await request('POST', API.withdrawApplication, token, {})
  const { body: summary } = await admin.request<ApplicationSummary>('GET', ADMIN_API.applicationSummary)
  expect(summary).toMatchObject({ withdrawn: 1, tabs: { archived: 1, pending: 0 } })
  const { body: rows } = await admin.request('GET', `${ADMIN_API.applications}?archived=true`)
  expect(rows).toMatchObject([{ id, withdrawnAt: new Date(NOON).toISOString() }])
  await admin.send('PATCH', pathTo(ADMIN_API.adminApplication, id), { archived: false })
  const { body: board } = await admin.request<ApplicantBoard>('GET', pathTo(ADMIN_API.applicantBoard, jobId))
  expect(board.columns.flatMap(({ cards }) => cards)).toMatchObject([{ id, isWithdrawn: true }])
})

test('an erased application leaves no file, no row and no personal data', async () => {
  const { id, token } = await arrive()
  const other = await arrive({ name: 'Ben Ode', email: 'ben@example.com' })
  const { reference } = await read(token)
  const file = basename(await app.resumePath(id))
  expect(await app.storedFiles()).toContain(file)
  await request('POST', API.withdrawApplication, token, { reason: 'I found a job.' })
  const { body: found } = await admin.request<{ id: number }[]>('GET', `${ADMIN_API.applications}?q=found`)
  expect(found).toMatchObject([{ id }])
  const wrong = await request('POST', API.eraseApplication, token, { reference: (await read(other.token)).reference })
  expect(wrong.status).toBe(400)
  expect((await request('POST', API.eraseApplication, token, { reference })).status).toBe(204)
  expect((await request('GET', API.myApplication, token)).status).toBe(404)
  await vi.waitFor(async () => expect(await tasksOf('erase-application', 'delete-resume')).toBe(0), POLLING)
  expect(await app.storedFiles()).toEqual(expect.not.arrayContaining([file]))
  expect(await historyOf(id)).toEqual(['deleted', 'erasure_requested', 'withdrawn', 'message', 'received'])
  const everything = JSON.stringify([await everyRow(app), await app.db.selectFrom('audit_trail').selectAll().execute()])
  for (const personal of [APPLICANT.name, APPLICANT.email, token]) expect(everything).not.toContain(personal)
  expect(await read(other.token)).toMatchObject({ name: 'Ben Ode' })
})

const historyOf = async (id: number) => {
  const rows = await app.db
    .selectFrom('audit_trail')
    .select('event')
    .where('subject_id', '=', id)
    .where('subject', '=', 'application')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ event }) => JSON.parse(event).action as string)
}

const openTasks = () => tasksOf('send-links', 'send-mail')

async function tasksOf(...kinds: string[]): Promise<number> {
  const { count } = await app.db
    .selectFrom('outbox_tasks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', 'in', kinds)
    .executeTakeFirstOrThrow()
  return Number(count)
}
