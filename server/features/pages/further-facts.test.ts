import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobCreate } from '../../../contract/jobs/job.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { FEED, POSTING_API } from '../../../contract/wire/feed-paths.ts'
import { EMBEDDED_LIST, PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { adminClient } from '../../../test/admin-client.ts'
import { createJob } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const FACTS: Partial<JobCreate> = {
  workplace: 'remote',
  remoteCountries: ['US', 'CA'],
  travel: 'Up to 20%',
  rotation: '14 days on, 14 off',
  closingDate: '2099-01-12',
  hiringSteps: ['A call with the crew lead', 'A day at the shop'],
}
const LINES = ['Travel: Up to 20%', 'Rotation: 14 days on, 14 off', 'Apply by January 12, 2099']
const FEEDS = [...Object.values(FEED), POSTING_API.replace(':name', 'permian-edge-controls')]

let app: TestApp
let id: number
beforeAll(async () => {
  app = await startTestApp()
  id = await createJob(app, FACTS)
})
afterAll(() => app.stop())

/** What a page says, without its markup. */
const wordsOf = async (path: string) => {
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(await (await app.request(path)).text()) ?? []
  return main.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

test('the page of a posting has its travel, rotation, closing date, workplace and hiring steps, without JavaScript', async () => {
  const words = await wordsOf(pathTo(PAGE.job, id))
  for (const line of LINES) expect(words).toContain(line)
  expect(words).toContain('Workplace Remote (US, CA)')
  expect(words).toContain('Travel Up to 20% Rotation 14 days on, 14 off Apply by January 12, 2099 Posted')
  expect(words).toMatch(/Hiring Steps 1 A call with the crew lead 2 A day at the shop/)
})

test('the form without JavaScript says until when one can apply', async () => {
  const words = await wordsOf(`${PAGE.apply}?job=${id}`)
  for (const line of LINES) expect(words).toContain(line)
})

test('every feed and the posting API have them in the description', async () => {
  for (const path of FEEDS) {
    const text = await (await app.request(path)).text()
    for (const line of [...LINES, 'Workplace: Remote (US, CA)', ...(FACTS.hiringSteps ?? [])])
      expect(text, path).toContain(line)
  }
})

test('a pay of the facts is shown wherever a posting is, unless it has a salary range', async () => {
  const hourly = { title: 'Welder', payMin: 34, payMax: 44.5, payCurrency: 'USD', payPeriod: 'hour' } as const
  const closed = await createJob(app, { title: 'Closed', department: 'Welding' })
  const paid = await createJob(app, { ...hourly, department: 'Welding', salaryRange: null })
  const worded = await createJob(app, { ...hourly, department: 'Sales', salaryRange: 'Good money' })
  const admin = adminClient(app, await app.signIn())
  await admin.send('PATCH', pathTo(ADMIN_API.adminJob, closed), { status: 'filled' })
  const pay = '$34 - $44.50 per hour'
  expect((await wordsOf(PAGE.landing)).match(/\$34 - \$44\.50 per hour|Good money/g)).toEqual(['Good money', pay])
  expect((await wordsOf(pathTo(PAGE.job, paid))).split(pay)).toHaveLength(3)
  for (const path of [`${PAGE.apply}?job=${paid}`, pathTo(PAGE.job, closed), EMBEDDED_LIST])
    expect(await wordsOf(path), path).toContain(pay)
  expect(await wordsOf(pathTo(PAGE.job, worded))).not.toContain(pay)
})

test('a posting without them has no empty facts and no empty list of steps', async () => {
  const words = await wordsOf(pathTo(PAGE.job, await createJob(app)))
  for (const name of ['Workplace', 'Travel', 'Rotation', 'Apply by', 'Hiring Steps']) expect(words).not.toContain(name)
})

test('the page of a position that was filled before its closing date does not ask to apply by it', async () => {
  const filled = await createJob(app, FACTS)
  const admin = adminClient(app, await app.signIn())
  expect((await admin.send('PATCH', pathTo(ADMIN_API.adminJob, filled), { status: 'filled' })).status).toBe(200)
  const words = await wordsOf(pathTo(PAGE.job, filled))
  expect(words).toContain('Rotation: 14 days on, 14 off')
  expect(words).not.toContain('Apply by')
})
