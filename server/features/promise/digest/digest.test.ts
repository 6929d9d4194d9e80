import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../../test/admin-client.ts'
import { changeSettings } from '../../../../test/change-settings.ts'
import { insertApplicant, insertApplicants } from '../../../../test/factories.ts'
import { type SmtpServer, startSmtpServer } from '../../../../test/smtp/smtp-kit.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'
import { readConfig } from '../../../config.ts'
import { localTimeOf } from '../../../platform/local-time.ts'
import { planDigests } from './plan-digests.ts'

const EIGHT = Date.parse('2026-03-02T08:00:00.000Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PATIENT = { timeout: 20_000, interval: 25 }
const { company } = readConfig({}, 'development')
const daysAgo = (days: number) => new Date(EIGHT - days * DAY).toISOString()

let smtp: SmtpServer
let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await startTestApp({
    mail: smtp.settings(),
    publicUrl: 'https://jobs.example.com',
    company: { ...company, timeZone: 'UTC' },
  })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})
beforeEach(async () => {
  app.setNow(new Date(EIGHT))
  for (const table of ['outbox_tasks', 'mailbox_mails', 'applications', 'settings', 'accounts', 'mails'] as const)
    await app.db.deleteFrom(table).execute()
  smtp.received.length = 0
  smtp.behave({ name: 'take' })
  admin = adminClient(app, await app.signIn())
  expect((await admin.send('PUT', ADMIN_API.ownEmail, { email: 'boss@example.com' })).status).toBe(200)
})

/** Plans the digests of an instant. */
const planAt = (instant: number | string, timeZone = 'UTC') =>
  planDigests({ db: app.db, publicUrl: 'https://jobs.example.com', now: new Date(instant), timeZone })
/** Does what every process does once a minute. */
const goTo = async (now: number) => {
  app.setNow(new Date(now))
  const planned = await planAt(now)
  app.wakeOutbox()
  return planned
}
const states = async () =>
  (await app.db.selectFrom('mails').select('state').orderBy('id').execute()).map(({ state }) => state)
const untilStates = (...expected: string[]) => vi.waitFor(async () => expect(await states()).toEqual(expected), PATIENT)

test('the digest names who waits longer than promised and who is not answered, oldest first, with links', async () => {
  const first = await insertApplicant(app.db, { name: 'Pia Pending', created_at: daysAgo(12) })
  await insertApplicants(
    app.db,
    Array.from({ length: 21 }, (_, index) => ({ name: `Older ${index}`, created_at: daysAgo(40 - index) })),
  )
  const decided = await insertApplicant(app.db, { name: 'Rea <b>', status: 'rejected', created_at: daysAgo(3) })
  await insertApplicant(app.db, { name: 'Not Late', created_at: daysAgo(9) })
  expect(await goTo(EIGHT)).toBe(1)
  await smtp.untilReceived(1)
  const { envelopeTo, mail } = smtp.received[0] ?? expect.fail()
  expect(envelopeTo).toEqual(['boss@example.com'])
  expect(mail.subject).toBe('22 wait longer than promised, 1 decided, not answered')
  const lines = mail.text?.trim().split('\n') ?? []
  expect(lines[0]).toBe('22 wait longer than promised:')
  expect(lines[1]).toMatch(
    /^- Older 0 \(APP-\d+, received 40 days ago\): https:\/\/jobs\.example\.com\/admin\/applications\/\d+\?sort=date$/,
  )
  expect(lines[21]).toBe('See 2 more: https://jobs.example.com/admin/dashboard?sort=date')
  expect(mail.text).not.toContain(`applications/${first}?`)
  expect(mail.text).toContain(`- An applicant (APP-${String(decided).padStart(4, '0')}, received 3 days ago)`)
  expect(mail.text).not.toContain('Not Late')
  expect(mail.text, 'what is no name').not.toContain('Rea <b>')
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  await untilStates('sent')
})

test('each admin with an address gets one a day, though processes plan at once and the clock is set back', async () => {
  await insertApplicant(app.db, { status: 'rejected' })
  const other = adminClient(app, await signInAs(app, 'ben', { now: new Date(EIGHT) }))
  await other.send('PUT', ADMIN_API.ownEmail, { email: 'ben@example.com' })
  await signInAs(app, 'without address')
  const planned = await Promise.all([planAt(EIGHT), planAt(EIGHT), planAt(EIGHT), planAt(EIGHT)])
  expect(planned.reduce((sum, count) => sum + count)).toBe(2)
  await goTo(EIGHT + 60 * MINUTE)
  await untilStates('sent', 'sent')
  expect(await goTo(EIGHT)).toBe(0)
  expect(await goTo(EIGHT + DAY - MINUTE)).toBe(0)
  expect(smtp.received.map(({ envelopeTo }) => envelopeTo[0]).sort()).toEqual(['ben@example.com', 'boss@example.com'])
  expect(await goTo(EIGHT + DAY)).toBe(2)
  await smtp.untilReceived(4)
})

test('nothing is sent before the time, when it is off, without an address, or on a day without anything to say', async () => {
  expect(await goTo(EIGHT - MINUTE)).toBe(0)
  expect(await states()).toEqual([])
  expect(await goTo(EIGHT)).toBe(0)
  expect(await states()).toEqual(['nothing'])
  await insertApplicant(app.db, { status: 'rejected' })
  expect(await goTo(EIGHT + 60 * MINUTE)).toBe(0)
  await changeSettings(adminClient(app, await app.signIn()), { digest: { isOn: false, time: '08:00' } })
  expect(await goTo(EIGHT + DAY)).toBe(0)
  await changeSettings(adminClient(app, await app.signIn()), { digest: { isOn: true, time: '08:00' } })
  await app.db.updateTable('accounts').set({ email: null }).execute()
  expect(await goTo(EIGHT + DAY)).toBe(0)
  expect(smtp.received).toEqual([])
})

