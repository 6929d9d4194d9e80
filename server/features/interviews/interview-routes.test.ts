import ical, { type VEvent } from 'node-ical'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Application } from '../../../contract/applications/application.ts'
import type { UndoneChange } from '../../../contract/applications/application-changes.ts'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import type { MyApplication } from '../../../contract/applications/my-application.ts'
import type {
  Agenda,
  Interview,
  InterviewDefaults,
  InterviewDetails,
  SavedInterview,
} from '../../../contract/interviews/interview.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { API, APPLICATION_TOKEN_HEADER, pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { applyAtOnce, createJob } from '../../../test/factories.ts'
import { startMailedApp } from '../../../test/smtp/mailed-app.ts'
import type { ReceivedMail, SmtpServer } from '../../../test/smtp/smtp-kit.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { resetPassword } from '../accounts/manage-accounts.ts'
import { hashPassword } from '../accounts/password-hashing.ts'
import { renewFeed } from './calendar-feed-queries.ts'
import { movingOnDates } from './interview-dates.ts'

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let smtp: SmtpServer
let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  ;({ app, smtp } = await startMailedApp({ perMinute: 1_000 }))
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow(new Date(NOON))
  for (const table of ['outbox_tasks', 'mailbox_mails', 'applications', 'submission_counts', 'audit_trail'] as const)
    await app.db.deleteFrom(table).execute()
  smtp.received.length = 0
  admin = adminClient(app, await app.signIn())
})

const DETAILS: InterviewDetails = {
  date: '2026-03-10',
  time: '15:00',
  minutes: 45,
  timeZone: 'America/Los_Angeles',
  kind: 'video',
  place: 'https://meet.example.com/pit-7',
  interviewers: [{ name: 'Kim Lee', address: 'kim@example.com' }],
}

const readDefaults = async () => (await admin.request<InterviewDefaults>('GET', ADMIN_API.interviewDefaults)).body

/** Goes to a time after noon, and lets the outbox look for due tasks. */
const goTo = async (ms: number) => {
  app.setNow(new Date(NOON + ms))
  admin = adminClient(app, await app.signIn())
  app.wakeOutbox()
}
const plan = async (applicationId: number, changes: Partial<InterviewDetails> = {}) => {
  const path = pathTo(ADMIN_API.applicationInterviews, applicationId)
  const { status, body } = await admin.request<SavedInterview>('POST', path, { ...DETAILS, ...changes })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const change = ({ id, version }: Interview, changes: Partial<InterviewDetails>) =>
  admin.request<SavedInterview & ErrorBody>('PUT', pathTo(ADMIN_API.interview, id), { ...DETAILS, ...changes, version })
const act = (path: string, { id, version }: Interview) =>
  admin.request<SavedInterview & ErrorBody>('POST', pathTo(path, id), { version })
const readApplication = async (id: number) =>
  (await admin.request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))).body
const readAgenda = async (from: string, to: string) =>
  (await admin.request<Agenda>('GET', `${ADMIN_API.interviews}?${new URLSearchParams({ from, to })}`)).body
