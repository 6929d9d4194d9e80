import { beforeEach, expect, test } from 'vitest'
import type { AuditPage } from '../../../contract/accounts/audit.ts'
import type { Application } from '../../../contract/applications/application.ts'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import type { LegalHolds, OwnLegalHold } from '../../../contract/personal-data/legal-holds.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { prepareManagers } from '../../../test/managers/manager-kit.ts'
import { DAY, NOON, prepareMail } from '../../../test/smtp/mail-kit.ts'
import { readConfig } from '../../config.ts'
import { createToday } from '../../platform/calendar-day.ts'
import { endingHolds } from './change-holds.ts'
import { findHolds } from './legal-hold-queries.ts'

const { app, admin, goTo } = prepareMail({ clears: ['legal_holds', 'audit_trail'] })

let first: number
let second: number
beforeEach(async () => {
  first = await insertApplicant(app().db, { name: 'Zoe Ito', email: 'Zoe@example.com' })
  second = await insertApplicant(app().db, { name: 'Zoë Ito', email: 'zoe@example.com' })
  await insertApplicant(app().db, { name: 'Ben Orr', email: 'ben@example.com' })
})

const MATTER = { reason: 'Claim 4711', endsOn: '2026-04-01' }
const hold = (id: number, body: object = MATTER) =>
  admin().request<OwnLegalHold & ErrorBody>('PUT', pathTo(ADMIN_API.legalHold, id), body)
const read = async (id: number) =>
  (await admin().request<OwnLegalHold>('GET', pathTo(ADMIN_API.legalHold, id))).body.hold
const list = async () => (await admin().request<LegalHolds>('GET', ADMIN_API.legalHolds)).body.holds
const end = (id: number) => admin().send('DELETE', pathTo(ADMIN_API.legalHold, id))
const events = async (id: number) => {
  const path = pathTo(ADMIN_API.applicationHistory, id)
  const { body } = await admin().request<HistoryEntry[]>('GET', path)
  return body.map(({ event, by }) => [event.action, by, 'until' in event ? event.until : undefined])
}

test('a hold is of the person, whose other applications have it too, and of nobody else', async () => {
  expect((await hold(first)).body.hold).toMatchObject({ ...MATTER, by: 'admin' })
  expect(await read(second)).toEqual(await read(first))
  expect(await list()).toMatchObject([{ ...MATTER, applicationId: second, name: 'Zoë Ito' }])
  const keys = ['ben@example.com', 'zoe@example.com']
  expect([...(await findHolds(app().db, keys)).keys()]).toEqual(['zoe@example.com'])
})

test('owners and recruiters see its last day, in lists too, and never the reason', async () => {
  const shown = async () => {
    const one = await admin().request<Application>('GET', pathTo(ADMIN_API.adminApplication, second))
    const all = await admin().request<Application[]>('GET', `${ADMIN_API.applications}?sort=date`)
    return [one.body.heldUntil, ...all.body.map(({ heldUntil }) => heldUntil)]
  }
  expect(await shown()).toEqual([null, null, null, null])
  await hold(first)
  expect(await shown()).toEqual([MATTER.endsOn, MATTER.endsOn, MATTER.endsOn, null])
  const response = await admin().send('GET', pathTo(ADMIN_API.adminApplication, second))
  expect(await response.text()).not.toContain(MATTER.reason)
  await end(first)
  expect(await shown()).toEqual([null, null, null, null])
})

test('a hold is renewed, ended by an owner from any application of the person, and all of it stands in every history', async () => {
  await hold(first)
  expect((await hold(first, { reason: 'Claim 4711, appeal', endsOn: '2026-06-01' })).status).toBe(200)
  expect(await list()).toMatchObject([{ reason: 'Claim 4711, appeal', endsOn: '2026-06-01' }])
  expect((await end(second)).status).toBe(204)
  expect((await end(second)).status).toBe(204)
  expect(await list()).toEqual([])
  for (const id of [first, second])
    expect(await events(id)).toEqual([
      ['hold_ended', 'admin', undefined],
      ['hold_renewed', 'admin', '2026-06-01'],
      ['hold_set', 'admin', MATTER.endsOn],
    ])
})

