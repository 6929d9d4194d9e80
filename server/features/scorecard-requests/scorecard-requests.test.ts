import { beforeEach, expect, test, vi } from 'vitest'
import type { Notices } from '../../../contract/team/notices.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import type { AdminClient } from '../../../test/admin-client.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { prepareManagers } from '../../../test/managers/manager-kit.ts'
import { MINUTE, NOON, PATIENT, prepareMail } from '../../../test/smtp/mail-kit.ts'
import { planRequests } from './plan-requests.ts'

const HOUR = 60 * MINUTE
const CARD = { overall: 'yes', ratings: [], note: '', version: null }

const { app, admin, goTo, mailTo } = prepareMail({ perMinute: 1_000, clears: ['jobs'] })

let kit: Awaited<ReturnType<typeof prepareManagers>>
let applicant: number
beforeEach(async () => {
  await app().db.deleteFrom('accounts').where('id', '>', 1).execute()
  kit = await prepareManagers(app(), NOON)
  for (const name of ['paul', 'dana'])
    await app()
      .db.updateTable('accounts')
      .set({ email: `${name}@example.com`, display_name: name })
      .where('username', 'like', `${name}%`)
      .execute()
  applicant = await insertApplicant(app().db, { name: 'Zoë Ito', job_id: kit.mine })
})

/** Invites to an interview of an hour that has ended at noon. */
async function interview(addresses: string[], columns: object = {}, applicationId = applicant): Promise<number> {
  const interviewers = addresses.map((address) => ({ name: address.split('@')[0] ?? '', address }))
  const details = { date: '2099-03-10', time: '15:00', minutes: 60, timeZone: 'UTC', kind: 'phone', place: null }
  const path = pathTo(ADMIN_API.applicationInterviews, applicationId)
  const { status, body } = await admin().request<{ id: number }>('POST', path, { ...details, interviewers })
  expect(status, JSON.stringify(body)).toBe(201)
  // Those without an account are asked by links: see reminded-interviewers.test.ts.
  await app().db.deleteFrom('colleague_questions').execute()
  await app().db.deleteFrom('mails').execute()
  const at = { starts_at: new Date(NOON - HOUR).toISOString(), ends_at: new Date(NOON).toISOString() }
  await app()
    .db.updateTable('interviews')
    .set({ ...at, ...columns })
    .where('id', '=', body.id)
    .execute()
  return body.id
}

/** An interview of Paul's after which nothing keeps him from being asked. */
const interviewAnother = async () =>
  interview(['paul@example.com'], {}, await insertApplicant(app().db, { name: 'Ali Demir', job_id: kit.mine }))

/** What was logged. */
const log = { warn: vi.fn() }
beforeEach(() => log.warn.mockClear())

/** Does at a time after noon what every process does every ten minutes. */
const planAt = (ms: number, timeZone = 'UTC') =>
  planRequests({
    db: app().db,
    publicUrl: 'https://jobs.example.com',
    now: new Date(NOON + ms),
    timeZone,
    log,
    sendsMail: true,
  })

/** Moves an interview to an hour that ends at a time after noon. */
const move = (id: number, ms: number) =>
  app()
    .db.updateTable('interviews')
    .set({ starts_at: new Date(NOON + ms - HOUR).toISOString(), ends_at: new Date(NOON + ms).toISOString() })
    .where('id', '=', id)
    .execute()

/** What a person reads under the bell. */
const shown = async (client: AdminClient) =>
  (await client.request<Notices>('GET', ADMIN_API.notices)).body.notices.map((notice) => [
    ...[notice.kind, notice.by, notice.application.name],
  ])

const settled = () =>
  vi.waitUntil(async () => {
    const open = app().db.selectFrom('mails').select('id').where('state', 'in', ['waiting', 'sending'])
    return (await open.execute()).length === 0
  }, PATIENT)

