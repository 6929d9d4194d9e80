import { expect, test } from 'vitest'
import type { InterviewOffer } from '../../../contract/interviews/interview-offer.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { expectOnlyOwn, prepareManagers } from '../../../test/managers/manager-kit.ts'
import { DAY, MINUTE, NOON } from '../../../test/smtp/mail-kit.ts'
import { DETAILS, prepareOffers, SECOND } from '../../../test/smtp/offer-kit.ts'

const { app, admin, goTo, arrive, offer, choose } = prepareOffers()

type Answer = { status: number; body: InterviewOffer & ErrorBody }

test('a hiring manager reads the open and the unanswered offers of the own postings alone', async () => {
  const { mine, other, plain } = await prepareManagers(app(), NOON)
  await app().db.updateTable('jobs').set({ status: 'active' }).execute()
  for (const jobId of [mine, other, null]) {
    await offer(await arrive(`Open${jobId} Moss`, jobId), { interviewers: [] })
    const ended = await offer(await arrive(`Ended${jobId} Moss`, jobId), { interviewers: [] })
    const ends_at = new Date(NOON - DAY).toISOString()
    await app().db.updateTable('interview_offers').set({ ends_at }).where('id', '=', ended.id).execute()
  }
  await expectOnlyOwn(app(), { manager: plain, owner: admin(), jobId: mine, paths: [ADMIN_API.interviewOffers] })
})

test('a time that an interview of another posting takes is taken, without a word of that interview', async () => {
  const { mine, other, deciding } = await prepareManagers(app(), NOON)
  await app().db.updateTable('jobs').set({ status: 'active' }).execute()
  const [own, others] = [await arrive('Mia Mine', mine), await arrive('Otto Other', other)]
  const offered = await offer(others)
  const path = pathTo(ADMIN_API.applicationOffers, own.id)
  expect((await deciding.request('POST', path, DETAILS)).status).toBe(201)
  await goTo(11 * MINUTE)
  expect(await choose(others, offered, SECOND)).toMatchObject({ status: 204 })
  const read = await deciding.request<{ offers: InterviewOffer[] }>('GET', path)
  expect(read.body.offers[0]?.times.filter(({ isLeft }) => !isLeft)).toEqual([{ startsAt: SECOND, isLeft: false }])
  expect(JSON.stringify(read.body)).not.toMatch(/Otto|Secret/)
})

test('a plainly assigned manager offers and withdraws nothing; offers of other postings do not exist', async () => {
  const { mine, other, plain, deciding } = await prepareManagers(app(), NOON)
  await app().db.updateTable('jobs').set({ status: 'active' }).execute()
  const own = await arrive('Mia Mine', mine)
  const ofOther = await offer(await arrive('Otto Other', other), { interviewers: [] })
  const path = pathTo(ADMIN_API.applicationOffers, own.id)
  const offered: Answer = await deciding.request('POST', path, DETAILS)
  const refused = [
    await plain.request('POST', path, DETAILS),
    await plain.request('POST', pathTo(ADMIN_API.withdrawOffer, offered.body.id)),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403])
  const missing = await deciding.request('POST', pathTo(ADMIN_API.withdrawOffer, 999_999))
  expect([missing.status, await deciding.request('POST', pathTo(ADMIN_API.withdrawOffer, ofOther.id))]).toEqual([
    404,
    missing,
  ])
  const states = await app().db.selectFrom('interview_offers').select('state').execute()
  expect(states).toEqual([{ state: 'open' }, { state: 'open' }])
})

test('what a plainly assigned manager plans takes no offered time from anybody, and ends no offer', async () => {
  const { mine, other, plain } = await prepareManagers(app(), NOON)
  await app().db.updateTable('jobs').set({ status: 'active' }).execute()
  const [own, others] = [await arrive('Mia Mine', mine), await arrive('Otto Other', other)]
  const offers = [await offer(own), await offer(others)]
  const { times, lastDay: _, ...meeting } = DETAILS
  for (const time of times) {
    const path = pathTo(ADMIN_API.applicationInterviews, own.id)
    expect((await plain.request('POST', path, { ...meeting, ...time, invites: false })).status).toBe(201)
  }
  await app().runWork('look-after-interview-offers')
  const states = await app().db.selectFrom('interview_offers').select('state').execute()
  expect(states).toEqual([{ state: 'open' }, { state: 'open' }])
  await goTo(11 * MINUTE)
  expect(await choose(others, offers[1] ?? expect.fail(), SECOND)).toMatchObject({ status: 204 })
})
