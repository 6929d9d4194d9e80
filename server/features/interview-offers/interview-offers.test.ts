import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ListedApplication } from '../../../contract/applications/application-list.ts'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import type { MyApplication } from '../../../contract/applications/my-application.ts'
import type { Agenda, Interview } from '../../../contract/interviews/interview.ts'
import type { InterviewOffer, OfferDetails, OffersOverview } from '../../../contract/interviews/interview-offer.ts'
import type { DecisionMessage, MessageList } from '../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { API, APPLICATION_TOKEN_HEADER, PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { createJob, insertApplicant } from '../../../test/factories.ts'
import { insertPrivateLink } from '../../../test/private-link.ts'
import { startMailedApp } from '../../../test/smtp/mailed-app.ts'
import type { SmtpServer } from '../../../test/smtp/smtp-kit.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { readDigest } from '../promise/digest/digest-text.ts'

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The offered times of {@link DETAILS}, in UTC. */
const [FIRST, SECOND, THIRD] = [
  '2026-03-09T15:00:00.000Z',
  '2026-03-10T20:30:00.000Z',
  '2026-03-11T14:00:00.000Z',
] as const

const DETAILS: OfferDetails = {
  times: [
    { date: '2026-03-10', time: '15:30' },
    { date: '2026-03-09', time: '10:00' },
    { date: '2026-03-11', time: '09:00' },
  ],
  lastDay: '2026-03-06',
  minutes: 45,
  timeZone: 'America/Chicago',
  kind: 'video',
  place: 'https://meet.example.com/pit-7',
  interviewers: [{ name: 'Kim Lee', address: 'kim@example.com' }],
}

let smtp: SmtpServer
let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  ;({ app, smtp } = await startMailedApp({ perMinute: 1_000 }))
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow(new Date(NOON))
  for (const table of ['outbox_tasks', 'mailbox_mails', 'applications', 'jobs', 'audit_trail'] as const)
    await app.db.deleteFrom(table).execute()
  smtp.received.length = 0
  admin = adminClient(app, await app.signIn())
})

