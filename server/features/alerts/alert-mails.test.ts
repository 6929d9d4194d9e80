import { expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { PUBLIC_URL, prepareAlerts } from '../../../test/alerts/alert-kit.ts'
import { apply, createJob } from '../../../test/factories.ts'
import { DAY, MINUTE, NOON } from '../../../test/smtp/mail-kit.ts'
import { startTestApp } from '../../../test/test-app.ts'
import { sendMailTask } from '../../platform/mail/mail-queue.ts'
import { forgetEnded } from './forget-alerts.ts'

const site = prepareAlerts()
const { subscribe, goTo, plan, planOnly, wakeOutbox, arrival, untilStates, untilNoTask } = site

const close = (id: number) =>
  site.admin().send('PATCH', pathTo(ADMIN_API.adminJob, id), { status: 'filled', isActive: false })

test('one mail a day names what is new and fits, each posting once, with links and the day on which it ends', async () => {
  await subscribe({ department: 'Field Service', words: 'plc', remote: 'yes', place: 'midland' })
  await goTo(NOON + MINUTE)
  const app = site.app()
  const job = { department: 'Field Service', description: 'Programs PLCs and drives', location: 'Midland, TX' }
  const hourly = { salaryRange: null, payMin: 34.5, payCurrency: 'USD', payPeriod: 'hour' } as const
  const ids = [
    await createJob(app, { ...job, title: 'Controls <Technician>', rotation: '14/14', closingDate: '2026-04-12' }),
    await createJob(app, { ...job, title: 'Remote Programmer', location: 'Remote, USA', ...hourly }),
  ]
  await createJob(app, { ...job, title: 'Elsewhere', location: 'Houston, TX' })
  await createJob(app, { ...job, title: 'Other department', department: 'Sales' })
  await createJob(app, { ...job, title: 'Other words', description: 'Drives' })
  await createJob(app, { ...job, title: 'A draft', status: 'draft', isActive: false })
  expect(await plan()).toBe(1)
  const { mail, source } = await arrival(2)
  expect(mail.subject).toMatch(/^2 new positions at /)
  for (const id of ids) expect(mail.text).toContain(`\n${PUBLIC_URL}${pathTo(PAGE.job, id)}?source=alert\n`)
  expect(mail.text?.match(/\/jobs\/\d+/g)).toHaveLength(2)
  expect(mail.text).toContain('Department: Field Service; Place: remote or midland; Keywords: plc')
  expect(mail.text).toContain('ends on March 2, 2027')
  expect(mail.text).toContain(' · Rotation: 14/14 · Apply by April 12, 2026\n')
  expect(mail.text).toContain('Remote Programmer\nFull-time · Remote, USA · From $34.50 per hour\n')
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

test('of several subscribers each is told what is new since their own confirmation', async () => {
  for (const [index, title] of ['First', 'Second', 'Third'].entries()) {
    await subscribe({ email: `${title}@example.com` })
    await goTo(NOON + (index + 1) * MINUTE)
    await createJob(site.app(), { title })
  }
  await goTo(NOON + 4 * MINUTE)
  await subscribe({ email: 'fourth@example.com' })
  expect(await plan()).toBe(3)
  await arrival(7)
  const mails = site.smtp().received.slice(4)
  const namedIn = (text = '') => ['First', 'Second', 'Third'].filter((title) => text.includes(`\n${title}\n`))
  expect(new Map(mails.map(({ envelopeTo, mail }) => [envelopeTo[0], namedIn(mail.text)]))).toEqual(
    new Map([
      ['first@example.com', ['First', 'Second', 'Third']],
      ['second@example.com', ['Second', 'Third']],
      ['third@example.com', ['Third']],
    ]),
  )
})

test('a facet that no posting has brings no mail until one has it', async () => {
  await subscribe({ department: 'Dragons', jobType: 'Internship', place: 'Atlantis' })
  await goTo(NOON + MINUTE)
  await createJob(site.app())
  expect(await plan()).toBe(0)
  await goTo(NOON + DAY)
  await createJob(site.app(), { department: 'dragons', jobType: 'Internship', location: 'Atlantis Harbour' })
  expect(await plan()).toBe(1)
  await arrival(2)
})

test.each([
  ['مهندس تحكم', 'مهندس تحكم صناعي 🛢️'],
  ['kỹ sư TỰ động', 'Kỹ Sư Tự Động Hoá'],
  ['kỹ sư', 'Ky su'],
  ['quotes', ']]> & "quotes" <b>bold</b>'],
  ['technician', `Technician ${'and much more '.repeat(13)}`],
  ['ingénieur', 'Ingénieur\r\nBcc: victim@example.com'],
])('the words %j find the title %j, which arrives as it is, in one header', async (words, title) => {
  await subscribe({ words })
  await goTo(NOON + MINUTE)
  await createJob(site.app(), { title })
  expect(await plan()).toBe(1)
  const { mail, envelopeTo } = await arrival(2)
  const shown = title.replaceAll(/[\r\n]+/g, ' ').trim()
  // Marks around a text from right to left keep the words beside it in their order.
  const withoutMarks = (text = '') => text.replaceAll(/[\u2066-\u2069]/g, '')
  expect(withoutMarks(mail.subject)).toBe(`New position: ${shown}`)
  expect(withoutMarks(mail.text)).toContain(`\n${shown}\n`)
  expect(withoutMarks(mail.text)).toContain(`You asked for: Keywords: ${words}.`)
  expect(mail.html).not.toContain('<b>')
  expect(envelopeTo).toEqual(['ana@example.com'])
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
})

test('mails leave from seven in the morning in the zone of the company, whichever of several processes plans first', async () => {
  await subscribe()
  await goTo(NOON + 1_000)
  await createJob(site.app())
  await goTo(Date.parse('2026-03-03T05:59:00Z'))
  expect(await plan()).toBe(0)
  await goTo(Date.parse('2026-03-03T06:00:00Z'))
  const planned = await Promise.all([plan(), plan(), plan()])
  expect(planned.reduce((sum, count) => sum + count)).toBe(1)
  await arrival(2)
  await untilNoTask()
  expect(site.smtp().received).toHaveLength(2)
})

test('a posting that closes before the mail leaves is not named, and a mail without any other is not sent', async () => {
  await subscribe()
  await goTo(NOON + MINUTE)
  const stays = await createJob(site.app(), { title: 'Stays' })
  const closes = await createJob(site.app(), { title: 'Closes' })
  await planOnly()
  await close(closes)
  wakeOutbox()
  const { mail } = await arrival(2)
  expect(mail.subject).toBe('New position: Stays')
  expect(mail.text).not.toContain('Closes')
  await untilStates('confirmation sent', 'openings sent')

  await goTo(NOON + DAY)
  const another = await createJob(site.app(), { title: 'Another' })
  await planOnly()
  for (const id of [stays, another]) await close(id)
  wakeOutbox()
  await untilStates('confirmation sent', 'openings sent', 'openings nothing')
  expect(site.smtp().received).toHaveLength(2)
})

test('what was mailed is forgotten after 30 days, and is not mailed again', async () => {
  await subscribe()
  await goTo(NOON + MINUTE)
  await createJob(site.app())
  await plan()
  await untilStates('confirmation sent', 'openings sent')
  await goTo(NOON + DAY)
  expect(await plan()).toBe(0)
  const forgetAt = async (instant: number) => {
    await goTo(instant)
    await forgetEnded(site.app().db, new Date(instant))
  }
  await forgetAt(NOON + 30 * DAY - 1)
  await untilStates('confirmation sent', 'openings sent')
  await forgetAt(NOON + 30 * DAY)
  await untilStates('openings sent')
  await forgetAt(NOON + 30 * DAY + MINUTE)
  expect((await site.list()).alerts).toMatchObject([{ state: 'active', lastMail: null }])
  expect(await plan()).toBe(0)
})

test('mails about postings wait in turns, so that messages to applicants are not held up', async () => {
  for (const name of ['a', 'b', 'c']) await subscribe({ email: `${name}@example.com` })
  await goTo(NOON + MINUTE)
  await createJob(site.app())
  const steps = []
  for (let step = 0; step < 4; step += 1) {
    steps.push(await plan(4))
    await untilNoTask()
    await goTo(site.now() + MINUTE)
  }
  expect(steps).toEqual([2, 1, 0, 0])
})

test('while 500 mails wait for another attempt, no more are planned', async () => {
  await subscribe()
  await goTo(NOON + MINUTE)
  const { db } = site.app()
  const [own = expect.fail()] = await db.selectFrom('job_alerts').selectAll().execute()
  const { id: _, ...unconfirmed } = { ...own, confirmed_at: null }
  const others = Array.from({ length: 500 }, (_, index) => `other-${index}@example.com`)
  const alerts = await db
    .insertInto('job_alerts')
    .values(others.map((email) => ({ ...unconfirmed, email, request_id: email })))
    .returning('id')
    .execute()
  const at = new Date(site.now()).toISOString()
  await db
    .insertInto('mails')
    .values(
      alerts.map(({ id }) => ({
        ...{ alert_id: id, kind: 'confirmation' as const, day: '2026-03-02', message_id: `<${id}@example.com>` },
        ...{ reason: `test:${id}`, state: 'waiting' as const, attempts: 1, not_before: at, created_at: at },
      })),
    )
    .execute()
  await createJob(site.app())
  expect(await planOnly(2_000)).toBe(0)
  await db.deleteFrom('job_alerts').where('email', '=', 'other-0@example.com').execute()
  expect(await plan(2_000)).toBe(1)
})

test('a flood of requests for job alerts takes at most half of the rate, and leaves the other half to a receipt', async () => {
  await using own = new AsyncDisposableStack()
  const smtp = site.smtp()
  const limited = own.adopt(await startTestApp({ mail: { ...smtp.settings(), perMinute: 2 } }), (app) => app.stop())
  const goToSecond = (seconds: number) => {
    limited.setNow(new Date(NOON + seconds * 1_000))
    limited.wakeOutbox()
  }
  /** Waits until so many mails of job alerts have been put back into line. */
  const untilWaiting = (count: number) =>
    vi.waitFor(
      async () => {
        const tasks = await limited.db.selectFrom('outbox_tasks').selectAll().execute()
        const waiting = tasks.filter(({ kind, turn }) => kind === sendMailTask.kind && turn !== null)
        expect([tasks.length, waiting.length]).toEqual([count, count])
      },
      { timeout: 20_000 },
    )
  const subjects = async (count: number) => {
    await smtp.untilReceived(count)
    return smtp.received.map(({ mail }) => mail.subject?.split(' ')[0])
  }
  limited.setNow(new Date(NOON))
  for (const name of ['a', 'b', 'c', 'd']) {
    const body = new URLSearchParams({ email: `${name}@example.com` })
    await limited.request(PAGE.jobAlerts, { method: 'POST', redirect: 'manual', body })
  }
  await untilWaiting(3)
  goToSecond(30)
  await untilWaiting(3)
  await apply(limited)
  expect(await subjects(2)).toEqual(['Confirm', 'We'])
  goToSecond(60)
  expect(await subjects(3)).toEqual(['Confirm', 'We', 'Confirm'])
})
