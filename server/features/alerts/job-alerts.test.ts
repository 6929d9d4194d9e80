import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../contract/admin-paths.ts'
import type { JobAlertList } from '../../../contract/job-alert.ts'
import { PAGE, pathTo } from '../../../contract/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { createJob } from '../../../test/factories.ts'
import { type ReceivedMail, type SmtpServer, startSmtpServer } from '../../../test/smtp/smtp-kit.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'
import { createToday } from '../../platform/calendar-day.ts'
import { forgetEnded } from './forget-alerts.ts'
import { planAlertMails } from './plan-alerts.ts'

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PATIENT = { timeout: 20_000, interval: 25 }
const PUBLIC_URL = 'https://jobs.example.com'
const ANA = 'ana@example.com'

let smtp: SmtpServer
let app: TestApp
let admin: AdminClient
let now = NOON
const { company } = readConfig({}, 'development')
const timeZone = 'Europe/Berlin'
const today = createToday(() => new Date(now), timeZone)
/** What every process plans with. */
const planning = () => ({ db: app.db, publicUrl: PUBLIC_URL, now: new Date(now), today, timeZone })
beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await startTestApp({ mail: smtp.settings(), publicUrl: PUBLIC_URL, company: { ...company, timeZone } })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})
afterEach(() => untilNoTask())
beforeEach(async () => {
  await goTo(NOON)
  for (const table of ['outbox_tasks', 'job_alerts', 'jobs', 'submission_counts', 'settings'] as const)
    await app.db.deleteFrom(table).execute()
  smtp.received.length = 0
  smtp.behave({ name: 'take' })
})

async function goTo(instant: number) {
  now = instant
  app.setNow(new Date(now))
  admin = adminClient(app, await app.signIn())
}

const send = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  app.request(path, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) })
const ask = (fields: Record<string, string> = {}) => send(PAGE.jobAlerts, { email: ANA, ...fields })
/** The address of a page that a mail names. */
const linkIn = ({ mail }: ReceivedMail, page: string) =>
  new RegExp(`${PUBLIC_URL}(${page}\\?token=[\\w-]{43})\\n`).exec(mail.text ?? '')?.[1] ?? expect.fail(mail.text)
const arrival = async (count = smtp.received.length + 1) => {
  await smtp.untilReceived(count)
  return smtp.received.at(-1) ?? expect.fail('nothing arrived')
}
/** A request for a job alert, and its confirmation. @returns the address of its page */
async function subscribe(fields: Record<string, string> = {}) {
  const count = smtp.received.length + 1
  expect((await ask(fields)).status).toBe(303)
  const link = linkIn(await arrival(count), PAGE.jobAlert)
  expect((await send(link)).status).toBe(303)
  return link
}
/** Does what every process does once a minute; naming no message wakes the outbox. */
async function plan(perMinute = 1_000) {
  const planned = await planAlertMails({ ...planning(), perMinute })
  await wake()
  return planned
}
const wake = () => admin.send('POST', ADMIN_API.messageActions, { action: 'cancel', ids: [2_000_000_000] })
const list = async (query = '') => (await admin.request<JobAlertList>('GET', ADMIN_API.jobAlerts + query)).body
const mailStates = async () => {
  const rows = await app.db.selectFrom('job_alert_mails').select(['kind', 'state']).orderBy('id').execute()
  return rows.map(({ kind, state }) => `${kind} ${state}`)
}
const untilStates = (...expected: string[]) =>
  vi.waitFor(async () => expect(await mailStates()).toEqual(expected), PATIENT)
const untilNoTask = () =>
  vi.waitFor(async () => expect(await app.db.selectFrom('outbox_tasks').select('id').execute()).toEqual([]), PATIENT)