/** An application, and the token of the link in its receipt. */
const arrive = async (fields: Record<string, string> = {}) => {
  const before = smtp.received.length
  const id = await applyAtOnce(app, fields)
  await smtp.untilReceived(before + 1)
  const token = /#([\w-]{43})\s/.exec(smtp.received[before]?.mail.text ?? '')?.[1] ?? expect.fail('no link')
  smtp.received.length = 0
  return { id, token }
}
const withLink = (method: string, path: string, token: string, body?: unknown) =>
  app.request(path, {
    method,
    headers: {
      [APPLICATION_TOKEN_HEADER]: token,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const readOwn = async (token: string) =>
  ((await (await withLink('GET', API.myApplication, token)).json()) as MyApplication).interviews

/** The calendar of a message, as an independent program reads it, with the method in its header. */
const calendarIn = ({ source }: ReceivedMail) => {
  // From the bytes: the parser of mail would change the line ends.
  const file =
    /Content-Type: application\/ics[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/.exec(source)?.[1] ?? expect.fail('no file')
  const methodInHeader = /text\/calendar;[^\n]*method=(\w+)/i.exec(source)?.[1]
  return { ...readCalendar(Buffer.from(file, 'base64').toString()), methodInHeader }
}
const readCalendar = (text: string) => {
  const events = Object.values(ical.parseICS(text)).filter((part): part is VEvent => part?.type === 'VEVENT')
  return { text, events, event: events[0] as VEvent, method: /^METHOD:(\w+)\r$/m.exec(text)?.[1] }
}
const mailTo = (address: string) => smtp.received.filter(({ envelopeTo }) => envelopeTo.includes(address))

test('the latest interviews say how the next one begins; a telephone number is not carried on', async () => {
  expect(await readDefaults()).toEqual({
    minutes: null,
    kind: null,
    places: { video: null, on_site: null },
    timeZones: [],
    interviewers: [],
  })
  const { id } = await arrive()
  await plan(id)
  await plan(id, { kind: 'on_site', place: 'Gate 3', timeZone: 'UTC', interviewers: [] })
  const interviewers = [
    { name: 'Kim Lee', address: 'KIM@example.com' },
    { name: 'Ana Núñez', address: 'ana@example.com' },
  ]
  await plan(id, {
    kind: 'phone',
    place: '+1 432 555 0100',
    minutes: 30,
    timeZone: 'America/Los_Angeles',
    interviewers,
  })
  expect(await readDefaults()).toEqual({
    minutes: 30,
    kind: 'phone',
    places: { video: 'https://meet.example.com/pit-7', on_site: 'Gate 3' },
    timeZones: ['America/Los_Angeles', 'UTC'],
    interviewers,
  })
})

test('an invitation leaves after the undo time, to the applicant and the interviewers, as calendars read it', async () => {
  const jobId = await createJob(app, { title: 'Controls Technician' })
  const { id } = await arrive({ jobId: String(jobId) })
  const planned = await plan(id, { timeZone: 'america/los_angeles' })
  expect(planned).toMatchObject({
    timeZone: 'America/Los_Angeles',
    startsAt: '2026-03-10T22:00:00.000Z',
    endsAt: '2026-03-10T22:45:00.000Z',
    date: '2026-03-10',
    time: '15:00',
    minutes: 45,
    state: 'planned',
    response: 'none',
    version: 1,
  })
  expect((await readApplication(id)).interviewDate).toBe('2026-03-10T22:00:00.000Z')
  await goTo(9 * MINUTE)
  expect(smtp.received).toEqual([])
  await goTo(10 * MINUTE)
  await smtp.untilReceived(2)

  const [toApplicant] = mailTo('ana@example.com')
  const [toInterviewer] = mailTo('kim@example.com')
  expect(toApplicant?.mail.text).toMatch(
    /When: Tuesday, March 10, 3:00 PM to 3:45 PM Pacific Daylight Time\nWhere: By video, https:\/\/meet\.example\.com\/pit-7\nWith: Kim Lee\n/,
  )
  expect(toApplicant?.mail.text).toMatch(/\/my-application#[\w-]{43}\n/)
  expect(toApplicant?.mail.html).toContain('>Accept or decline</a>')
  expect(toInterviewer?.mail.text).toContain(`/admin/applications/${id}\n`)
  expect(toInterviewer?.source).not.toContain('my-application')
  for (const mail of [toApplicant, toInterviewer]) {
    const { event, method, methodInHeader } = calendarIn(mail ?? expect.fail('no mail'))
    expect([method, methodInHeader?.toUpperCase()]).toEqual(['REQUEST', 'REQUEST'])
    expect(event.start.toISOString()).toBe(planned.startsAt)
    expect(event.end?.toISOString()).toBe(planned.endsAt)
    expect(event).toMatchObject({ location: DETAILS.place, status: 'CONFIRMED', sequence: 0 })
    const attendees = [event.attendee].flat() as { val: string; params: Record<string, string> }[]
    expect(attendees.map(({ val, params }) => [val.toLowerCase(), params.CN])).toEqual([
      ['mailto:ana@example.com', 'Ana Núñez'],
      ...(mail === toInterviewer ? [['mailto:kim@example.com', 'Kim Lee']] : []),
    ])
  }
  const toAna = calendarIn(toApplicant ?? expect.fail('no mail'))
  expect(toAna.event.description).toContain('By video\nWith Kim Lee\n')
  expect(toAna.text.replaceAll('\r\n ', '') + toApplicant?.mail.text + toApplicant?.mail.html).not.toContain('kim@')
})

test('a change is sent with the same UID and a higher SEQUENCE, and a removed interviewer gets a cancellation', async () => {
  const { id } = await arrive()
  const planned = await plan(id)
  await goTo(10 * MINUTE)
  await smtp.untilReceived(2)
  const first = calendarIn(mailTo('kim@example.com')[0] ?? expect.fail('no mail')).event

  const { status, body } = await change(planned, {
    time: '16:00',
    interviewers: [{ name: 'Ravi Rao', address: 'ravi@example.com' }],
  })
  expect([status, body.version]).toEqual([200, 2])
  await goTo(20 * MINUTE)
  await smtp.untilReceived(5)
  const [, toKim] = mailTo('kim@example.com').map(calendarIn)
  const [, toAna] = mailTo('ana@example.com').map(calendarIn)
  const [toRavi] = mailTo('ravi@example.com').map(calendarIn)
  expect([toKim, toAna, toRavi].map((each) => [each?.method, each?.event.uid, each?.event.sequence])).toEqual([
    ['CANCEL', first.uid, 1],
    ['REQUEST', first.uid, 1],
    ['REQUEST', first.uid, 1],
  ])
  expect(toKim?.event.status).toBe('CANCELLED')
  expect(mailTo('ana@example.com')[1]?.mail.subject).toContain('Changed interview')
  expect(mailTo('ravi@example.com')[0]?.mail.subject).toContain('Invitation to an interview')

  const stale = await change(planned, { time: '17:00' })
  expect([stale.status, stale.body.code, stale.body.current?.time]).toEqual([409, 'changed_meanwhile', '16:00'])
  const repeated = await change(planned, {
    time: '16:00',
    interviewers: [{ name: 'Ravi Rao', address: 'ravi@example.com' }],
  })
  expect([repeated.status, repeated.body.version]).toEqual([200, 2])
})

test('what is cancelled before its invitation has left reaches no one, and what is restored is sent after all', async () => {
  const { id } = await arrive()
  const planned = await plan(id)
  const cancelled = (await act(ADMIN_API.cancelInterview, planned)).body
  expect(cancelled).toMatchObject({
    state: 'cancelled',
    restorableUntil: new Date(NOON + 10 * MINUTE).toISOString(),
  })
  expect((await readApplication(id)).interviewDate).toBeNull()
  await goTo(5 * MINUTE)
  const restored = (await act(ADMIN_API.restoreInterview, cancelled)).body
  expect(restored).toMatchObject({ state: 'planned', version: 3, restorableUntil: null })
  expect((await readApplication(id)).interviewDate).toBe(planned.startsAt)
  await goTo(14 * MINUTE)
  expect(smtp.received).toEqual([])
  await goTo(15 * MINUTE)
  await smtp.untilReceived(2)
  await act(ADMIN_API.cancelInterview, restored)
  await goTo(30 * MINUTE)
  await smtp.untilReceived(4)
  const [invitation, cancellation] = mailTo('ana@example.com').map(calendarIn)
  expect([cancellation?.method, cancellation?.event.uid]).toEqual(['CANCEL', invitation?.event.uid])
  expect(Number(cancellation?.event.sequence)).toBeGreaterThan(Number(invitation?.event.sequence))
})

test('a cancellation taken back in time is never sent, and later it cannot be taken back', async () => {
  const { id } = await arrive()
  const planned = await plan(id)
  await goTo(10 * MINUTE)
  await smtp.untilReceived(2)
  const cancelled = (await act(ADMIN_API.cancelInterview, planned)).body
  const restored = (await act(ADMIN_API.restoreInterview, cancelled)).body
  await goTo(40 * MINUTE)
  const again = (await act(ADMIN_API.cancelInterview, restored)).body
  await goTo(51 * MINUTE)
  await smtp.untilReceived(4)
  expect(mailTo('ana@example.com').map((mail) => calendarIn(mail).method)).toEqual(['REQUEST', 'CANCEL'])
  const late = await act(ADMIN_API.restoreInterview, again)
  expect([late.status, late.body.code]).toEqual([409, 'undo_expired'])
})

test('an applicant who goes to and fro without end is asked to wait, and the history does not grow with it', async () => {
  const { id, token } = await arrive()
  const planned = await plan(id)
  await goTo(10 * MINUTE)
  await smtp.untilReceived(2)
  const statuses: number[] = []
  for (let version = 1; version <= 21; version += 1) {
    const body = { response: version % 2 === 0 ? 'accepted' : 'declined', version }
    statuses.push((await withLink('POST', pathTo(API.respondToInterview, planned.id), token, body)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 204), 429])
  await goTo(71 * MINUTE)
  const body = { response: 'declined', version: 21 }
  expect((await withLink('POST', pathTo(API.respondToInterview, planned.id), token, body)).status).toBe(204)
})

test('the applicant accepts or declines, which the admin reads at once, and a new time voids the response', async () => {
  const { id, token } = await arrive()
  const planned = await plan(id)
  expect(await readOwn(token)).toEqual([])
  await goTo(10 * MINUTE)
  await smtp.untilReceived(2)
  const [own] = await readOwn(token)
  expect(own).toMatchObject({ id: planned.id, interviewers: ['Kim Lee'], response: 'none' })
  expect(JSON.stringify(own)).not.toContain('kim@')
  const respond = (body: object) => withLink('POST', pathTo(API.respondToInterview, planned.id), token, body)
  expect((await respond({ response: 'declined', reason: 'I am on a rig.', version: 1 })).status).toBe(204)
  const list = await admin.request<{ interviews: Interview[] }>('GET', pathTo(ADMIN_API.applicationInterviews, id))
  expect(list.body.interviews).toMatchObject([{ response: 'declined', responseReason: 'I am on a rig.', version: 2 }])

  const changed = await change({ ...planned, version: 2 }, { date: '2026-03-11' })
  expect(changed.body).toMatchObject({ response: 'none', responseReason: null })
  const stale = await respond({ response: 'accepted', version: 2 })
  expect([stale.status, ((await stale.json()) as ErrorBody).message]).toEqual([
    409,
    'This interview has changed. Look at it again, and answer then.',
  ])
  expect((await respond({ response: 'accepted', version: 3 })).status).toBe(204)
  expect((await respond({ response: 'accepted', version: 3 })).status, 'repeated').toBe(204)

  const { token: other } = await arrive({ email: 'other@example.com' })
  const foreign = await withLink('POST', pathTo(API.respondToInterview, planned.id), other, {
    response: 'declined',
    version: 4,
  })
  expect(foreign.status).toBe(404)
  const history = await admin.request<{ event: { action: string } }[]>('GET', pathTo(ADMIN_API.applicationHistory, id))
  expect(history.body.map(({ event }) => event.action)).toEqual(
    expect.arrayContaining(['interview_planned', 'interview_declined', 'interview_changed', 'interview_accepted']),
  )
})

test('the applicant takes the interview into a calendar as a file without other addresses', async () => {
  const { id, token } = await arrive()
  const planned = await plan(id)
  await goTo(10 * MINUTE)
  const response = await withLink('GET', pathTo(API.interviewCalendar, planned.id), token)
  expect(response.headers.get('content-type')).toContain('text/calendar')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { event, method, text } = readCalendar(await response.text())
  expect([method, event.start.toISOString()]).toEqual(['PUBLISH', planned.startsAt])
  expect(text).not.toContain('kim@example.com')
})

test('an interview cannot be accepted or taken into a calendar before it is announced, nor after it was cancelled unannounced', async () => {
  const { id, token } = await arrive()
  const planned = await plan(id)
  const acceptance = { response: 'accepted', reason: null, version: planned.version }
  const calls = async () => {
    const responded = await withLink('POST', pathTo(API.respondToInterview, planned.id), token, acceptance)
    const calendar = await withLink('GET', pathTo(API.interviewCalendar, planned.id), token)
    return [await readOwn(token), responded.status, calendar.status]
  }
  const unknown = await withLink('POST', pathTo(API.respondToInterview, 2_000_000_000), token, acceptance)
  const early = await withLink('POST', pathTo(API.respondToInterview, planned.id), token, acceptance)
  expect(await early.json()).toEqual(await unknown.json())
  expect(await calls()).toEqual([[], 404, 404])
  const cancelled = (await act(ADMIN_API.cancelInterview, planned)).body
  await goTo(11 * MINUTE)
  expect(await calls()).toEqual([[], 404, 404])
  expect(cancelled).toMatchObject({ state: 'cancelled', response: 'none' })
  const announced = await plan(id, { time: '16:00' })
  await goTo(21 * MINUTE)
  await smtp.untilReceived(2)
  const accepted = { ...acceptance, version: announced.version }
  expect((await withLink('POST', pathTo(API.respondToInterview, announced.id), token, accepted)).status).toBe(204)
  expect((await withLink('GET', pathTo(API.interviewCalendar, announced.id), token)).status).toBe(200)
})

test('an interview that was over when its applicant withdrew cannot be moved, and mails nothing', async () => {
  const { id, token } = await arrive()
  const planned = await plan(id)
  await goTo(10 * MINUTE)
  await smtp.untilReceived(2)
  await goTo(9 * DAY)
  await withLink('POST', API.withdrawApplication, token, {})
  smtp.received.length = 0
  const moved = await change(planned, { date: '2026-03-20' })
  expect([moved.status, moved.body.message]).toEqual([400, 'The applicant has withdrawn this application.'])
  await goTo(9 * DAY + 20 * MINUTE)
  expect(await app.db.selectFrom('mails').select('id').where('state', '=', 'waiting').execute()).toEqual([])
  expect(smtp.received).toEqual([])
})

test('a withdrawal cancels what is planned, and tells the interviewers alone', async () => {
  const { id, token } = await arrive()
  const planned = await plan(id)
  await goTo(10 * MINUTE)
  await smtp.untilReceived(2)
  expect((await withLink('POST', API.withdrawApplication, token, {})).status).toBe(204)
  await smtp.untilReceived(3)
  expect(mailTo('kim@example.com').map((mail) => calendarIn(mail).method)).toEqual(['REQUEST', 'CANCEL'])
  expect(mailTo('ana@example.com')).toHaveLength(1)
  expect(await readApplication(id)).toMatchObject({ interviewDate: null, archived: true })
  const restored = await act(ADMIN_API.restoreInterview, { ...planned, version: 2 })
  expect([restored.status, restored.body.message]).toEqual([400, 'The applicant has withdrawn this application.'])
})

test('the interview date is the next planned one that has not begun, and the last one when all have', async () => {
  const { id } = await arrive()
  const later = await plan(id, { date: '2026-03-20' })
  const sooner = await plan(id, { date: '2026-03-10' })
  expect((await readApplication(id)).interviewDate).toBe(sooner.startsAt)

  const atBegin = new Date(sooner.startsAt)
  app.setNow(new Date(atBegin.getTime() - 1))
  // A view of the database for this work alone: meanwhile the invitations leave.
  const db = app.db.withTables()
  const transactions = vi.spyOn(db, 'transaction')
  await movingOnDates({ db, clock: () => new Date(atBegin.getTime() - 1) }).run(new AbortController().signal)
  expect(transactions, 'nothing is due').not.toHaveBeenCalled()
  admin = adminClient(app, await app.signIn())
  expect((await readApplication(id)).interviewDate).toBe(sooner.startsAt)
  app.setNow(atBegin)
  await app.runWork('move-on-interview-dates')
  expect((await readApplication(id)).interviewDate, 'while the first takes place').toBe(later.startsAt)
  await act(ADMIN_API.cancelInterview, later)
  expect((await readApplication(id)).interviewDate).toBe(sooner.startsAt)
  await act(ADMIN_API.cancelInterview, sooner)
  expect((await readApplication(id)).interviewDate).toBeNull()
})

const setDate = (id: number, interviewDate: string | null) =>
  admin.request<Application & ErrorBody>('PATCH', pathTo(ADMIN_API.application, id), { interviewDate })
const interviewsOf = async (id: number) =>
  (await admin.request<{ interviews: Interview[] }>('GET', pathTo(ADMIN_API.applicationInterviews, id))).body.interviews
const MARCH = ['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'] as const

test('a date is an interview that nobody is invited to: in the agenda and the calendar feed, moved and removed with the date', async () => {
  const { id, token } = await arrive()
  expect((await setDate(id, '2026-03-10T15:00:00.000Z')).body).toMatchObject({
    ...{ status: 'interview', interviewDate: '2026-03-10T15:00:00.000Z' },
  })
  const [dated = expect.fail()] = (await readAgenda(...MARCH)).interviews
  expect(dated).toMatchObject({
    ...{ applicationId: id, startsAt: '2026-03-10T15:00:00.000Z', minutes: 45, timeZone: 'America/Chicago' },
    ...{ kind: 'undecided', place: null, interviewers: [], invites: false, state: 'planned' },
  })
  const feed = new URL((await admin.request<{ url: string }>('POST', ADMIN_API.calendarFeed)).body.url).pathname
  expect(readCalendar(await (await app.request(feed)).text()).event).toMatchObject({
    description: expect.stringContaining('Nobody is invited yet.'),
  })
  await admin.send('DELETE', ADMIN_API.calendarFeed)
  expect((await setDate(id, '2026-03-11T16:00:00.000Z')).body.interviewDate).toBe('2026-03-11T16:00:00.000Z')
  expect((await readAgenda(...MARCH)).interviews).toMatchObject([
    { id: dated.id, startsAt: '2026-03-11T16:00:00.000Z', endsAt: '2026-03-11T16:45:00.000Z' },
  ])
  expect((await setDate(id, null)).body).toMatchObject({ status: 'interview', interviewDate: null })
  expect((await readAgenda(...MARCH)).interviews).toEqual([])
  expect((await setDate(id, '2026-03-12T15:00:00.000Z')).body.interviewDate).toBe('2026-03-12T15:00:00.000Z')
  expect(await interviewsOf(id)).toMatchObject([{ id: dated.id, state: 'planned' }])
  await goTo(30 * MINUTE)
  expect(await readOwn(token)).toEqual([])
  expect(await app.db.selectFrom('mails').select('id').where('kind', '<>', 'receipt').execute()).toEqual([])
  await setDate(id, null)
  await goTo(41 * MINUTE)
  expect(await interviewsOf(id)).toEqual([])
})

test('a status that is sent beside a date is kept, and a decided application stays as decided as it was', async () => {
  const [{ id }, { id: hired }] = [await arrive(), await arrive()]
  const interviewDate = '2026-03-10T15:00:00.000Z'
  const path = pathTo(ADMIN_API.application, id)
  expect((await admin.request('PATCH', path, { interviewDate, status: 'reviewing' })).body).toMatchObject({
    ...{ status: 'reviewing', interviewDate },
  })
  expect((await admin.request('PATCH', path, { interviewDate: MARCH[1], status: 'rejected' })).body).toMatchObject({
    ...{ status: 'rejected', interviewDate: MARCH[1] },
  })
  await admin.request('PATCH', pathTo(ADMIN_API.application, hired), { status: 'hired' })
  expect((await setDate(hired, interviewDate)).body).toMatchObject({ status: 'hired', interviewDate })
})

test('to an interview of a date people are invited later, once its form is decided, and the undo time begins then', async () => {
  const { id, token } = await arrive()
  await setDate(id, '2026-03-10T15:00:00.000Z')
  const [dated = expect.fail()] = await interviewsOf(id)
  await goTo(60 * MINUTE)
  const kept = { date: dated.date, time: dated.time, timeZone: dated.timeZone, minutes: 45, interviewers: [] }
  const undecided = { ...kept, kind: 'undecided', place: null } as const
  const refused = await change(dated, { ...undecided, invites: true })
  expect([refused.status, refused.body.issues]).toEqual([
    400,
    [{ path: 'kind', message: 'Choose how the interview takes place' }],
  ])
  const moved = (await change(dated, { ...undecided, time: '16:00' })).body
  expect(moved).toMatchObject({ invites: false, time: '16:00', kind: 'undecided' })
  const invited = (await change(moved, { ...kept, kind: 'phone', place: null, invites: true })).body
  expect(invited).toMatchObject({ invites: true, kind: 'phone' })
  expect(await readOwn(token)).toEqual([])
  await goTo(70 * MINUTE)
  await smtp.untilReceived(1)
  expect(calendarIn(mailTo('ana@example.com')[0] as ReceivedMail)).toMatchObject({ method: 'REQUEST' })
  expect(await readOwn(token)).toMatchObject([{ id: dated.id, state: 'planned' }])
  const back = await change(invited, { ...kept, kind: 'phone', place: null, invites: false })
  expect([back.status, back.body.message]).toEqual([
    400,
    'People are invited already. Cancel the interview to tell them that it does not take place.',
  ])
})

test('where people are invited, a date moves their interview and tells them, and no date that has passed is taken', async () => {
  const { id } = await arrive()
  await plan(id)
  await goTo(10 * MINUTE)
  await smtp.untilReceived(2)
  smtp.received.length = 0
  const past = await setDate(id, '2026-02-01T12:00:00.000Z')
  expect([past.status, past.body.message]).toEqual([
    400,
    'People are invited to this interview, and this time has passed. Choose a later one.',
  ])
  await setDate(id, '2026-03-11T22:00:00.000Z')
  await goTo(20 * MINUTE)
  await smtp.untilReceived(2)
  expect(mailTo('ana@example.com').map(({ mail }) => mail.subject)).toMatchObject([
    expect.stringContaining('Changed interview'),
  ])
})

test('planning moves an application that is not as far to Interview, the invitation tells it, and one undo takes both back', async () => {
  const { id, token } = await arrive()
  const { changeId } = await plan(id)
  expect(await readApplication(id)).toMatchObject({ status: 'interview', answered: null })
  const { body } = await admin.request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, id))
  expect(body.map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ action: 'status_changed', from: 'pending', to: 'interview', changeId }),
  )
  const undo = () => admin.request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, changeId as number))
  expect((await undo()).body.changed).toMatchObject([{ id, status: 'pending', interviewDate: null }])
  expect(await interviewsOf(id)).toMatchObject([{ state: 'cancelled' }])
  await goTo(30 * MINUTE)
  expect(smtp.received).toEqual([])

  const again = await plan(id)
  await admin.request('PATCH', pathTo(ADMIN_API.application, id), { status: 'reviewing' })
  await goTo(40 * MINUTE)
  await smtp.untilReceived(2)
  expect(mailTo('ana@example.com')).toHaveLength(1)
  expect(await readOwn(token)).toHaveLength(1)
  const undone = await admin.request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, again.changeId ?? 0))
  expect(undone.body).toMatchObject({ refused: [{ id, reason: 'changed_meanwhile' }] })
})

