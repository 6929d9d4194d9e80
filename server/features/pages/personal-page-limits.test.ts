import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { API, APPLICATION_TOKEN_HEADER, PAGE, RECEIPT_FILE } from '../../../contract/wire/paths.ts'
import { applicationForm, apply } from '../../../test/factories.ts'
import { insertPrivateLink } from '../../../test/private-link.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const LATER = /Please try again in (a few|\d+) seconds\./

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** A response of another status, of the many that a budget has no room for. */
const untilOther = async (expected: number, request: () => Promise<Response>) => {
  for (let round = 0; round < 20; round += 1) {
    const responses = await Promise.all(Array.from({ length: 20 }, request))
    const other = responses.find(({ status }) => status !== expected)
    if (other) return other
    await Promise.all(responses.map((response) => response.arrayBuffer()))
  }
  return expect.fail('never refused')
}
/** Expects one of a few requests to be refused: while they are sent, a used-up budget gets room for some again. */
const expectUsedUp = async (request: () => Promise<Response>) => {
  const responses = await Promise.all(Array.from({ length: 20 }, request))
  expectRefusal(responses.find(({ status }) => status === 429) ?? (responses[0] as Response))
}
const expectRefusal = (response: Response) => {
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(response.headers.get('cache-control')).toBe('no-store')
}

test('a network that downloads a resume over and over is told when to come back, and its applicant is still shown', async () => {
  const token = await insertPrivateLink(app.db, await apply(app))
  const headers = { [APPLICATION_TOKEN_HEADER]: token }
  const refused = await untilOther(200, () => app.request(API.myApplicationResume, { headers }))
  expectRefusal(refused)
  expect(((await refused.json()) as ErrorBody).message).toMatch(LATER)
  expect((await app.request(API.myApplication, { headers })).status).toBe(200)
})

test('the pages of offered times and of confirmations have a limit each, and say on a page when to come back', async () => {
  const sent = await app.request(PAGE.apply, { method: 'POST', body: applicationForm(), redirect: 'manual' })
  const confirmation = sent.headers.get('location') ?? ''
  const link = `?token=${'a'.repeat(43)}`
  const noTimes = await untilOther(404, () => app.request(PAGE.interviewTimes + link))
  expectRefusal(noTimes)
  const page = await noTimes.text()
  expect(page).toContain('Please try again shortly</h1>')
  expect(page).toMatch(LATER)
  const form = new URLSearchParams({ startsAt: '2026-03-09T15:00:00.000Z' })
  await expectUsedUp(() => app.request(PAGE.interviewTimes + link, { method: 'POST', body: form }))

  expect((await app.request(confirmation)).status, 'a limit of its own').toBe(200)
  const file = confirmation.replace(PAGE.applicationSent, RECEIPT_FILE)
  const noFile = await untilOther(200, () => app.request(file))
  expectRefusal(noFile)
  expect(await noFile.text()).toMatch(LATER)
  await expectUsedUp(() => app.request(confirmation))
  expect((await app.request(PAGE.landing)).status).toBe(200)
})