test('only the button behind the mailed link starts a job alert; until then nothing but the link is sent', async () => {
  expect((await ask({ words: 'buy at http://evil.example' })).headers.get('location')).toBe('/job-alerts/sent#result')
  const { mail, envelopeTo } = await arrival(1)
  expect(envelopeTo).toEqual([ANA])
  expect(mail.subject).toMatch(/^Confirm your job alert at /)
  // What a stranger has typed is not read by others.
  expect(mail.text).not.toContain('evil.example')
  const link = linkIn({ mail } as ReceivedMail, PAGE.jobAlert)
  const opened = await app.request(link)
  expect(await opened.text()).toContain('Confirm job alert</button>')
  expect(opened.headers.get('referrer-policy')).toBe('no-referrer')
  expect((await list()).alerts).toMatchObject([{ email: ANA, state: 'unconfirmed' }])
  await createJob(app, { title: 'Too early' })
  await goTo(NOON + MINUTE)
  expect(await plan()).toBe(0)

  const confirmed = await send(link)
  expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, `${link}#result`])
  expect(await (await app.request(link)).text()).toContain('Your job alert is on')
  expect((await list()).alerts).toMatchObject([{ state: 'active', endsAt: '2027-03-02T12:01:00.000Z' }])
  // What was open before is on the site.
  expect(await plan()).toBe(0)
})

test('one mail a day names what is new and fits, each posting once, with links and the day on which it ends', async () => {
  await subscribe({ department: 'Field Service', words: 'plc', remote: 'yes', place: 'midland' })
  await goTo(NOON + MINUTE)
  const job = { department: 'Field Service', description: 'Programs PLCs and drives', location: 'Midland, TX' }
  const ids = [
    await createJob(app, { ...job, title: 'Controls <Technician>', rotation: '14/14', closingDate: '2026-04-12' }),
    await createJob(app, { ...job, title: 'Remote Programmer', location: 'Remote, USA' }),
  ]
  await createJob(app, { ...job, title: 'Elsewhere', location: 'Houston, TX' })
  await createJob(app, { ...job, title: 'Other department', department: 'Sales' })
  await createJob(app, { ...job, title: 'Other words', description: 'Drives' })
  await createJob(app, { ...job, title: 'A draft', status: 'draft', isActive: false })
  expect(await plan()).toBe(1)
  const { mail, source } = await arrival(2)
  expect(mail.subject).toMatch(/^2 new positions at /)
  for (const id of ids) expect(mail.text).toContain(`\n${PUBLIC_URL}${pathTo(PAGE.job, id)}\n`)
  expect(mail.text?.match(/\/jobs\/\d+/g)).toHaveLength(2)
  expect(mail.text).toContain('Department: Field Service; Place: remote or midland; Words: plc')
  expect(mail.text).toContain('ends on 2027-03-02')
  expect(mail.text).toContain(' · Rotation: 14/14 · Apply by April 12, 2026\n')
  expect(mail.html).toContain('Controls &lt;Technician&gt;')
  expect(source).not.toMatch(/<img|src=/)
  await untilStates('confirmation sent', 'openings sent')

  await createJob(app, { ...job, title: 'Later that day' })
  expect(await plan()).toBe(0)
  await goTo(NOON + DAY)
  expect(await plan()).toBe(1)
  expect((await arrival(3)).mail.subject).toBe('New position: Later that day')
  await untilStates('confirmation sent', 'openings sent', 'openings sent')
  await goTo(NOON + 2 * DAY)
  expect(await plan()).toBe(0)
})

test('mails leave from seven in the morning in the zone of the company, whichever of several processes plans first', async () => {
  await subscribe()
  await goTo(NOON + 1_000)
  await createJob(app)
  await goTo(Date.parse('2026-03-03T05:59:00Z'))
  expect(await plan()).toBe(0)
  await goTo(Date.parse('2026-03-03T06:00:00Z'))
  const planned = await Promise.all([plan(), plan(), plan()])
  expect(planned.reduce((sum, count) => sum + count)).toBe(1)
  await arrival(2)
  await untilNoTask()
  expect(smtp.received).toHaveLength(2)
})

