import { expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { calendarIn, prepareInterviews, readCalendar } from '../../../test/smtp/interview-kit.ts'
import { MINUTE, NOON } from '../../../test/smtp/mail-kit.ts'
import type { ReceivedMail } from '../../../test/smtp/smtp-kit.ts'
import { movingOnDates } from './interview-dates.ts'

const {
  app,
  smtp,
  admin,
  goTo,
  mailTo,
  arrive,
  plan,
  change,
  act,
  setDate,
  readApplication,
  readAgenda,
  interviewsOf,
  readOwnInterviews,
} = prepareInterviews()

const MARCH = ['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'] as const

test('the interview date is that of the planned interview that is next to begin, and the last one when all have', async () => {
  const { id } = await arrive()
  const later = await plan(id, { date: '2026-03-20' })
  const sooner = await plan(id, { date: '2026-03-10' })
  expect((await readApplication(id)).interviewDate).toBe(sooner.startsAt)

  const atBegin = new Date(sooner.startsAt)
  const before = new Date(atBegin.getTime() - 1)
  await goTo(before.getTime() - NOON)
  // A view of the database for this work alone: meanwhile the invitations leave.
  const db = app().db.withTables()
  const transactions = vi.spyOn(db, 'transaction')
  await movingOnDates({ db, clock: () => before }).run(new AbortController().signal)
  expect(transactions, 'nothing is due').not.toHaveBeenCalled()
  expect((await readApplication(id)).interviewDate).toBe(sooner.startsAt)
  app().setNow(atBegin)
  await app().runWork('move-on-interview-dates')
  expect((await readApplication(id)).interviewDate, 'while the first takes place').toBe(later.startsAt)
  await act(ADMIN_API.cancelInterview, later)
  expect((await readApplication(id)).interviewDate).toBe(sooner.startsAt)
  await act(ADMIN_API.cancelInterview, sooner)
  expect((await readApplication(id)).interviewDate).toBeNull()
})

test('a date that is cleared or moved just after an interview has begun is that of this interview, and a later one stays', async () => {
  const [cleared, moved] = [(await arrive()).id, (await arrive()).id]
  const times = ['10:00', '14:00'].map((time) => ({ date: '2026-03-10', time, timeZone: 'UTC', invites: false }))
  for (const id of [cleared, moved]) for (const time of times) await plan(id, time)
  await goTo(Date.parse('2026-03-10T10:00:10.000Z') - NOON)
  const [begun, later] = ['2026-03-10T10:00:00.000Z', '2026-03-10T14:00:00.000Z']
  expect((await readApplication(cleared)).interviewDate, 'until the date is moved on').toBe(begun)
  expect((await setDate(cleared, null)).body.interviewDate).toBe(later)
  expect(await interviewsOf(cleared)).toMatchObject([
    { startsAt: begun, state: 'cancelled' },
    { startsAt: later, state: 'planned' },
  ])
  const evening = '2026-03-10T18:00:00.000Z'
  expect((await setDate(moved, evening)).body.interviewDate).toBe(later)
  expect(await interviewsOf(moved)).toMatchObject([
    { startsAt: later, state: 'planned' },
    { startsAt: evening, state: 'planned' },
  ])
})

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
  const feed = new URL((await admin().request<{ url: string }>('POST', ADMIN_API.calendarFeed)).body.url).pathname
  expect(readCalendar(await (await app().request(feed)).text()).event).toMatchObject({
    description: expect.stringContaining('Nobody is invited yet.'),
  })
  await admin().send('DELETE', ADMIN_API.calendarFeed)
  expect((await setDate(id, '2026-03-11T16:00:00.000Z')).body.interviewDate).toBe('2026-03-11T16:00:00.000Z')
  expect((await readAgenda(...MARCH)).interviews).toMatchObject([
    { id: dated.id, startsAt: '2026-03-11T16:00:00.000Z', endsAt: '2026-03-11T16:45:00.000Z' },
  ])
  expect((await setDate(id, null)).body).toMatchObject({ status: 'interview', interviewDate: null })
  expect((await readAgenda(...MARCH)).interviews).toEqual([])
  expect((await setDate(id, '2026-03-12T15:00:00.000Z')).body.interviewDate).toBe('2026-03-12T15:00:00.000Z')
  expect(await interviewsOf(id)).toMatchObject([{ id: dated.id, state: 'planned' }])
  await goTo(30 * MINUTE)
  expect(await readOwnInterviews(token)).toEqual([])
  expect(await app().db.selectFrom('mails').select('id').where('kind', '<>', 'receipt').execute()).toEqual([])
  await setDate(id, null)
  await goTo(41 * MINUTE)
  expect(await interviewsOf(id)).toEqual([])
})

test('a status that is sent beside a date is kept, and a decided application stays as decided as it was', async () => {
  const [{ id }, { id: hired }] = [await arrive(), await arrive()]
  const interviewDate = '2026-03-10T15:00:00.000Z'
  const path = pathTo(ADMIN_API.application, id)
  expect((await admin().request('PATCH', path, { interviewDate, status: 'reviewing' })).body).toMatchObject({
    ...{ status: 'reviewing', interviewDate },
  })
  expect((await admin().request('PATCH', path, { interviewDate: MARCH[1], status: 'rejected' })).body).toMatchObject({
    ...{ status: 'rejected', interviewDate: MARCH[1] },
  })
  await admin().request('PATCH', pathTo(ADMIN_API.application, hired), { status: 'hired' })
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
  expect(await readOwnInterviews(token)).toEqual([])
  await goTo(70 * MINUTE)
  await smtp().untilReceived(1)
  expect(calendarIn(mailTo('ana@example.com')[0] as ReceivedMail)).toMatchObject({ method: 'REQUEST' })
  expect(await readOwnInterviews(token)).toMatchObject([{ id: dated.id, state: 'planned' }])
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
  await smtp().untilReceived(2)
  smtp().received.length = 0
  const past = await setDate(id, '2026-02-01T12:00:00.000Z')
  expect([past.status, past.body.message]).toEqual([
    400,
    'People are invited to this interview, and this time has passed. Choose a later one.',
  ])
  await setDate(id, '2026-03-11T22:00:00.000Z')
  await goTo(20 * MINUTE)
  await smtp().untilReceived(2)
  expect(mailTo('ana@example.com').map(({ mail }) => mail.subject)).toMatchObject([
    expect.stringContaining('Changed interview'),
  ])
})