test('the invitation answers the applicant, as the message of the status would have', async () => {
  const { id } = await arrive()
  await plan(id)
  await goTo(10 * MINUTE)
  await smtp.untilReceived(2)
  await vi.waitFor(async () => expect((await readApplication(id)).answered).toMatchObject({ by: null }))
})

test('the undo of an interview within the hour cancels what has been sent, and brings the status back', async () => {
  const { id } = await arrive()
  const { changeId } = await plan(id, { date: '2026-03-02', time: '12:30', timeZone: 'UTC' })
  await smtp.untilReceived(2)
  await admin.send('POST', pathTo(ADMIN_API.undoApplicationChange, changeId as number))
  await smtp.untilReceived(4)
  expect(mailTo('ana@example.com').map((mail) => calendarIn(mail).method)).toEqual(['REQUEST', 'CANCEL'])
  expect(await readApplication(id)).toMatchObject({ status: 'pending', interviewDate: null })
})

test('moving and cancelling can be undone, newest first; in time nobody hears of it, and the response holds again', async () => {
  const { id, token } = await arrive()
  const planned = await plan(id)
  expect(planned.mails).toMatchObject({ count: 2, leaveAt: new Date(NOON + 10 * MINUTE).toISOString() })
  await goTo(10 * MINUTE)
  await smtp.untilReceived(2)
  smtp.received.length = 0
  const answer = { response: 'accepted', version: planned.version }
  expect((await withLink('POST', pathTo(API.respondToInterview, planned.id), token, answer)).status).toBe(204)
  const accepted = { ...planned, version: planned.version + 1 }
  const moved = (await change(accepted, { time: '17:00', interviewers: [] })).body
  expect(moved).toMatchObject({ response: 'none', mails: { count: 2 } })
  const cancelled = (await act(ADMIN_API.cancelInterview, moved)).body
  expect(cancelled).toMatchObject({ state: 'cancelled', mails: { count: 2 } })
  const undo = (made: SavedInterview) =>
    admin.request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, made.changeId ?? 0))
  expect((await undo(cancelled)).body).toMatchObject({ changed: [{ id, interviewDate: moved.startsAt }], notified: [] })
  expect((await undo(moved)).body).toMatchObject({ changed: [{ id, interviewDate: planned.startsAt }], refused: [] })
  expect(await interviewsOf(id)).toMatchObject([{ startsAt: planned.startsAt, response: 'accepted' }])
  expect((await interviewsOf(id))[0]?.interviewers).toEqual(planned.interviewers)
  const later = await arrive({ email: 'later@example.com' })
  await plan(later.id, { interviewers: [] })
  await goTo(40 * MINUTE)
  await smtp.untilReceived(1)
  expect(smtp.received.map(({ envelopeTo }) => envelopeTo)).toEqual([['later@example.com']])
})

