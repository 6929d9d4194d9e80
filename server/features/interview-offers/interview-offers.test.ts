import { expect, test } from 'vitest'
import type { InterviewOffer } from '../../../contract/interviews/interview-offer.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { createJob } from '../../../test/factories.ts'
import { DAY, MINUTE, NOON } from '../../../test/smtp/mail-kit.ts'
import { FIRST, linkIn, prepareOffers, SECOND, THIRD } from '../../../test/smtp/offer-kit.ts'
import { readDigest } from '../promise/digest/digest-text.ts'

const {
  app,
  smtp,
  admin,
  goTo,
  withLink,
  readOwn,
  mailTo,
  arrive,
  offer,
  choose,
  readOffers,
  readMark,
  readAgenda,
  historyOf,
  setStatus,
} = prepareOffers()

test('an offer leaves after the undo time with its times in their order, and the applicant who takes one has an interview', async () => {
  const dana = await arrive('Dana Reed', await createJob(app(), { title: 'Controls Technician' }))
  const offered = await offer(dana)
  expect(offered.times).toEqual([FIRST, SECOND, THIRD].map((startsAt) => ({ startsAt, isLeft: true })))
  expect(await readOwn(dana.token)).toMatchObject({ offers: [] })

  await goTo(11 * MINUTE)
  await smtp().untilReceived(1)
  const { text, subject } = smtp().received[0]?.mail ?? expect.fail('no mail')
  expect(subject).toMatch(/^Choose a time for our interview \(APP-\d+\)$/)
  expect(text).toContain('your application for Controls Technician')
  expect(text).toContain('It takes 45 minutes, by video, with Kim Lee. These times are offered (Central Time):')
  expect(text).toContain('- Monday, March 9, 10:00 AM\n- Tuesday, March 10, 3:30 PM\n- Wednesday, March 11, 9:00 AM')
  expect(text).toContain('Please choose by Friday, March 6.')
  expect(text).not.toContain('meet.example.com')
  // The account has no name: its username is for signing in.
  expect(text).toMatch(/\n\nKind regards\nPermian Edge Controls\s*$/)
  linkIn(text ?? '')
  expect((await readOwn(dana.token)).offers).toEqual([
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

  smtp().received.length = 0
  expect(await choose(dana, offered, SECOND)).toEqual({ status: 204, message: null })
  expect(await readOwn(dana.token)).toMatchObject({ offers: [], interviews: [{ startsAt: SECOND }] })
  await smtp().untilReceived(2)
  expect(mailTo(dana.email)[0]?.mail).toMatchObject({ subject: expect.stringMatching(/^Your interview \(APP-/) })
  expect(mailTo(dana.email)[0]?.mail.text).toContain('Thank you for choosing a time')
  expect(mailTo(dana.email)[0]?.source).toMatch(/text\/calendar;[^\n]*method=REQUEST/i)
  expect(mailTo('kim@example.com')[0]?.mail.text).toContain('An applicant has chosen a time that was offered')
  expect(await readAgenda()).toMatchObject([{ startsAt: SECOND, minutes: 45, response: 'accepted', state: 'planned' }])
  expect(await readOwn(dana.token)).toMatchObject({
    offers: [],
    interviews: [{ startsAt: SECOND, response: 'accepted' }],
  })
  expect(await historyOf(dana)).toEqual(
    expect.arrayContaining(['admin interview_offered', 'applicant status_changed', 'applicant interview_chosen']),
  )

  const read = await admin().request('GET', pathTo(ADMIN_API.adminApplication, dana.id))
  expect(read.body).toMatchObject({ status: 'interview', interviewDate: SECOND })

  // The same tap once more, and another one.
  expect(await choose(dana, offered, SECOND)).toEqual({ status: 204, message: null })
  expect(await choose(dana, offered, FIRST)).toEqual({ status: 409, message: 'You have chosen another time already.' })
  expect(await readAgenda()).toHaveLength(1)
})

test('an offer that is withdrawn within the undo time is never heard of; later its page says that it has ended', async () => {
  const dana = await arrive('Dana Reed')
  const first = await offer(dana)
  const withdrawn = await admin().request<InterviewOffer>('POST', pathTo(ADMIN_API.withdrawOffer, first.id))
  expect(withdrawn.body).toMatchObject({ state: 'withdrawn', isOpen: false })
  const second = await offer(dana)
  await goTo(11 * MINUTE)
  await smtp().untilReceived(1)
  const page = linkIn(smtp().received[0]?.mail.text ?? '')
  expect((await readOwn(dana.token)).offers.map(({ id }) => id)).toEqual([second.id])
  await admin().request('POST', pathTo(ADMIN_API.withdrawOffer, second.id))
  expect((await readOwn(dana.token)).offers).toEqual([])
  expect(await (await app().request(page)).text()).toContain('These times are not offered any more')
  expect(await choose(dana, second, FIRST)).toEqual({ status: 409, message: 'These times are not offered any more.' })
  expect(smtp().received).toHaveLength(1)
})

test('the name of an interviewer from right to left reorders nothing beside it', async () => {
  const dana = await arrive('Dana Reed')
  await offer(dana, { interviewers: [{ name: 'ליאור כהן', address: 'lior@example.com' }] })
  const mail = app().db.selectFrom('mails').select('body').where('application_id', '=', dana.id)
  expect((await mail.executeTakeFirstOrThrow()).body).toContain('by video, with \u2068ליאור כהן\u2069. These times')
})

test('a choice moves the application on, and a message about the status before it does not leave any more', async () => {
  const dana = await arrive('Dana Reed')
  const offered = await offer(dana)
  const changeId = await setStatus(dana, 'reviewing', { rule: 'always' })
  const statesOfChange = async () =>
    (await app().db.selectFrom('mails').select('state').where('change_id', '=', changeId).execute()).map(
      ({ state }) => state,
    )
  expect(await statesOfChange()).toEqual(['waiting'])
  expect((await choose(dana, offered, FIRST)).status).toBe(204)
  expect(await statesOfChange()).toEqual(['cancelled'])
  expect(await readOwn(dana.token), 'no undo takes it back, so the private page says so at once').toMatchObject({
    stage: 'interview',
  })
  await setStatus(dana, 'rejected')
  expect(await readOwn(dana.token), 'a refusal that is not told').toMatchObject({ stage: 'interview' })
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
  expect((await readOwn(dana.token)).offers).toEqual([])
  const context = { now: new Date(NOON + DAY), timeZone: 'UTC', publicUrl: app().url, changesSettings: true }
  const digest = await readDigest(app().db, context)
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
  await smtp().untilReceived(1)
  const ofLee = await offer(lee)
  await goTo(22 * MINUTE)
  await smtp().untilReceived(2)
  await choose(lee, ofLee, FIRST)
  await smtp().untilReceived(4)
  smtp().received.length = 0
  // 2026-03-05 09:00 in Chicago.
  for (const time of ['2026-03-05T14:59:00Z', '2026-03-05T15:01:00Z', '2026-03-05T15:06:00Z']) {
    await goTo(Date.parse(time) - NOON)
    await app().runWork('look-after-interview-offers')
    expect(
      await app().db.selectFrom('mails').select('id').where('kind', '=', 'interview_offer_reminder').execute(),
    ).toHaveLength(time === '2026-03-05T14:59:00Z' ? 0 : 1)
  }
  await smtp().untilReceived(1)
  expect(mailTo(dana.email)[0]?.mail.text).toContain('You have not yet chosen a time')
  expect(mailTo(dana.email)[0]?.mail.text).not.toContain('Monday, March 9')
  linkIn(mailTo(dana.email)[0]?.mail.text ?? '')
  expect(mailTo(dana.email)[0]?.mail.text).toMatch(/\n\nKind regards\nPermian Edge Controls\s*$/)

  await goTo(Date.parse('2026-03-07T06:00:00Z') - NOON)
  expect(await readMark(dana)).toEqual({ state: 'ended', lastDay: '2026-03-06' })
  expect(await readMark(lee), 'who has chosen').toBeUndefined()
  const unanswered = [{ applicantName: 'Dana Reed', state: 'expired', closedAt: '2026-03-07T06:00:00.000Z' }]
  expect(await readOffers(), 'before the program has closed it').toMatchObject({ open: [], unanswered })
  await app().runWork('look-after-interview-offers')
  expect(await readMark(dana)).toEqual({ state: 'ended', lastDay: '2026-03-06' })
  expect(await readOffers()).toMatchObject({ open: [], unanswered })
  expect(await historyOf(dana)).toContain('applicant interview_offer_expired')
  expect((await readOwn(dana.token)).offers).toEqual([])
})
