import { expect, test, vi } from 'vitest'
import type { InterviewDefaults, InterviewDetails } from '../../../contract/interviews/interview.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { DETAILS, prepareInterviews } from '../../../test/smtp/interview-kit.ts'
import { DAY } from '../../../test/smtp/mail-kit.ts'

const { app, admin, goTo, arrive, plan, readApplication, readAgenda, interviewsOf } = prepareInterviews()

const readDefaults = async () => (await admin().request<InterviewDefaults>('GET', ADMIN_API.interviewDefaults)).body

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

test('of a rejection and a planning at the same time the second one sees the first: no one who is rejected is invited', async () => {
  const { id } = await arrive()
  const path = pathTo(ADMIN_API.applicationInterviews, id)
  const [planned] = await Promise.all([
    admin().request<ErrorBody>('POST', path, DETAILS),
    admin().request('PATCH', pathTo(ADMIN_API.application, id), { status: 'rejected' }),
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
  await admin().send('PATCH', pathTo(ADMIN_API.application, id), { feedback: 'Knows pumps.' })
  expect((await readAgenda(...week)).overdue).toEqual([])
  await goTo(10 * DAY)
  expect((await readAgenda(...week)).overdue, 'feedback is asked for after each').toMatchObject([{ id: second.id }])
  await admin().send('PATCH', pathTo(ADMIN_API.application, id), { status: 'rejected' })
  expect((await readAgenda(...week)).overdue).toEqual([])
  const tooLong = await admin().request<ErrorBody>(
    'GET',
    `${ADMIN_API.interviews}?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z`,
  )
  expect(tooLong.status).toBe(400)
})

test('a wrong request names what is wrong', async () => {
  const { id } = await arrive()
  const path = pathTo(ADMIN_API.applicationInterviews, id)
  const refusal = async (changes: object) => {
    const { status, body } = await admin().request<ErrorBody>('POST', path, { ...DETAILS, ...changes })
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
  expect((await admin().request('POST', pathTo(ADMIN_API.applicationInterviews, 2_000_000_000), DETAILS)).status).toBe(
    404,
  )
})

test('a repeated request plans one interview', async () => {
  const { id } = await arrive()
  const headers = { ...(await app().signIn()), 'content-type': 'application/json', 'idempotency-key': 'once' }
  const send = (details: InterviewDetails) =>
    app().request(pathTo(ADMIN_API.applicationInterviews, id), {
      method: 'POST',
      headers,
      body: JSON.stringify(details),
    })
  const [first, second] = [await send(DETAILS), await send(DETAILS)]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(await second.json()).toEqual(await first.json())
  expect((await send({ ...DETAILS, minutes: 30 })).status).toBe(409)
  await vi.waitFor(async () => {
    const messages = await app().db.selectFrom('mails').select('id').where('interview_id', 'is not', null).execute()
    expect(messages).toHaveLength(2)
  })
})