test('the undo of a move that people have heard of tells them the old time, and says so; what was changed since stays', async () => {
  const { id } = await arrive()
  const planned = await plan(id)
  await goTo(10 * MINUTE)
  await smtp.untilReceived(2)
  const moved = (await change(planned, { date: '2026-03-02', time: '12:40', timeZone: 'UTC' })).body
  expect(moved.mails).toMatchObject({ count: 2, leaveAt: null })
  await smtp.untilReceived(4)
  const undo = () => admin.request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, moved.changeId ?? 0))
  await goTo(11 * MINUTE)
  const later = (await change(moved, { date: '2026-03-02', time: '12:50', timeZone: 'UTC' })).body
  await smtp.untilReceived(6)
  expect((await undo()).body).toMatchObject({ changed: [], refused: [{ id, reason: 'changed_meanwhile' }] })
  await goTo(12 * MINUTE)
  await admin.send('POST', pathTo(ADMIN_API.undoApplicationChange, later.changeId ?? 0))
  await smtp.untilReceived(8)
  await goTo(13 * MINUTE)
  expect((await undo()).body).toMatchObject({ changed: [{ id }], notified: [id] })
  expect(await interviewsOf(id)).toMatchObject([{ startsAt: planned.startsAt }])
})

test('the undo of a cancellation restores no interview of an applicant who was rejected since', async () => {
  const { id } = await arrive()
  const cancelled = (await act(ADMIN_API.cancelInterview, await plan(id))).body
  await admin.request('PATCH', pathTo(ADMIN_API.application, id), { status: 'rejected' })
  const path = pathTo(ADMIN_API.undoApplicationChange, cancelled.changeId ?? 0)
  expect((await admin.request<UndoneChange>('POST', path)).body).toMatchObject({ refused: [{ id }], changed: [] })
  expect(await interviewsOf(id)).toMatchObject([{ state: 'cancelled' }])
})

