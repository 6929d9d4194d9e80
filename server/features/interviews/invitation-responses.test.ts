import { expect, test } from 'vitest'
import type { Interview } from '../../../contract/interviews/interview.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { calendarIn, prepareInterviews, readCalendar } from '../../../test/smtp/interview-kit.ts'
import { DAY, MINUTE } from '../../../test/smtp/mail-kit.ts'

const {
  app,
  smtp,
  admin,
  goTo,
  withLink,
  mailTo,
  arrive,
  plan,
  change,
  act,
  interviewsOf,
  readApplication,
  readOwnInterviews,
} = prepareInterviews()

test('an applicant who goes to and fro without end is asked to wait, and the history does not grow with it', async () => {
  const { id, token } = await arrive()
  const planned = await plan(id)
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
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
  expect(await readOwnInterviews(token)).toEqual([])
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  const [own] = await readOwnInterviews(token)
  expect(own).toMatchObject({ id: planned.id, interviewers: ['Kim Lee'], response: 'none' })
  expect(JSON.stringify(own)).not.toContain('kim@')
  const respond = (body: object) => withLink('POST', pathTo(API.respondToInterview, planned.id), token, body)
  expect((await respond({ response: 'declined', reason: 'I am on a rig.', version: 1 })).status).toBe(204)
  const list = await admin().request<{ interviews: Interview[] }>('GET', pathTo(ADMIN_API.applicationInterviews, id))
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
  const history = await admin().request<{ event: { action: string } }[]>(
    'GET',
    pathTo(ADMIN_API.applicationHistory, id),
  )
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
    return [await readOwnInterviews(token), responded.status, calendar.status]
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
  await smtp().untilReceived(2)
  const accepted = { ...acceptance, version: announced.version }
  expect((await withLink('POST', pathTo(API.respondToInterview, announced.id), token, accepted)).status).toBe(204)
  expect((await withLink('GET', pathTo(API.interviewCalendar, announced.id), token)).status).toBe(200)
})

test('an interview that was over when its applicant withdrew cannot be moved, and mails nothing', async () => {
  const { id, token } = await arrive()
  const planned = await plan(id)
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  await goTo(9 * DAY)
  await withLink('POST', API.withdrawApplication, token, {})
  smtp().received.length = 0
  const moved = await change(planned, { date: '2026-03-20' })
  expect([moved.status, moved.body.message]).toEqual([400, 'The applicant has withdrawn this application.'])
  await goTo(9 * DAY + 20 * MINUTE)
  expect(await app().db.selectFrom('mails').select('id').where('state', '=', 'waiting').execute()).toEqual([])
  expect(smtp().received).toEqual([])
})

test('a withdrawal cancels what is planned, and tells the interviewers alone', async () => {
  const { id, token } = await arrive()
  await plan(id)
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  expect((await withLink('POST', API.withdrawApplication, token, {})).status).toBe(204)
  await smtp().untilReceived(3)
  expect(mailTo('kim@example.com').map((mail) => calendarIn(mail).method)).toEqual(['REQUEST', 'CANCEL'])
  expect(mailTo('ana@example.com')).toHaveLength(1)
  expect(await readApplication(id)).toMatchObject({ interviewDate: null, archived: true })
  expect(await interviewsOf(id), 'no change of an admin').toMatchObject([{ state: 'cancelled', cancellation: null }])
})
