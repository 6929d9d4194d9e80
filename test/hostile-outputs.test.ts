import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readReceipt } from '../contract/applications/receipt.ts'
import type { PublicJob } from '../contract/jobs/job.ts'
import { ACTIVE_JOBS, API, PAGE, pathTo } from '../contract/wire/paths.ts'
import { createOpenJobsReader } from '../server/features/alerts/openings/find-openings.ts'
import { planAlertMails } from '../server/features/alerts/plan-alerts.ts'
import { insertJob } from '../server/features/jobs/job-queries.ts'
import { createPublishedJobs } from '../server/features/jobs/published-jobs.ts'
import { createToday } from '../server/platform/calendar-day.ts'
import type { JobRow } from '../server/platform/database/tables.ts'
import { applyAtOnce, createJob } from './factories.ts'
import { HOSTILE, hostileRows } from './search-engine/hostile-postings.ts'
import { childrenOf, readXml, textsOf } from './search-engine/read-xml.ts'
import { startMailedApp } from './smtp/mailed-app.ts'
import type { SmtpServer } from './smtp/smtp-kit.ts'
import type { TestApp } from './test-app.ts'

/**
 * What programs read of awkward postings: the calls, the site map and mails. The feeds have the same in
 * `feed-routes.test.ts`, pages and pictures in `e2e/site/hostile-postings.spec.ts`.
 */

const SITE = 'https://careers.example.com'
const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const ZONE = 'UTC'
const DAY = 24 * 60 * 60_000

let smtp: SmtpServer
let app: TestApp
let stored: JobRow[]
beforeAll(async () => {
  ;({ app, smtp } = await startMailedApp({ publicUrl: SITE }))
  app.setNow(new Date(NOON))
  stored = []
  for (const row of hostileRows(new Date(NOON))) stored.push(await insertJob(app.db, row))
  // Rows that another program has stored are read after the next change.
  await createJob(app, { title: 'Their neighbour' })
  await subscribe()
})
afterAll(() => app.stop())

/** Confirms a job alert of every new posting. */
async function subscribe() {
  const send = (path: string, fields: Record<string, string> = {}) =>
    app.request(path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
  await send(PAGE.jobAlerts, { email: 'ana@example.com' })
  await smtp.untilReceived(1)
  const [, link = ''] = new RegExp(`${SITE}(/\\S+token=\\S+)`).exec(smtp.received[0]?.mail.text ?? '') ?? []
  expect((await send(link)).status).toBe(303)
  await allTasksDone()
}
const allTasksDone = () =>
  vi.waitFor(async () => expect(await app.db.selectFrom('outbox_tasks').select('id').execute()).toEqual([]), {
    timeout: 30_000,
    interval: 25,
  })
const rowOf = (what: (typeof HOSTILE)[number]) => stored[HOSTILE.indexOf(what)] ?? expect.fail(what)
const withoutIsolates = (text = '') => text.replaceAll(/[\u2068\u2069]/g, '')

test.each(HOSTILE)('a posting %s is whole in the list and in its own response', async (what) => {
  const { id, title, location, department, description, requirements } = rowOf(what)
  const list = (await (await app.request(ACTIVE_JOBS)).json()) as PublicJob[]
  const whole = { id, title, location, department, description, requirements }
  expect(list.find((job) => job.id === id)).toMatchObject(whole)
  expect(await (await app.request(pathTo(API.job, id))).json()).toMatchObject(whole)
})

test('the site map stays well-formed and has each of them', async () => {
  const urls = childrenOf(readXml(await (await app.request('/sitemap.xml')).text()), 'url').map(
    (url) => textsOf(url).loc,
  )
  expect(urls).toEqual(expect.arrayContaining(stored.map(({ id }) => SITE + pathTo(PAGE.job, id))))
})

test('the receipt of an application names the posting whole, and can be read again', async () => {
  // A receipt has a title as the contract allows it.
  const rows = stored.filter(({ title }) => title.length <= 200)
  for (const { id, title } of rows) {
    const email = `applicant-${id}@example.com`
    const count = smtp.received.length
    await applyAtOnce(app, { jobId: String(id), email })
    await smtp.untilReceived(count + 1)
    const { mail } = smtp.received.find(({ envelopeTo }) => envelopeTo.includes(email)) ?? expect.fail(title)
    expect(withoutIsolates(mail.text)).toContain(`your application for ${title} at Permian Edge Controls`)
    const file = new TextDecoder().decode(mail.attachments[0]?.content as ArrayBuffer)
    expect(readReceipt(file)).toMatchObject({ job: title, email })
  }
})

test.each(HOSTILE)(
  'the mail about a new posting %s has its title whole, in the subject and in the text',
  async (what) => {
    const now = new Date(NOON + (1 + HOSTILE.indexOf(what)) * DAY)
    app.setNow(now)
    const [row] = hostileRows(now, [what])
    const { id, title, location } = await insertJob(app.db, row ?? expect.fail(what))
    const count = smtp.received.length
    const today = createToday(() => now, ZONE)
    const companyAddress = { locality: 'Midland', country: 'US' }
    const openJobs = createOpenJobsReader(createPublishedJobs(app.db, { today, companyAddress }))
    const planning = { db: app.db, openJobs, publicUrl: SITE, now, timeZone: ZONE, perMinute: 1_000 }
    expect(await planAlertMails(planning)).toBe(1)
    app.wakeOutbox()
    await smtp.untilReceived(count + 1)
    const { mail, source } = smtp.received.at(-1) ?? expect.fail('no mail')
    expect(withoutIsolates(mail.subject)).toBe(`New position: ${title}`)
    expect(withoutIsolates(mail.text)).toContain(`\n\n${title}\nFull-time · ${location} · `)
    expect(mail.text).toContain(`\n${SITE}${pathTo(PAGE.job, id)}?source=alert\n`)
    expect(mail.html).not.toMatch(/<(script|img|b)[ >]/)
    for (const line of source.split('\r\n')) expect(line.length).toBeLessThan(999)
    await allTasksDone()
  },
)