test('of a rejection and a planning at the same time the second one sees the first: no one who is rejected is invited', async () => {
  const { id } = await arrive()
  const path = pathTo(ADMIN_API.applicationInterviews, id)
  const [planned] = await Promise.all([
    admin.request<ErrorBody>('POST', path, DETAILS),
    admin.request('PATCH', pathTo(ADMIN_API.application, id), { status: 'rejected' }),
  ])
  if (planned.status === 400)
    expect(planned.body.message).toBe('This applicant is rejected. Give the application another status first.')
  expect((await interviewsOf(id)).filter(({ state }) => state === 'planned')).toEqual([])
  expect(await readApplication(id)).toMatchObject({ status: 'rejected', interviewDate: null })
})

test('the agenda has the week, and before it what is over without feedback', async () => {
  const { id } = await arrive()
  const first = await plan(id, { date: '2026-03-03' })
  const second = await plan(id, { date: '2026-03-10' })
  const week = ['2026-03-09T00:00:00.000Z', '2026-03-16T00:00:00.000Z'] as const
  expect(await readAgenda(...week)).toMatchObject({ interviews: [{ id: second.id }], overdue: [] })
  await goTo(5 * DAY)
  expect((await readAgenda(...week)).overdue).toMatchObject([{ id: first.id, applicantName: 'Ana Núñez' }])
  await admin.send('PATCH', pathTo(ADMIN_API.application, id), { feedback: 'Knows pumps.' })
  expect((await readAgenda(...week)).overdue).toEqual([])
  await goTo(10 * DAY)
  expect((await readAgenda(...week)).overdue, 'feedback is asked for after each').toMatchObject([{ id: second.id }])
  await admin.send('PATCH', pathTo(ADMIN_API.application, id), { status: 'rejected' })
  expect((await readAgenda(...week)).overdue).toEqual([])
  const tooLong = await admin.request<ErrorBody>(
    'GET',
    `${ADMIN_API.interviews}?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z`,
  )
  expect(tooLong.status).toBe(400)
})

