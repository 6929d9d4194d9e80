import { beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
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
  await app().db.deleteFrom('mails').execute()
  const at = { starts_at: new Date(NOON - HOUR).toISOString(), ends_at: new Date(NOON).toISOString() }
  await app()
    .db.updateTable('interviews')
    .set({ ...at, ...columns })
    .where('id', '=', body.id)
    .execute()
  return body.id
}

/** Does at a time after noon what every process does every ten minutes. */
const planAt = (ms: number, timeZone = 'UTC') =>
  planRequests({ db: app().db, publicUrl: 'https://jobs.example.com', now: new Date(NOON + ms), timeZone })

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
])('nobody is asked about an application that %s', async (_what, columns) => {
  await interview(['paul@example.com'])
  await app().db.updateTable('applications').set(columns).where('id', '=', applicant).execute()
  expect(await planAt(3 * HOUR)).toBe(0)
})

test('nobody is asked about an interview that was cancelled or invited nobody, nor who does not see the application', async () => {
  await interview(['paul@example.com'], { state: 'cancelled' })
  await interview(['paul@example.com'], { invited_at: null })
  const elsewhere = await insertApplicant(app().db, { job_id: kit.other })
  await interview(['paul@example.com'], {}, elsewhere)
  expect(await planAt(3 * HOUR)).toBe(0)
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
  const moved = {
    starts_at: new Date(NOON + 24 * HOUR).toISOString(),
    ends_at: new Date(NOON + 25 * HOUR).toISOString(),
  }
  await app().db.updateTable('interviews').set(moved).where('id', '=', id).execute()
  await goTo(4 * HOUR)
  await settled()
  expect(mailTo('paul@example.com')).toEqual([])
})

test('interviews after which people were asked take no place of a later one, however many there are', async () => {
  const first = await interview(['paul@example.com'], { starts_at: new Date(NOON - 2 * HOUR).toISOString() })
  await interview(['dana@example.com'], {}, await insertApplicant(app().db, { job_id: kit.mine }))
  const row = app().db.selectFrom('interviews').selectAll().where('id', '=', first)
  const { id: _, ...asked } = await row.executeTakeFirstOrThrow()
  const copies = Array.from({ length: 499 }, (_each, index) => ({ ...asked, uid: `copy-${index}` }))
  const copied = await app().db.insertInto('interviews').values(copies).returning('id').execute()
  const mails = [{ id: first }, ...copied].map(({ id }) => ({
    ...({ kind: 'scorecard_request', state: 'sent', reason: `scorecard_request:${id}` } as const),
    ...{ scorecard_interview_id: id, message_id: `<${id}@example.com>`, not_before: asked.starts_at },
    created_at: asked.starts_at,
  }))
  await app().db.insertInto('mails').values(mails).execute()
  expect(await planAt(3 * HOUR)).toBe(1)
})
