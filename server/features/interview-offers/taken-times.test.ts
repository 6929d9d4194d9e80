import { expect, test } from 'vitest'
import type { Interview } from '../../../contract/interviews/interview.ts'
import type { InterviewOffer } from '../../../contract/interviews/interview-offer.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { DAY, MINUTE, NOON } from '../../../test/smtp/mail-kit.ts'
import { DETAILS, FIRST, prepareOffers, SECOND, THIRD } from '../../../test/smtp/offer-kit.ts'

const { app, admin, goTo, readOwn, arrive, offer, choose, readAgenda, setStatus, undo } = prepareOffers()

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
  expect((await readOwn(lee.token)).offers[0]?.times).toEqual(['2026-03-09T18:00:00.000Z'])
  // Once the other interview is cancelled its hour is free again, but not before the undo could bring it back.
  const changeId = await setStatus(dana, 'rejected')
  expect(await choose(lee, ofLee, '2026-03-10T21:00:00.000Z')).toMatchObject({ status: 409 })
  await undo(changeId)
  const [planned] = await readAgenda()
  const { id, version } = planned ?? expect.fail('no interview')
  await admin().request<Interview>('POST', pathTo(ADMIN_API.cancelInterview, id), { version })
  expect((await readOwn(lee.token)).offers[0]?.times).toEqual(['2026-03-09T18:00:00.000Z'])
  await goTo(22 * MINUTE)
  expect(await choose(lee, ofLee, '2026-03-10T21:00:00.000Z')).toMatchObject({ status: 204 })
})

test('twenty applicants who tap at once for the same hour of one person: one has it, the others are told so', async () => {
  for (const round of ['first', 'second', 'third']) {
    const racing = await Promise.all(Array.from({ length: 20 }, (_, index) => arrive(`${round}${index} Racer`)))
    const offers: InterviewOffer[] = []
    for (const one of racing) offers.push(await offer(one))
    await app()
      .db.updateTable('interview_offers')
      .set({ created_at: new Date(NOON - DAY).toISOString() })
      .execute()
    const outcomes = await Promise.all(racing.map((one, index) => choose(one, offers[index] as InterviewOffer, SECOND)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([204, ...Array(19).fill(409)])
    const winner = racing[outcomes.findIndex(({ status }) => status === 204)]
    expect(await readAgenda()).toMatchObject([{ applicationId: winner?.id, startsAt: SECOND }])
    await app().db.deleteFrom('applications').execute()
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