test('each admin has a private calendar, whose address ends when it is renewed or revoked', async () => {
  const { id } = await arrive()
  const planned = await plan(id)
  const cancelled = await plan(id, { date: '2026-03-12' })
  await act(ADMIN_API.cancelInterview, cancelled)
  expect((await admin.request('GET', ADMIN_API.calendarFeed)).body).toEqual({ createdAt: null })
  const renew = async () =>
    new URL((await admin.request<{ url: string }>('POST', ADMIN_API.calendarFeed)).body.url).pathname
  const path = await renew()
  expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
  const response = await app.request(path)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/calendar; charset=utf-8',
  })
  const { events } = readCalendar(await response.text())
  expect(events.map(({ summary, start }) => [summary, start.toISOString()])).toEqual([
    ['Interview: Ana Núñez', planned.startsAt],
  ])
  const stored = JSON.stringify(await app.db.selectFrom('calendar_feeds').selectAll().execute())
  expect(stored).not.toContain(path.slice('/calendar/'.length, -4))

  const other = adminClient(app, await signInAs(app, 'second', new Date(NOON)))
  expect((await other.request('GET', ADMIN_API.calendarFeed)).body).toEqual({ createdAt: null })
  await other.send('DELETE', ADMIN_API.calendarFeed)
  expect((await app.request(path)).status).toBe(200)

  const renewed = await renew()
  expect([(await app.request(path)).status, (await app.request(renewed)).status]).toEqual([404, 200])
  expect((await admin.send('DELETE', ADMIN_API.calendarFeed)).status).toBe(204)
  expect((await app.request(renewed)).status).toBe(404)
  for (const file of ['.ics', 'x.ics', `${'A'.repeat(43)}.ics`, `${'A'.repeat(43)}`, '%00.ics'])
    expect((await app.request(`/calendar/${file}`)).status, file).toBe(404)
})