test('a hiring manager, whom the matter may concern, does not learn of a hold', async () => {
  const { mine, plain } = await prepareManagers(app(), NOON)
  const id = await insertApplicant(app().db, { job_id: mine, email: 'cy@example.com' })
  await hold(id)
  await hold(id, { ...MATTER, endsOn: '2026-05-01' })
  expect((await events(id)).map(([action]) => action)).toEqual(['hold_renewed', 'hold_set'])
  const own = await plain.request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))
  expect([own.status, own.body.heldUntil]).toEqual([200, null])
  const given = await plain.request<Application>('PATCH', pathTo(ADMIN_API.application, id), { feedback: 'Good.' })
  expect([given.status, given.body.heldUntil]).toEqual([200, null])
  const { status, body } = await plain.request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, id))
  expect([status, body.map(({ event }) => event.action)]).toEqual([200, ['feedback_changed']])
})

test('a hold lasts through its last day and then ends by itself, once', async () => {
  await hold(first, { ...MATTER, endsOn: '2026-03-03' })
  await goTo(DAY)
  await app().runWork('end-legal-holds')
  expect(await read(first)).not.toBeNull()
  await goTo(2 * DAY)
  // Two processes: the scheduler of one lets the second run wait.
  const { db, now: clock } = app()
  const work = endingHolds({ db, clock, today: createToday(clock, readConfig({}, 'development').company.timeZone) })
  const { signal } = new AbortController()
  await Promise.all([work.run(signal), work.run(signal)])
  expect(await read(first)).toBeNull()
  for (const id of [first, second])
    expect(await events(id)).toEqual([
      ['hold_ended', null, undefined],
      ['hold_set', 'admin', '2026-03-03'],
    ])
  const { entries } = (await admin().request<AuditPage>('GET', `${ADMIN_API.audit}?action=hold_ended`)).body
  expect(entries.map(({ by }) => by)).toEqual(['program', 'program'])
})

test.each([
  ['without a reason', { ...MATTER, reason: ' ' }, 'reason'],
  ['without a last day', { reason: 'x' }, 'endsOn'],
  ['until a day that is over', { ...MATTER, endsOn: '2026-03-01' }, 'endsOn'],
  ['for longer than ten years', { ...MATTER, endsOn: '2036-03-20' }, 'endsOn'],
])('a hold %s is refused, and says why at its field', async (_what, body, path) => {
  const refused = await hold(first, body)
  expect([refused.status, refused.body.issues?.map((issue) => issue.path)]).toEqual([400, [path]])
  expect(await list()).toEqual([])
})

test('a hold on an application that is gone is not found', async () => {
  expect((await hold(first + 1_000)).status).toBe(404)
  expect((await end(first + 1_000)).status).toBe(404)
})

test('nobody deletes an application of a person who is held, alone or among others', async () => {
  const [held, other] = [
    await insertApplicant(app().db, { email: 'held@example.com' }),
    await insertApplicant(app().db),
  ]
  const hold = { reason: 'Claim 7', endsOn: '2026-09-01' }
  expect((await admin().send('PUT', pathTo(ADMIN_API.legalHold, held), hold)).status).toBe(200)
  const alone = await admin().send('DELETE', pathTo(ADMIN_API.adminApplication, held))
  expect([alone.status, (await alone.json()).code]).toEqual([409, 'legal_hold'])
  const applications = [held, other, 2_147_483_647].map((id) => ({ id }))
  const { body } = await admin().request('POST', ADMIN_API.deleteApplications, { applications })
  expect(body).toEqual({
    deleted: [other],
    refused: [
      { id: held, reason: 'held' },
      { id: 2_147_483_647, reason: 'not_found' },
    ],
  })
  expect((await admin().send('DELETE', pathTo(ADMIN_API.legalHold, held))).status).toBe(204)
  expect((await admin().send('DELETE', pathTo(ADMIN_API.adminApplication, held))).status).toBe(204)
})