test('a posting that closes before the mail leaves is not named, and a mail without any other is not sent', async () => {
  await subscribe()
  await goTo(NOON + MINUTE)
  const [stays, closes] = [await createJob(app, { title: 'Stays' }), await createJob(app, { title: 'Closes' })]
  await planAlertMails({ ...planning(), perMinute: 20 })
  const close = (id: number) =>
    admin.send('PATCH', pathTo(ADMIN_API.adminJob, id), { status: 'filled', isActive: false })
  await close(closes)
  await wake()
  const { mail } = await arrival(2)
  expect(mail.subject).toBe('New position: Stays')
  expect(mail.text).not.toContain('Closes')
  await untilStates('confirmation sent', 'openings sent')

  await goTo(NOON + DAY)
  const another = await createJob(app, { title: 'Another' })
  await planAlertMails({ ...planning(), perMinute: 20 })
  for (const id of [stays, another]) await close(id)
  await wake()
  await untilStates('confirmation sent', 'openings sent', 'openings nothing')
  expect(smtp.received).toHaveLength(2)
})

test('one POST to the address in the headers ends it, as either kind of form; a GET only asks', async () => {
  for (const makeBody of [() => new URLSearchParams(), () => new FormData()]) {
    await app.db.deleteFrom('jobs').execute()
    await subscribe()
    await goTo(now + MINUTE)
    await createJob(app)
    const count = smtp.received.length + 1
    await plan()
    const { mail } = await arrival(count)
    const headers = new Map(mail.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(headers.get('list-unsubscribe')).toMatch(
      /^<https:\/\/jobs\.example\.com\/job-alerts\/unsubscribe\?token=[\w-]{43}>$/,
    )
    const path = headers.get('list-unsubscribe')?.slice(1 + PUBLIC_URL.length, -1) ?? ''
    expect(path).toBe(linkIn({ mail } as ReceivedMail, PAGE.endJobAlert))
    expect(await (await app.request(path)).text()).toContain('End job alert</button>')
    expect((await list()).counts.active).toBe(1)
    const body = makeBody()
    body.append('List-Unsubscribe', 'One-Click')
    const ended = await app.request(path, { method: 'POST', redirect: 'manual', body })
    expect([ended.status, await ended.text()]).toEqual([200, expect.stringContaining('Your job alert has ended')])
    // Nothing is left of the address, and the same request says the same again.
    expect((await list()).counts).toEqual({ active: 0, unconfirmed: 0, stopped: 0 })
    for (const table of ['job_alert_mails', 'job_alert_links'] as const)
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect((await app.request(path, { method: 'POST' })).status).toBe(200)
    expect((await app.request(path)).status).toBe(404)
  }
})

test('the response to a request is the same for every address, and an address gets three confirmations a day', async () => {
  await subscribe()
  const answers = []
  for (const email of [ANA, 'new@example.com', ANA.toUpperCase(), ANA, ANA]) {
    const response = await ask({ email })
    answers.push([response.status, response.headers.get('location'), await response.text()])
    await untilNoTask()
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(smtp.received.filter(({ envelopeTo }) => envelopeTo[0] === ANA)).toHaveLength(3)
  await goTo(NOON + DAY)
  await ask()
  await untilNoTask()
  expect(smtp.received.filter(({ envelopeTo }) => envelopeTo[0] === ANA)).toHaveLength(4)
})

test('one network may send twenty requests an hour', async () => {
  const statuses: number[] = []
  for (let sent = 0; sent < 21; sent += 1) statuses.push((await ask({ email: `a${sent}@example.com` })).status)
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(303))
  const refused = await ask()
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 3600])
  expect(await refused.text()).toContain('Too many forms were sent from your network in this hour.')
  await untilNoTask()
})