test('a server that says later is tried again, one that refuses is not, and an uncertain end is never repeated', async () => {
  await insertApplicant(app.db, { status: 'rejected' })
  smtp.plan({ name: 'refuse', at: 'recipient', code: 451, text: 'Greylisted' })
  await goTo(EIGHT)
  const postponed = app.db.selectFrom('mails').select('id').where('task_number', '=', 2).where('attempts', '=', 1)
  await vi.waitFor(async () => expect(await postponed.execute()).toHaveLength(1), PATIENT)
  await vi.waitFor(async () => {
    await goTo(EIGHT + MINUTE)
    expect(await states()).toEqual(['sent'])
  }, PATIENT)
  for (const [day, behaviour, state] of [
    [1, { name: 'refuse', at: 'recipient', code: 550, text: '5.1.1 No such user' }, 'failed'],
    [2, { name: 'cut', at: 'response' }, 'perhaps_sent'],
  ] as const) {
    smtp.plan(behaviour)
    await goTo(EIGHT + day * DAY)
    await vi.waitFor(async () => expect((await states()).at(-1)).toBe(state), PATIENT)
    await goTo(EIGHT + day * DAY + 60 * MINUTE)
    expect((await states()).at(-1)).toBe(state)
  }
  expect(smtp.received).toHaveLength(2)
})

test('a deactivated admin gets no digest, not even one that was on its way', async () => {
  await insertApplicant(app.db, { status: 'rejected' })
  smtp.plan({ name: 'hold', at: 'recipient' })
  await goTo(EIGHT)
  await smtp.untilHeld()
  const deactivated_at = new Date(EIGHT).toISOString()
  await app.db.updateTable('accounts').set({ deactivated_at }).execute()
  smtp.release()
  await untilStates('nothing')
  expect(await goTo(EIGHT + DAY)).toBe(0)
  expect(await states()).toEqual(['nothing'])
  expect(smtp.received).toEqual([])
})

test('a digest that the mail server keeps waiting beyond its day is not sent', async () => {
  await insertApplicant(app.db, { status: 'rejected' })
  smtp.plan({ name: 'hold', at: 'recipient' })
  await goTo(EIGHT)
  await smtp.untilHeld()
  app.setNow(new Date(EIGHT + DAY))
  smtp.release()
  await untilStates('nothing')
  expect(smtp.received).toEqual([])
})

test.each([
  // Another process has sent it meanwhile, or has found it begun.
  [{ state: 'sent', attempts: 2 }, { name: 'hang', at: 'middle' }, 'sent'],
  [{ state: 'perhaps_sent' }, { name: 'hold', at: 'content' }, 'sent'],
] as const)('a paused process does not undo what another one has recorded: %j', async (recorded, behaviour, state) => {
  await insertApplicant(app.db, { status: 'rejected' })
  smtp.plan(behaviour)
  await goTo(EIGHT)
  await smtp.untilHeld()
  await app.db.updateTable('mails').set(recorded).execute()
  smtp.release()
  await vi.waitFor(
    async () => expect(await app.db.selectFrom('outbox_tasks').select('id').execute()).toEqual([]),
    PATIENT,
  )
  expect(await states()).toEqual([state])
})

test('what became of a digest is kept for 30 days', async () => {
  expect(await goTo(EIGHT)).toBe(0)
  await insertApplicant(app.db, { status: 'rejected' })
  await goTo(EIGHT + 30 * DAY)
  await untilStates('nothing', 'sent')
  await goTo(EIGHT + 31 * DAY)
  await untilStates('sent', 'sent')
})

test('the day and its time are those of the company’s zone, also where clocks are changed', async () => {
  await insertApplicant(app.db, { status: 'rejected' })
  const dueAt = async (time: string, timeZone: string) => {
    await app.db.deleteFrom('mails').execute()
    app.setNow(undefined)
    await changeSettings(adminClient(app, await app.signIn()), { digest: { isOn: true, time } })
    return (instant: string) => planAt(instant, timeZone)
  }
  // Berlin skips 02:00 to 03:00: what is due at 02:30 comes at 03:00, which is 01:00 in UTC.
  const inBerlin = await dueAt('02:30', 'Europe/Berlin')
  expect([await inBerlin('2026-03-29T00:59:00Z'), await inBerlin('2026-03-29T01:00:00Z')]).toEqual([0, 1])
  // Chicago has 01:00 to 02:00 twice: the second one sends nothing.
  const inChicago = await dueAt('01:30', 'America/Chicago')
  expect([await inChicago('2026-11-01T06:29:00Z'), await inChicago('2026-11-01T06:30:00Z')]).toEqual([0, 1])
  expect([await inChicago('2026-11-01T07:30:00Z'), await inChicago('2026-11-02T07:29:00Z')]).toEqual([0, 0])
  expect(await inChicago('2026-11-02T07:30:00Z')).toBe(1)
  const inKolkata = await dueAt('08:00', 'Asia/Kolkata')
  expect([await inKolkata('2026-03-02T02:29:00Z'), await inKolkata('2026-03-02T02:30:00Z')]).toEqual([0, 1])
  expect(localTimeOf(new Date('2026-12-31T11:00:00Z'), 'Pacific/Auckland')).toEqual({
    date: '2027-01-01',
    time: '00:00',
  })
})

test('a wrong time and a wrong address are refused', async () => {
  const settings = { digest: { isOn: true, time: '24:00' } }
  const refused = await admin.send('PATCH', ADMIN_API.settings, { settings, version: null })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('Enter a time')])
  expect((await admin.send('PUT', ADMIN_API.ownEmail, { email: 'no address' })).status).toBe(400)
})