test('a private calendar ends with the sessions of its account, and that of another account stays', async () => {
  const [password, newPassword] = ['correct horse battery', 'a longer phrase than before']
  const bearer = await signInAs(app, 'third', new Date(NOON))
  const third = adminClient(app, bearer)
  const password_hash = await hashPassword(password)
  await app.db.updateTable('accounts').set({ password_hash }).where('username', '=', 'third').execute()
  const make = async (client: AdminClient) =>
    new URL((await client.request<{ url: string }>('POST', ADMIN_API.calendarFeed)).body.url).pathname
  const statusOf = async (path: string) => (await app.request(path)).status
  const others = await make(admin)

  const first = await make(third)
  const body = { currentPassword: password, newPassword }
  const changed = await third.request<{ token: string }>('POST', ADMIN_API.changePassword, body)
  expect([changed.status, await statusOf(first)]).toEqual([200, 404])

  const signedIn = adminClient(app, { authorization: `Bearer ${changed.body.token}` })
  const second = await make(signedIn)
  expect((await signedIn.send('POST', ADMIN_API.logoutEverywhere)).status).toBe(204)
  expect(await statusOf(second)).toBe(404)

  const { id } = await app.db
    .selectFrom('accounts')
    .select('id')
    .where('username', '=', 'third')
    .executeTakeFirstOrThrow()
  const owner = { id, username: 'third', displayName: null }
  const last = await app.db.transaction().execute((trx) => renewFeed(trx, owner, new Date(NOON)))
  expect(await statusOf(`/calendar/${last}.ics`)).toBe(200)
  await resetPassword(app.db, 'third', new Date(NOON))
  expect([await statusOf(`/calendar/${last}.ics`), await statusOf(others)]).toEqual([404, 200])
  const trail = app.db.selectFrom('audit_trail').select('event').where('subject', '=', 'account')
  const events = (await trail.where('subject_id', '=', id).orderBy('id').execute()).map(({ event }) =>
    JSON.parse(event),
  )
  expect(events.filter(({ action }) => action === 'calendar_feed_revoked')).toHaveLength(3)
})