test('wrong fields are refused with their messages and what was typed; a form-filling program is told nothing', async () => {
  for (const [fields, message] of [
    [{ email: 'ana' }, 'Invalid email address'],
    [{ words: 'x'.repeat(101) }, 'Must be at most 100 characters'],
    [{ jobType: 'Slavery' }, 'Choose one of the types'],
    [{ other: '1' }, 'Unknown field: other'],
  ] as const) {
    const refused = await ask({ place: 'Midland & "more"', ...fields })
    const html = await refused.text()
    expect([refused.status, html]).toEqual([400, expect.stringContaining(message)])
    expect(html).toContain('value="Midland &amp; &quot;more&quot;"')
  }
  expect((await ask({ website: 'https://spam.example' })).status).toBe(303)
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"email":"a@example.com"}' }
  expect((await app.request(PAGE.jobAlerts, json)).status).toBe(415)
  expect((await send(PAGE.jobAlerts, { email: ANA, words: 'x'.repeat(20_000) })).status).toBe(413)
  const foreign = await send(PAGE.jobAlerts, { email: ANA }, { 'sec-fetch-site': 'cross-site' })
  expect([foreign.status, await foreign.text()]).toEqual([403, expect.not.stringContaining(ANA)])
  expect(await app.db.selectFrom('outbox_tasks').select('id').execute()).toEqual([])
})

test('another confirmed request replaces the first, and the address still gets one mail a day', async () => {
  const first = await subscribe({ department: 'Sales' })
  await goTo(NOON + MINUTE)
  await createJob(app, { title: 'Seller', department: 'Sales' })
  await plan()
  await arrival(2)
  await untilStates('confirmation sent', 'openings sent')
  await subscribe({ words: 'welding' })
  await createJob(app, { title: 'Welder', description: 'Welding of tanks' })
  expect(await plan()).toBe(0)
  await goTo(NOON + DAY)
  expect(await plan()).toBe(1)
  expect((await arrival(4)).mail.subject).toBe('New position: Welder')
  expect((await list()).alerts).toMatchObject([{ words: 'welding', department: null, state: 'active' }])
  // The older link leads to the present one.
  expect(await (await app.request(first)).text()).toContain('welding')
})

test('an unconfirmed request is deleted after 7 days, a job alert after 12 months unless it is renewed', async () => {
  await ask({ email: 'late@example.com' })
  const late = linkIn(await arrival(1), PAGE.jobAlert)
  const kept = await subscribe({ email: 'kept@example.com' })
  await subscribe({ email: 'ended@example.com' })
  const addresses = async () => (await list()).alerts.map(({ email }) => email).sort()
  await goTo(NOON + 7 * DAY)
  expect((await send(late)).status).toBe(404)
  await forgetEnded(app.db, new Date(now))
  expect(await addresses()).toEqual(['ended@example.com', 'kept@example.com'])
  await goTo(NOON + 300 * DAY)
  expect((await send(kept)).status).toBe(303)
  await goTo(NOON + 365 * DAY)
  await forgetEnded(app.db, new Date(now))
  expect(await addresses()).toEqual(['kept@example.com'])
})

test('a server that says later is tried again with the same Message-ID, an uncertain end is never repeated', async () => {
  await subscribe()
  await goTo(NOON + MINUTE)
  await createJob(app, { title: 'First' })
  smtp.plan({ name: 'refuse', at: 'content', code: 451, text: 'Greylisted' })
  await plan()
  const postponed = app.db.selectFrom('job_alert_mails').selectAll().where('task_number', '=', 2)
  await vi.waitFor(async () => expect(await postponed.execute()).toHaveLength(1), PATIENT)
  const { message_id } = await postponed.executeTakeFirstOrThrow()
  await goTo(now + MINUTE)
  await wake()
  expect((await arrival(2)).mail.messageId).toBe(message_id)
  await untilStates('confirmation sent', 'openings sent')

  await goTo(NOON + DAY)
  await createJob(app, { title: 'Second' })
  smtp.plan({ name: 'cut', at: 'response' })
  await plan()
  await untilStates('confirmation sent', 'openings sent', 'openings perhaps_sent')
  for (const days of [1, 2]) {
    await goTo(NOON + days * DAY + 60 * MINUTE)
    expect(await plan()).toBe(0)
  }
  expect((await list()).alerts[0]?.lastMail).toMatchObject({ kind: 'openings', state: 'perhaps_sent' })
  expect(smtp.received).toHaveLength(3)
})