test('each interviewer with an account is asked once for the missing scorecard, three hours after the interview', async () => {
  await interview(['Paul@Example.com', 'dana@example.com', 'stranger@example.com'])
  await kit.deciding.send('PUT', pathTo(ADMIN_API.ownScorecard, applicant), CARD)
  expect(await planAt(3 * HOUR - 1)).toBe(0)
  expect(await Promise.all([planAt(3 * HOUR), planAt(3 * HOUR)])).toEqual(expect.arrayContaining([0, 1]))
  expect(await planAt(4 * HOUR)).toBe(0)
  await goTo(4 * HOUR)
  await settled()
  const [{ mail } = { mail: undefined }, ...others] = mailTo('paul@example.com')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your scorecard for Zoë Ito')
  expect(mail?.text).toContain('Controls Technician')
  expect(mail?.text).toContain(`/admin/applications/${applicant}`)
  expect([mailTo('dana@example.com'), mailTo('stranger@example.com')]).toEqual([[], []])
})

test('nobody is asked at night where the company is, and nobody days later', async () => {
  await interview(['paul@example.com'])
  expect(await planAt(3 * HOUR, 'Asia/Tokyo'), 'midnight in Tokyo').toBe(0)
  expect(await planAt(73 * HOUR)).toBe(0)
  expect(await planAt(20 * HOUR), 'eight in the next morning').toBe(1)
})

test.each([
  ['was decided', { status: 'rejected' as const }],
  ['was archived', { archived: 1 as const }],
  ['was withdrawn', { withdrawn_at: 'x' }],
  ['is in quarantine', { quarantined: 1 as const }],
])('nobody is asked about an application that %s, and about another one as ever', async (_what, columns) => {
  await interview(['paul@example.com'])
  await app().db.updateTable('applications').set(columns).where('id', '=', applicant).execute()
  await interviewAnother()
  expect(await planAt(3 * HOUR)).toBe(1)
  expect(await shown(kit.plain)).toMatchObject([['scorecard_missing', null, 'Ali Demir']])
})

test('nobody is asked about an interview that was cancelled or invited nobody, nor who does not see the application', async () => {
  await interview(['paul@example.com'], { state: 'cancelled' })
  await interview(['paul@example.com'], { invited_at: null })
  const elsewhere = await insertApplicant(app().db, { job_id: kit.other })
  await interview(['paul@example.com'], {}, elsewhere)
  await interviewAnother()
  expect(await planAt(3 * HOUR)).toBe(1)
})

test('no mail leaves to one who has given or skipped a scorecard before it does', async () => {
  await interview(['paul@example.com', 'dana@example.com'])
  expect(await planAt(3 * HOUR)).toBe(2)
  await kit.plain.send('PUT', pathTo(ADMIN_API.ownScorecard, applicant), CARD)
  await kit.deciding.send('POST', pathTo(ADMIN_API.skipScorecard, applicant))
  await goTo(4 * HOUR)
  await settled()
  expect([mailTo('paul@example.com'), mailTo('dana@example.com')]).toEqual([[], []])
})

test('no mail leaves about an interview that was moved to another day before it does', async () => {
  const id = await interview(['paul@example.com'])
  expect(await planAt(3 * HOUR)).toBe(1)
  await move(id, 24 * HOUR)
  await goTo(4 * HOUR)
  await settled()
  expect(mailTo('paul@example.com')).toEqual([])
})

test('an interview that is moved after people were asked is asked about again, once it has taken place', async () => {
  const id = await interview(['paul@example.com'])
  expect(await planAt(3 * HOUR)).toBe(1)
  await move(id, 24 * HOUR)
  expect(await planAt(4 * HOUR), 'not before it').toBe(0)
  expect(await planAt(27 * HOUR), 'at three in the afternoon of the next day').toBe(1)
  expect(await planAt(28 * HOUR), 'once').toBe(0)
  await goTo(28 * HOUR)
  await settled()
  expect(mailTo('paul@example.com'), 'the first mail had not left when it was moved').toHaveLength(1)
})