test('names and places inject nothing into headers, addresses or calendars, and every line is folded', async () => {
  const nasty = 'Zoë "Q"; Wëll\\, =?utf-8?q?x?= 🛢️🛢️🛢️'
  const { id } = await arrive({ name: `${nasty}\r\nBcc: all@example.com` })
  await plan(id, {
    kind: 'on_site',
    place: `Yard 7; gate "B", \\n Midland 🛢️ ${'Øst '.repeat(60)}\r\nATTENDEE:mailto:evil@example.com {status_link}`,
    interviewers: [{ name: 'Kim\r\nX-Evil: 1; "K", Łee 🛢️', address: 'kim@example.com' }],
  })
  await goTo(10 * MINUTE)
  await smtp.untilReceived(2)
  expect(smtp.received.map(({ envelopeTo }) => envelopeTo)).toEqual([['ana@example.com'], ['kim@example.com']])
  for (const mail of smtp.received) {
    expect(mail.mail.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['bcc']))
    expect(mail.mail.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-evil']))
    const { text, event, events } = calendarIn(mail)
    expect(events).toHaveLength(1)
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/[\r\n\uFFFD]/)
    }
    expect(event.location).toMatch(/^Yard 7; gate "B", .*Midland 🛢️ Øst.* ATTENDEE:mailto:evil@example.com/s)
    expect(text.replaceAll('\r\n ', '')).toContain('LOCATION:Yard 7\\; gate "B"\\, \\\\n Midland')
    const attendees = [event.attendee].flat() as { val: string; params: Record<string, string> }[]
    const isToKim = mail.envelopeTo.includes('kim@example.com')
    expect(attendees.map(({ val }) => val.toLowerCase())).toEqual([
      'mailto:ana@example.com',
      ...(isToKim ? ['mailto:kim@example.com'] : []),
    ])
    const named = isToKim ? `CN="Kim X-Evil: 1; ^'K^', Łee 🛢️"` : '\\nWith Kim X-Evil: 1\\; "K"\\, Łee 🛢️\\n'
    expect(text.replaceAll('\r\n ', '')).toContain(named)
  }
  const [, toKim] = smtp.received
  expect(toKim?.mail.text, 'no private link').not.toMatch(/#[\w-]{43}/)
})

test('a wrong request names what is wrong', async () => {
  const { id } = await arrive()
  const path = pathTo(ADMIN_API.applicationInterviews, id)
  const refusal = async (changes: object) => {
    const { status, body } = await admin.request<ErrorBody>('POST', path, { ...DETAILS, ...changes })
    return [status, body.issues?.[0]?.message ?? body.message]
  }
  const many = Array.from({ length: 11 }, (_, index) => ({ name: 'Kim', address: `k${index}@example.com` }))
  expect(await refusal({ timeZone: 'Mars/Olympus' })).toEqual([400, 'Choose a time zone, such as America/Chicago'])
  expect(await refusal({ timeZone: '+05:30' })).toEqual([400, 'Choose a time zone, such as America/Chicago'])
  expect(await refusal({ date: '' })).toEqual([400, 'Enter a date'])
  expect(await refusal({ date: '2026-02-30' })).toEqual([400, 'Choose a date from 2000 to 2099'])
  expect(await refusal({ time: '25:00' })).toEqual([400, 'Enter a time'])
  expect(await refusal({ minutes: 4 })).toEqual([400, 'Enter a length from 5 to 600 minutes'])
  expect(await refusal({ place: ' ' })).toEqual([400, 'Link is required'])
  expect(await refusal({ interviewers: many })).toEqual([400, 'Name at most 10 interviewers'])
  expect(await refusal({ interviewers: [...many.slice(0, 1), ...many.slice(0, 1)] })).toEqual([
    400,
    'Name each address once',
  ])
  expect(await refusal({ date: '2026-03-01' })).toEqual([400, 'This time has passed. Choose a later one.'])
  expect(await refusal({ timeZone: 'Europe/Berlin', date: '2026-03-29', time: '02:30' })).toEqual([
    400,
    'The clocks skip this time on that day. Choose another one.',
  ])
  expect(await refusal({ surprise: 1 })).toEqual([400, 'Unknown field: surprise'])
  expect((await admin.request('POST', pathTo(ADMIN_API.applicationInterviews, 2_000_000_000), DETAILS)).status).toBe(
    404,
  )
})

test('a repeated request plans one interview', async () => {
  const { id } = await arrive()
  const headers = { ...(await app.signIn()), 'content-type': 'application/json', 'idempotency-key': 'once' }
  const send = (details: InterviewDetails) =>
    app.request(pathTo(ADMIN_API.applicationInterviews, id), { method: 'POST', headers, body: JSON.stringify(details) })
  const [first, second] = [await send(DETAILS), await send(DETAILS)]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(await second.json()).toEqual(await first.json())
  expect((await send({ ...DETAILS, minutes: 30 })).status).toBe(409)
  await vi.waitFor(async () => {
    const messages = await app.db.selectFrom('mails').select('id').where('interview_id', 'is not', null).execute()
    expect(messages).toHaveLength(2)
  })
})

test('an interview within the hour is announced at once', async () => {
  const { id } = await arrive()
  await plan(id, { timeZone: 'Asia/Kolkata', date: '2026-03-02', time: '18:00' })
  await smtp.untilReceived(2)
  expect(calendarIn(smtp.received[0] ?? expect.fail('no mail')).event.start.toISOString()).toBe(
    '2026-03-02T12:30:00.000Z',
  )
})