test('an address that the server refuses for good gets no more mail, and is forgotten after 30 days', async () => {
  await subscribe()
  await goTo(NOON + MINUTE)
  await createJob(app)
  smtp.plan({ name: 'refuse', at: 'recipient', code: 550, text: 'No such user' })
  await plan()
  await untilStates('confirmation sent', 'openings failed')
  expect((await list()).alerts).toMatchObject([
    { state: 'stopped', lastMail: { response: expect.stringContaining('No such user') } },
  ])
  await goTo(NOON + DAY)
  await createJob(app)
  expect(await plan()).toBe(0)
  expect((await ask()).status).toBe(303)
  await untilNoTask()
  expect(smtp.received).toHaveLength(1)
  await goTo(NOON + 32 * DAY)
  await forgetEnded(app.db, new Date(now))
  expect((await list()).alerts).toEqual([])
})

test('what the server refuses for its content is in the mail of the next day', async () => {
  await subscribe()
  await goTo(NOON + MINUTE)
  await createJob(app, { title: 'First' })
  smtp.plan({ name: 'refuse', at: 'content', code: 554, text: 'Looks like spam' })
  await plan()
  await untilStates('confirmation sent', 'openings failed')
  await goTo(NOON + DAY)
  await createJob(app, { title: 'Second' })
  expect(await plan()).toBe(1)
  expect((await arrival(2)).mail.text).toMatch(/Second[\s\S]*First/)
})

test('mails about postings wait in turns, so that messages to applicants are not held up', async () => {
  for (const name of ['a', 'b', 'c']) await subscribe({ email: `${name}@example.com` })
  await goTo(NOON + MINUTE)
  await createJob(app)
  const steps = []
  for (let step = 0; step < 4; step += 1) {
    steps.push(await plan(4))
    await untilNoTask()
    await goTo(now + MINUTE)
  }
  expect(steps).toEqual([2, 1, 0, 0])
})

test('an admin finds an address, and deletes all that is stored about it', async () => {
  await subscribe({ email: 'with_underscore@example.com' })
  await subscribe({ email: 'withXunderscore@example.com', place: 'Odessa' })
  await ask({ email: 'with_underscore@example.com' })
  await arrival(3)
  const found = await list('?address=WITH_')
  expect(found.alerts.map(({ email, state }) => [email, state])).toEqual([
    ['with_underscore@example.com', 'unconfirmed'],
    ['with_underscore@example.com', 'active'],
  ])
  expect(found.counts).toEqual({ active: 2, unconfirmed: 1, stopped: 0 })
  const path = pathTo(ADMIN_API.jobAlert, found.alerts[0]?.id ?? 0)
  for (const time of ['once', 'again']) expect([time, (await admin.send('DELETE', path)).status]).toEqual([time, 204])
  expect((await list()).alerts.map(({ email }) => email)).toEqual(['withxunderscore@example.com'])
  const audit = app.db.selectFrom('audit_trail').select('event').where('event', 'like', '%job_alert%')
  expect((await audit.execute()).map(({ event }) => event)).toEqual(['{"action":"job_alert_deleted"}'])
})

test('the database has no token in clear', async () => {
  const link = await subscribe()
  const token = link.split('=')[1] ?? expect.fail()
  for (const table of ['job_alerts', 'job_alert_mails', 'job_alert_links'] as const)
    expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toContain(token)
  for (const wrong of ['', 'x', `${token}x`, token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase()])
    expect((await app.request(`${PAGE.jobAlert}?token=${wrong}`)).status).toBe(404)
})

test('a site without a mail server offers no job alerts and says so', async () => {
  const silent = await startTestApp()
  try {
    const page = await silent.request(PAGE.jobAlerts)
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('This site sends no emails')])
    const body = new URLSearchParams({ email: ANA })
    expect((await silent.request(PAGE.jobAlerts, { method: 'POST', body })).status).toBe(404)
    expect(await silent.db.selectFrom('outbox_tasks').select('id').execute()).toEqual([])
  } finally {
    await silent.stop()
  }
})