/** Goes to a time after noon, and lets the outbox look for due tasks. */
const goTo = async (ms: number) => {
  app.setNow(new Date(NOON + ms))
  admin = adminClient(app, await app.signIn())
  app.wakeOutbox()
}
const arrive = async (name: string, jobId: number | null = null) => {
  const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`
  const created_at = new Date(NOON - DAY).toISOString()
  const id = await insertApplicant(app.db, { name, email, job_id: jobId, created_at })
  return { id, token: await insertPrivateLink(app.db, id), email }
}
type Arrived = Awaited<ReturnType<typeof arrive>>
const tryOffer = ({ id }: { id: number }, changes: Partial<OfferDetails> = {}) =>
  admin.request<InterviewOffer & ErrorBody>('POST', pathTo(ADMIN_API.applicationOffers, id), { ...DETAILS, ...changes })
const offer = async (to: { id: number }, changes: Partial<OfferDetails> = {}) => {
  const { status, body } = await tryOffer(to, changes)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const withLink = (method: string, path: string, token: string, body?: unknown) =>
  app.request(path, {
    method,
    headers: { [APPLICATION_TOKEN_HEADER]: token, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const readOwn = async ({ token }: Arrived) =>
  (await (await withLink('GET', API.myApplication, token)).json()) as MyApplication
const choose = async ({ token }: Arrived, { id }: { id: number }, startsAt: string) => {
  const response = await withLink('POST', pathTo(API.chooseTime, id), token, { startsAt })
  return {
    status: response.status,
    message: response.status === 204 ? null : ((await response.json()) as ErrorBody).message,
  }
}
const readOffers = async () => (await admin.request<OffersOverview>('GET', ADMIN_API.interviewOffers)).body
/** What the row of an applicant in the list says of offered times. */
const readMark = async ({ id }: { id: number }) => {
  const { body } = await admin.request<ListedApplication[]>('GET', `${ADMIN_API.applications}?sort=date`)
  return body.find((row) => row.id === id)?.offeredTimes
}
const readAgenda = async () => {
  const query = new URLSearchParams({ from: '2026-03-02T00:00:00.000Z', to: '2026-03-30T00:00:00.000Z' })
  return (await admin.request<Agenda>('GET', `${ADMIN_API.interviews}?${query}`)).body.interviews
}
const mailTo = (address: string) => smtp.received.filter(({ envelopeTo }) => envelopeTo.includes(address))
const historyOf = async ({ id }: { id: number }) => {
  const { body } = await admin.request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, id))
  return body.map(({ by, event }) => `${by ?? 'applicant'} ${event.action}`)
}
const setStatus = async ({ id }: { id: number }, status: string, message?: DecisionMessage) => {
  const body = { applications: [{ id }], change: { status }, message }
  const response = await admin.request<{ id: number }>('POST', ADMIN_API.applicationChanges, body)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body.id
}
const undo = (changeId: number) => admin.request('POST', pathTo(ADMIN_API.undoApplicationChange, changeId))
/** The address of the page of an offer, as its message has it. */
const linkIn = (text: string) =>
  new RegExp(`${PAGE.interviewTimes}\\?token=[\\w-]{43}(?=\\s)`).exec(text)?.[0] ?? expect.fail('no link')

test('an offer leaves after the undo time with its times in their order, and the applicant who takes one has an interview', async () => {
  const dana = await arrive('Dana Reed', await createJob(app, { title: 'Controls Technician' }))
  const offered = await offer(dana)
  expect(offered.times).toEqual([FIRST, SECOND, THIRD].map((startsAt) => ({ startsAt, isLeft: true })))
  expect(await readOwn(dana)).toMatchObject({ offers: [] })

  await goTo(11 * MINUTE)
  await smtp.untilReceived(1)
  const { text, subject } = smtp.received[0]?.mail ?? expect.fail('no mail')
  expect(subject).toMatch(/^Choose a time for our interview \(APP-\d+\)$/)
  expect(text).toContain('your application for Controls Technician')
  expect(text).toContain('It takes 45 minutes, by video, with Kim Lee. These times are offered (Central Time):')
  expect(text).toContain('- Monday, March 9, 10:00 AM\n- Tuesday, March 10, 3:30 PM\n- Wednesday, March 11, 9:00 AM')
  expect(text).toContain('Please choose by Friday, March 6.')
  expect(text).not.toContain('meet.example.com')
  // The account has no name: its username is for signing in.
  expect(text).toMatch(/\n\nKind regards\nPermian Edge Controls\s*$/)
  linkIn(text ?? '')
  expect((await readOwn(dana)).offers).toEqual([
    {
      id: offered.id,
      times: [FIRST, SECOND, THIRD],
      minutes: 45,
      timeZone: 'America/Chicago',
      kind: 'video',
      place: null,
      interviewers: ['Kim Lee'],
      lastDay: '2026-03-06',
      endsAt: '2026-03-07T06:00:00.000Z',
    },
  ])

  smtp.received.length = 0
  expect(await choose(dana, offered, SECOND)).toEqual({ status: 204, message: null })
  expect(await readOwn(dana)).toMatchObject({ offers: [], interviews: [{ startsAt: SECOND }] })
  await smtp.untilReceived(2)
  expect(mailTo(dana.email)[0]?.mail).toMatchObject({ subject: expect.stringMatching(/^Your interview \(APP-/) })
  expect(mailTo(dana.email)[0]?.mail.text).toContain('Thank you for choosing a time')
  expect(mailTo(dana.email)[0]?.source).toMatch(/text\/calendar;[^\n]*method=REQUEST/i)
  expect(mailTo('kim@example.com')[0]?.mail.text).toContain('An applicant has chosen a time that was offered')
  expect(await readAgenda()).toMatchObject([{ startsAt: SECOND, minutes: 45, response: 'accepted', state: 'planned' }])
  expect(await readOwn(dana)).toMatchObject({
    offers: [],
    interviews: [{ startsAt: SECOND, response: 'accepted' }],
  })
  expect(await historyOf(dana)).toEqual(
    expect.arrayContaining(['admin interview_offered', 'applicant status_changed', 'applicant interview_chosen']),
  )

  const read = await admin.request('GET', pathTo(ADMIN_API.adminApplication, dana.id))
  expect(read.body).toMatchObject({ status: 'interview', interviewDate: SECOND })

  // The same tap once more, and another one.
  expect(await choose(dana, offered, SECOND)).toEqual({ status: 204, message: null })
  expect(await choose(dana, offered, FIRST)).toEqual({ status: 409, message: 'You have chosen another time already.' })
  expect(await readAgenda()).toHaveLength(1)
})

test('an offer that is withdrawn within the undo time is never heard of; later its page says that it has ended', async () => {
  const dana = await arrive('Dana Reed')
  const first = await offer(dana)
  const withdrawn = await admin.request<InterviewOffer>('POST', pathTo(ADMIN_API.withdrawOffer, first.id))
  expect(withdrawn.body).toMatchObject({ state: 'withdrawn', isOpen: false })
  const second = await offer(dana)
  await goTo(11 * MINUTE)
  await smtp.untilReceived(1)
  const page = linkIn(smtp.received[0]?.mail.text ?? '')
  expect((await readOwn(dana)).offers.map(({ id }) => id)).toEqual([second.id])
  await admin.request('POST', pathTo(ADMIN_API.withdrawOffer, second.id))
  expect((await readOwn(dana)).offers).toEqual([])
  expect(await (await app.request(page)).text()).toContain('These times are not offered any more')
  expect(await choose(dana, second, FIRST)).toEqual({ status: 409, message: 'These times are not offered any more.' })
  expect(smtp.received).toHaveLength(1)
})

test('two applicants are offered the same hour of one person: overlapping times are taken by the first of them', async () => {
  const [dana, lee] = [await arrive('Dana Reed'), await arrive('Lee Moss')]
  const ofDana = await offer(dana)
  const later = { ...DETAILS.times[0], date: '2026-03-10', time: '16:00' }
  const ofLee = await offer(lee, {
    times: [{ date: '2026-03-09', time: '13:00' }, later],
    interviewers: [
      { name: 'Ruth', address: 'ruth@example.com' },
      { name: 'Kim', address: 'KIM@example.com' },
    ],
  })
  await goTo(11 * MINUTE)
  expect(await choose(dana, ofDana, SECOND)).toMatchObject({ status: 204 })
  expect(await choose(lee, ofLee, '2026-03-10T21:00:00.000Z')).toEqual({
    status: 409,
    message: 'Somebody else has taken this time. Choose one of those that are left.',
  })
  expect((await readOwn(lee)).offers[0]?.times).toEqual(['2026-03-09T18:00:00.000Z'])
  // Once the other interview is cancelled its hour is free again, but not before the undo could bring it back.
  const changeId = await setStatus(dana, 'rejected')
  expect(await choose(lee, ofLee, '2026-03-10T21:00:00.000Z')).toMatchObject({ status: 409 })
  await undo(changeId)
  const [planned] = await readAgenda()
  const { id, version } = planned ?? expect.fail('no interview')
  await admin.request<Interview>('POST', pathTo(ADMIN_API.cancelInterview, id), { version })
  expect((await readOwn(lee)).offers[0]?.times).toEqual(['2026-03-09T18:00:00.000Z'])
  await goTo(22 * MINUTE)
  expect(await choose(lee, ofLee, '2026-03-10T21:00:00.000Z')).toMatchObject({ status: 204 })
})

test('twenty applicants who tap at once for the same hour of one person: one has it, the others are told so', async () => {
  for (const round of ['first', 'second', 'third']) {
    const racing = await Promise.all(Array.from({ length: 20 }, (_, index) => arrive(`${round}${index} Racer`)))
    const offers: InterviewOffer[] = []
    for (const one of racing) offers.push(await offer(one))
    await app.db
      .updateTable('interview_offers')
      .set({ created_at: new Date(NOON - DAY).toISOString() })
      .execute()
    const outcomes = await Promise.all(racing.map((one, index) => choose(one, offers[index] as InterviewOffer, SECOND)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([204, ...Array(19).fill(409)])
    const winner = racing[outcomes.findIndex(({ status }) => status === 204)]
    expect(await readAgenda()).toMatchObject([{ applicationId: winner?.id, startsAt: SECOND }])
    await app.db.deleteFrom('applications').execute()
  }
})

test('twenty taps of one applicant at once plan one interview', async () => {
  const dana = await arrive('Dana Reed')
  const offered = await offer(dana)
  await goTo(11 * MINUTE)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => choose(dana, offered, [FIRST, SECOND, THIRD][index % 3] as string)),
  )
  const [planned, ...others] = await readAgenda()
  expect(others).toEqual([])
  const won = outcomes.filter(({ status }) => status === 204)
  expect(won.length).toBe([FIRST, SECOND, THIRD].indexOf(planned?.startsAt as typeof FIRST) < 2 ? 7 : 6)
})

test('the page of the message books without JavaScript: a GET changes nothing, and its token opens no other page', async () => {
  const dana = await arrive('Dana Reed', await createJob(app, { title: 'Controls Technician' }))
  await offer(dana)
  await goTo(11 * MINUTE)
  await smtp.untilReceived(1)
  const page = linkIn(smtp.received[0]?.mail.text ?? '')
  const shown = await app.request(page)
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  const html = await shown.text()
  expect(html).toContain('Choose a time for your interview')
  expect(html).toContain('10:00 AM, Monday, March 9')
  expect(html).not.toContain('Dana')
  const send = (fields: Record<string, string>, address = page) =>
    app.request(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  for (const address of [page, `${page}&startsAt=${FIRST}`]) await app.request(address)
  expect(await readAgenda()).toEqual([])

  expect((await send({ startsAt: '2026-03-09T15:15:00.000Z' })).status).toBe(400)
  expect((await send({ startsAt: 'soon' })).status).toBe(400)
  expect((await send({ startsAt: FIRST }, `${PAGE.interviewTimes}?token=${'a'.repeat(43)}`)).status).toBe(404)
  const own = new URL(page, app.url).searchParams.get('token') ?? ''
  expect((await withLink('GET', API.myApplication, own)).status).toBe(404)
  expect((await app.request(`${PAGE.interviewTimes}?token=${dana.token}`)).status).toBe(404)

  const booked = await send({ startsAt: FIRST, reason: '' })
  expect(booked.status).toBe(303)
  expect(await (await app.request(booked.headers.get('location') ?? '')).text()).toContain('Your interview is booked')
  expect((await send({ startsAt: FIRST })).status).toBe(303)
  const other = await send({ startsAt: SECOND })
  expect([other.status, await other.text()]).toEqual([409, expect.stringContaining('You have chosen another time')])
  expect(await readAgenda()).toMatchObject([{ startsAt: FIRST }])

  // A refusal that may be undone is not told, here as little as on the private page.
  await goTo(12 * MINUTE)
  await setStatus(dana, 'rejected')
  expect((await readOwn(dana)).interviews).toMatchObject([{ state: 'planned' }])
  expect(await (await app.request(page)).text()).toContain('Your interview is booked')
  await goTo(23 * MINUTE)
  expect(await (await app.request(page)).text()).not.toContain('Your interview is booked')
})

test('neither a foreign page, a wrong token nor a huge body gets anywhere', async () => {
  const dana = await arrive('Dana Reed')
  const offered = await offer(dana)
  await goTo(11 * MINUTE)
  await smtp.untilReceived(1)
  const page = linkIn(smtp.received[0]?.mail.text ?? '')
  const post = (address: string, body: string, headers: Record<string, string> = {}) =>
    app.request(address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      redirect: 'manual',
    })
  const choice = `startsAt=${encodeURIComponent(FIRST)}`
  expect((await post(page, choice, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await post(page, `reason=${'x'.repeat(100_000)}&isDeclined=yes`)).status).toBe(413)
  expect((await post(page, `reason=${'x'.repeat(6_000)}&isDeclined=yes`)).status).toBe(400)
  expect((await post(page, 'startsAt=a&startsAt[constructor]=b&__proto__=c')).status).toBe(400)
  const lee = await arrive('Lee Moss')
  expect(await choose(lee, offered, FIRST)).toMatchObject({ status: 409 })
  expect(await choose({ ...dana, token: 'b'.repeat(43) }, offered, FIRST)).toMatchObject({ status: 404 })
  const huge = { startsAt: FIRST, more: 'x'.repeat(2_000_000) }
  expect((await withLink('POST', pathTo(API.chooseTime, offered.id), dana.token, huge)).status).toBe(413)
  expect(await readAgenda()).toEqual([])
  expect((await readOwn(dana)).offers).toHaveLength(1)
})

test('the name of an interviewer from right to left reorders nothing beside it', async () => {
  const dana = await arrive('Dana Reed')
  await offer(dana, { interviewers: [{ name: 'ליאור כהן', address: 'lior@example.com' }] })
  const mail = app.db.selectFrom('mails').select('body').where('application_id', '=', dana.id)
  expect((await mail.executeTakeFirstOrThrow()).body).toContain('by video, with \u2068ליאור כהן\u2069. These times')
})

test('a choice moves the application on, and a message about the status before it does not leave any more', async () => {
  const dana = await arrive('Dana Reed')
  const offered = await offer(dana)
  const changeId = await setStatus(dana, 'reviewing', { rule: 'always' })
  const statesOfChange = async () =>
    (await app.db.selectFrom('mails').select('state').where('change_id', '=', changeId).execute()).map(
      ({ state }) => state,
    )
  expect(await statesOfChange()).toEqual(['waiting'])
  expect((await choose(dana, offered, FIRST)).status).toBe(204)
  expect(await statesOfChange()).toEqual(['cancelled'])
  expect(await readOwn(dana), 'no undo takes it back, so the private page says so at once').toMatchObject({
    stage: 'interview',
  })
  await setStatus(dana, 'rejected')
  expect(await readOwn(dana), 'a refusal that is not told').toMatchObject({ stage: 'interview' })
})

test('an applicant whom none of the times suits asks for others, with words for the admins', async () => {
  const dana = await arrive('Dana Reed')
  const offered = await offer(dana)
  await goTo(11 * MINUTE)
  const path = pathTo(API.declineTimes, offered.id)
  for (const reason of ['Mornings before nine', 'Something else'])
    expect((await withLink('POST', path, dana.token, { reason })).status).toBe(204)
  expect(await readOffers()).toMatchObject({
    open: [],
    unanswered: [{ state: 'declined', reason: 'Mornings before nine' }],
  })
  expect(await readMark(dana)).toEqual({ state: 'declined', lastDay: '2026-03-06' })
  expect((await readOwn(dana)).offers).toEqual([])
  const digest = await readDigest(app.db, { now: new Date(NOON + DAY), timeZone: 'UTC', publicUrl: app.url })
  expect(digest?.subject).toContain('1 has chosen no time for an interview')
  expect(digest?.text).toMatch(/- Dana Reed \(APP-\d+, asks for other times\): http/)
  // Other times settle it.
  await offer(dana)
  expect(await readOffers()).toMatchObject({ open: [{ state: 'open' }], unanswered: [] })
  expect(await readMark(dana)).toEqual({ state: 'open', lastDay: '2026-03-06' })
})

test('a day before the last day the applicant is reminded once, of the times that are left; then the admins hear of it', async () => {
  const [dana, lee] = [await arrive('Dana Reed'), await arrive('Lee Moss')]
  await offer(dana)
  await goTo(11 * MINUTE)
  await smtp.untilReceived(1)
  const ofLee = await offer(lee)
  await goTo(22 * MINUTE)
  await smtp.untilReceived(2)
  await choose(lee, ofLee, FIRST)
  await smtp.untilReceived(4)
  smtp.received.length = 0
  // 2026-03-05 09:00 in Chicago.
  for (const time of ['2026-03-05T14:59:00Z', '2026-03-05T15:01:00Z', '2026-03-05T15:06:00Z']) {
    await goTo(Date.parse(time) - NOON)
    await app.runWork('look-after-interview-offers')
    expect(
      await app.db.selectFrom('mails').select('id').where('kind', '=', 'interview_offer_reminder').execute(),
    ).toHaveLength(time === '2026-03-05T14:59:00Z' ? 0 : 1)
  }
  await smtp.untilReceived(1)
  expect(mailTo(dana.email)[0]?.mail.text).toContain('You have not yet chosen a time')
  expect(mailTo(dana.email)[0]?.mail.text).not.toContain('Monday, March 9')
  linkIn(mailTo(dana.email)[0]?.mail.text ?? '')
  expect(mailTo(dana.email)[0]?.mail.text).toMatch(/\n\nKind regards\nPermian Edge Controls\s*$/)

  await goTo(Date.parse('2026-03-07T06:00:00Z') - NOON)
  expect(await readMark(dana)).toEqual({ state: 'ended', lastDay: '2026-03-06' })
  expect(await readMark(lee), 'who has chosen').toBeUndefined()
  const unanswered = [{ applicantName: 'Dana Reed', state: 'expired', closedAt: '2026-03-07T06:00:00.000Z' }]
  expect(await readOffers(), 'before the program has closed it').toMatchObject({ open: [], unanswered })
  await app.runWork('look-after-interview-offers')
  expect(await readMark(dana)).toEqual({ state: 'ended', lastDay: '2026-03-06' })
  expect(await readOffers()).toMatchObject({ open: [], unanswered })
  expect(await historyOf(dana)).toContain('applicant interview_offer_expired')
  expect((await readOwn(dana)).offers).toEqual([])
})

test('a decision closes an offer and what it would have sent; its undo opens both again', async () => {
  const dana = await arrive('Dana Reed')
  const offered = await offer(dana)
  const changeId = await setStatus(dana, 'rejected')
  expect(await readOffers()).toMatchObject({ open: [], unanswered: [] })
  await goTo(9 * MINUTE)
  expect((await undo(changeId)).body).toMatchObject({ changed: [{ status: 'pending' }] })
  expect(await readOffers()).toMatchObject({ open: [{ id: offered.id }] })
  await goTo(18 * MINUTE)
  expect(smtp.received).toEqual([])
  await goTo(20 * MINUTE)
  await smtp.untilReceived(1)
  expect(smtp.received[0]?.mail.subject).toContain('Choose a time')

  await setStatus(dana, 'rejected')
  expect((await readOwn(dana)).offers).toEqual([])
  expect(await choose(dana, offered, FIRST)).toEqual({ status: 409, message: 'These times are not offered any more.' })
})

test('a message of an offer that an admin has discarded stays so, whatever is decided', async () => {
  const dana = await arrive('Dana Reed')
  await offer(dana)
  const readMessages = async () =>
    (await admin.request<MessageList>('GET', `${ADMIN_API.messages}?applicationId=${dana.id}`)).body.messages
  const [message] = await readMessages()
  await admin.request('POST', ADMIN_API.messageActions, { action: 'cancel', ids: [message?.id] })
  await setStatus(dana, 'reviewing')
  await undo(await setStatus(dana, 'rejected', { rule: 'never' }))
  expect(await readMessages()).toMatchObject([{ kind: 'interview_offer', state: 'cancelled' }])
})

test('a filled posting, the archive and a withdrawal close offers, and nothing more is sent of them', async () => {
  const jobId = await createJob(app)
  const [ofFilled, archived, withdrawn] = [
    await arrive('Ann Filled', jobId),
    await arrive('Bob Archived'),
    await arrive('Cy Withdrawn'),
  ]
  for (const one of [ofFilled, archived, withdrawn]) await offer(one)
  await app.db.updateTable('jobs').set({ status: 'filled', is_active: 0 }).execute()
  const body = { applications: [{ id: archived.id }], change: { archived: true } }
  expect((await admin.request('POST', ADMIN_API.applicationChanges, body)).status).toBe(200)
  expect((await withLink('POST', API.withdrawApplication, withdrawn.token, { reason: '' })).status).toBe(204)
  expect((await readOffers()).open).toEqual([])
  await goTo(11 * MINUTE)
  await expect
    .poll(async () =>
      (await app.db.selectFrom('mails').select('state').where('offer_id', 'is not', null).execute()).map(
        ({ state }) => state,
      ),
    )
    .toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(smtp.received).toEqual([])
})

test('filling a posting closes its offers; reopening it, by undo or by hand, sends what had not left, but not what was cancelled', async () => {
  const jobId = await createJob(app)
  const [ann, bob, cy] = [
    await arrive('Ann Open', jobId),
    await arrive('Bob Rejected', jobId),
    await arrive('Cy Cancelled', jobId),
  ]
  for (const one of [ann, bob, cy]) await offer(one)
  const mails = () =>
    app.db.selectFrom('mails').select(['id', 'state', 'application_id']).where('offer_id', 'is not', null)
  const ofCy = (await mails().execute()).filter((mail) => mail.application_id === cy.id).map(({ id }) => id)
  await admin.request('POST', ADMIN_API.messageActions, { action: 'cancel', ids: ofCy })
  const states = async () => (await mails().orderBy('application_id').execute()).map(({ state }) => state)
  const body = { hired: null, reject: [{ id: bob.id }], message: { rule: 'never' } }
  const filled = await admin.request<{ changeId: number }>('POST', pathTo(ADMIN_API.fillJob, jobId), body)
  expect(await states()).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect((await readOffers()).open).toEqual([])
  await goTo(9 * MINUTE)
  await undo(filled.body.changeId)
  expect(await states()).toEqual(['waiting', 'waiting', 'cancelled'])

  const setJob = (changes: object) => admin.request('PATCH', pathTo(ADMIN_API.adminJob, jobId), changes)
  await setJob({ status: 'filled' })
  expect(await states()).toEqual(['cancelled', 'cancelled', 'cancelled'])
  await goTo(60 * MINUTE)
  await setJob({ status: 'active', isActive: true })
  expect(smtp.received).toEqual([])
  await goTo(70 * MINUTE)
  await smtp.untilReceived(2)
  expect(smtp.received.map(({ envelopeTo }) => envelopeTo[0]).toSorted()).toEqual([ann.email, bob.email].toSorted())
})

test('what cannot be offered is refused with its field', async () => {
  const dana = await arrive('Dana Reed')
  const refusals: [Partial<OfferDetails>, string][] = [
    [{ times: DETAILS.times.slice(0, 1) }, 'times'],
    [{ times: [...DETAILS.times, ...DETAILS.times] }, 'times'],
    [
      {
        times: [
          { date: '2026-03-02', time: '05:00' },
          { date: '2026-03-09', time: '10:00' },
        ],
      },
      'times.0',
    ],
    [
      {
        times: [
          { date: '2026-03-09', time: '10:00' },
          { date: '2026-03-08', time: '02:30' },
        ],
      },
      'times.1',
    ],
    [{ lastDay: '2026-03-12' }, 'lastDay'],
    [{ lastDay: '2026-03-01' }, 'lastDay'],
    [{ kind: 'on_site', place: null }, 'place'],
  ]
  for (const [changes, path] of refusals) {
    const { status, body } = await tryOffer(dana, changes)
    expect([status, body.issues?.[0]?.path], JSON.stringify(changes)).toEqual([400, path])
  }
  await offer(dana)
  expect((await tryOffer(dana)).body.message).toBe(
    'This applicant has times to choose from already. Withdraw them first.',
  )
  const lee = await arrive('Lee Moss')
  await setStatus(lee, 'rejected')
  expect((await tryOffer(lee)).body.message).toContain('undecided')
})

test('a repeated request offers once', async () => {
  const dana = await arrive('Dana Reed')
  const headers = { ...(await app.signIn()), 'content-type': 'application/json', 'idempotency-key': 'one' }
  const send = () =>
    app.request(pathTo(ADMIN_API.applicationOffers, dana.id), {
      method: 'POST',
      headers,
      body: JSON.stringify(DETAILS),
    })
  const ids = await Promise.all(
    [send(), send(), send()].map(async (one) => ((await (await one).json()) as { id: number }).id),
  )
  expect(new Set(ids).size).toBe(1)
})