test('interviews that leave nobody to be asked take no place of a later one, however many there are', async () => {
  const first = await interview(['nobody@example.com'], { starts_at: new Date(NOON - 2 * HOUR).toISOString() })
  await interview(['dana@example.com'], {}, await insertApplicant(app().db, { job_id: kit.mine }))
  const row = app().db.selectFrom('interviews').selectAll().where('id', '=', first)
  const { id: _, ...columns } = await row.executeTakeFirstOrThrow()
  const copies = Array.from({ length: 500 }, (_each, index) => ({ ...columns, uid: `copy-${index}` }))
  await app().db.insertInto('interviews').values(copies).execute()
  expect(await planAt(3 * HOUR)).toBe(1)
})

test('an interview about which asking fails is logged and keeps no later one from being asked about', async () => {
  const first = await interview(['dana@example.com'], { starts_at: new Date(NOON - 2 * HOUR).toISOString() })
  await interview(['paul@example.com'])
  const list = (text: string) =>
    app().db.updateTable('interviews').set({ interviewers: text }).where('id', '=', first).execute()
  await list('broken')
  expect(await planAt(3 * HOUR)).toBe(1)
  expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ interview: first }), expect.any(String))
  await list(JSON.stringify([{ name: 'dana', address: 'dana@example.com' }]))
  expect(await planAt(4 * HOUR), 'a later run asks about it').toBe(1)
})

test('who is asked reads it under the bell too, until a scorecard is given, and one switch ends both', async () => {
  await interview(['paul@example.com', 'dana@example.com'])
  expect(await shown(kit.plain)).toEqual([])
  const { body: settings } = await kit.deciding.request<object>('GET', ADMIN_API.noticeSettings)
  const none = { page: false, mail: false }
  await kit.deciding.send('PUT', ADMIN_API.noticeSettings, { ...settings, scorecard_missing: none })
  expect(await planAt(3 * HOUR)).toBe(2)
  await goTo(4 * HOUR)
  await settled()
  expect(await shown(kit.plain)).toEqual([['scorecard_missing', null, 'Zoë Ito']])
  expect(mailTo('paul@example.com'), 'one mail, not two').toHaveLength(1)
  expect([await shown(kit.deciding), mailTo('dana@example.com')]).toEqual([[], []])
  await kit.plain.send('PUT', pathTo(ADMIN_API.ownScorecard, applicant), CARD)
  expect(await shown(kit.plain)).toEqual([])
})

test('the notice goes where the interview is moved or the application decided, and there is one without a mail server', async () => {
  const id = await interview(['paul@example.com'])
  const planning = { db: app().db, log, publicUrl: 'https://jobs.example.com', timeZone: 'UTC' }
  await planRequests({ ...planning, now: new Date(NOON + 3 * HOUR), sendsMail: false })
  expect(await app().db.selectFrom('mails').select('id').execute()).toEqual([])
  expect(await shown(kit.plain)).toHaveLength(1)
  const decide = (status: 'rejected' | 'interview') =>
    app().db.updateTable('applications').set({ status }).where('id', '=', applicant).execute()
  await decide('rejected')
  expect(await shown(kit.plain)).toEqual([])
  await decide('interview')
  expect(await shown(kit.plain)).toHaveLength(1)
  await move(id, 24 * HOUR)
  expect(await shown(kit.plain)).toEqual([])
})

test('of two interviews of one applicant the notice of the one that is cancelled goes, and the other one stays', async () => {
  const first = await interview(['paul@example.com'])
  await interview(['dana@example.com'])
  expect(await planAt(3 * HOUR)).toBe(2)
  expect([await shown(kit.plain), await shown(kit.deciding)]).toEqual([[expect.anything()], [expect.anything()]])
  await app().db.updateTable('interviews').set({ state: 'cancelled' }).where('id', '=', first).execute()
  expect([await shown(kit.plain), await shown(kit.deciding)]).toEqual([[], [expect.anything()]])
})
