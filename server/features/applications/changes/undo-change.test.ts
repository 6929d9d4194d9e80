import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import type { MadeChange, UndoneChange } from '../../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../../contract/wire/error.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../../test/admin-client.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  app.setNow(new Date(NOW))
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())

const NOW = Date.parse('2026-05-04T10:00:00.000Z')

/** Gives applications a status and returns the id of the change. */
async function change(status: string, ...ids: number[]): Promise<number> {
  const sent = { change: { status }, applications: ids.map((id) => ({ id })) }
  const { body } = await admin.request<MadeChange>('POST', ADMIN_API.applicationChanges, sent)
  return Number(body.id)
}
const undo = (changeId: number, client = admin) =>
  client.request<UndoneChange & ErrorBody>('POST', pathTo(ADMIN_API.undoApplicationChange, changeId))
const read = async (id: number) =>
  (await admin.request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))).body
type Entry = { by: string; event: { action: string; changeId?: number; undoableUntil?: string } }
const newestEntry = async (id: number, action?: string) =>
  (await admin.request<Entry[]>('GET', pathTo(ADMIN_API.applicationHistory, id))).body.find(
    ({ event }) => action === undefined || event.action === action,
  ) as Entry

test('each application gets back the status that it had', async () => {
  const ids = [
    await insertApplicant(app.db, { status: 'reviewing' }),
    await insertApplicant(app.db, { status: 'interview' }),
    await insertApplicant(app.db, { status: 'hired' }),
  ]
  const { body } = await undo(await change('rejected', ...ids))
  expect(body.changed.map(({ id, status }) => [id, status])).toEqual([
    [ids[0], 'reviewing'],
    [ids[1], 'interview'],
    [ids[2], 'hired'],
  ])
})

test('any admin may undo a change, and the history says who did', async () => {
  const id = await insertApplicant(app.db)
  const otherAdmin = adminClient(app, await signInAs(app, 'ben', { now: new Date(NOW) }))
  expect((await undo(await change('rejected', id), otherAdmin)).status).toBe(200)
  expect(await newestEntry(id)).toMatchObject({
    by: 'ben',
    event: { action: 'status_changed', from: 'rejected', to: 'pending', undone: true },
  })
})

test('an undo leaves a later decision for the same status alone, and changes are undone from the last one', async () => {
  const id = await insertApplicant(app.db)
  const first = await change('rejected', id)
  const second = await change('pending', id)
  const third = await change('rejected', id)
  expect((await undo(first)).body.refused).toMatchObject([{ id, reason: 'changed_meanwhile' }])
  expect(await read(id)).toMatchObject({ status: 'rejected' })
  for (const changeId of [third, second, first]) expect((await undo(changeId)).body.changed).toHaveLength(1)
  expect(await read(id)).toMatchObject({ status: 'pending' })
})

test('a change is undone once', async () => {
  const id = await insertApplicant(app.db)
  const changeId = await change('rejected', id)
  const both = await Promise.all([undo(changeId), undo(changeId)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { status, body } = await undo(changeId)
  expect(status).toBe(409)
  expect(body).toEqual({ code: 'already_undone', message: 'This change has already been undone.' })
  expect(await read(id)).toMatchObject({ status: 'pending', version: 3 })
})

test('after ten minutes a change stays, and the history offers no undo', async () => {
  const id = await insertApplicant(app.db)
  const changeId = await change('rejected', id)
  expect((await newestEntry(id)).event).toMatchObject({ changeId, undoableUntil: '2026-05-04T10:10:00.000Z' })
  app.setNow(new Date(NOW + 10 * 60_000 + 1))
  expect((await newestEntry(id)).event).toEqual({ action: 'status_changed', from: 'pending', to: 'rejected' })
  const { status, body } = await undo(changeId)
  expect(status).toBe(409)
  expect(body.code).toBe('undo_expired')
  app.setNow(new Date(NOW + 10 * 60_000))
  expect((await undo(changeId)).status).toBe(200)
  expect(await read(id)).toMatchObject({ status: 'pending' })
})

test('the next change a day later deletes the row of an old one', async () => {
  const id = await insertApplicant(app.db)
  const old = await change('rejected', id)
  app.setNow(new Date(NOW + 24 * 60 * 60_000 + 1))
  admin = adminClient(app, await app.signIn())
  await change('hired', id)
  expect(await undo(old)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('who was changed or deleted since is refused by name, and the others get back what they had', async () => {
  const [kept, changed, deleted, restored] = [
    await insertApplicant(app.db),
    await insertApplicant(app.db, { name: 'Hana Hired' }),
    await insertApplicant(app.db),
    await insertApplicant(app.db),
  ]
  const changeId = await change('rejected', kept, changed, deleted, restored)
  await change('hired', changed)
  await admin.send('DELETE', pathTo(ADMIN_API.adminApplication, deleted))
  await change('pending', restored)
  const { status, body } = await undo(changeId)
  expect(status).toBe(200)
  expect(body.changed.map(({ id }) => id)).toEqual([kept])
  expect(body.refused).toEqual([
    { id: changed, name: 'Hana Hired', reason: 'changed_meanwhile', stored: await read(changed) },
    { id: deleted, name: null, reason: 'not_found', stored: null },
  ])
  expect(body.unchanged).toEqual([restored])
})

test('feedback that was written since stays', async () => {
  const id = await insertApplicant(app.db)
  const changeId = await change('rejected', id)
  await admin.request('PATCH', pathTo(ADMIN_API.application, id), { feedback: 'Too far away' })
  expect((await undo(changeId)).body.changed).toMatchObject([{ id, status: 'pending', feedback: 'Too far away' }])
})

const INTERVIEW = { status: 'interview', interviewDate: '2027-01-15T09:30:00.000Z' }

test('a change of one application by the specified requests can be undone from its history, date included', async () => {
  const id = await insertApplicant(app.db)
  const requests = [
    [ADMIN_API.application, INTERVIEW, { status: 'pending', interviewDate: null }],
    [ADMIN_API.adminApplication, { archived: true }, { archived: false }],
  ] as const
  for (const [path, sent, before] of requests) {
    await admin.request('PATCH', pathTo(path, id), sent)
    const { event } = (await admin.request<Entry[]>('GET', pathTo(ADMIN_API.applicationHistory, id))).body.find(
      (entry) => entry.event.changeId !== undefined,
    ) as Entry
    expect((await undo(Number(event.changeId))).body.changed).toMatchObject([before])
  }
})

test('what one PATCH did to a quarantined application can be undone', async () => {
  const id = await insertApplicant(app.db, { quarantined: 1 })
  await admin.request('PATCH', pathTo(ADMIN_API.application, id), { status: 'rejected' })
  const { changeId } = (await newestEntry(id)).event
  expect((await undo(Number(changeId))).body.changed).toMatchObject([{ id, status: 'pending', quarantined: true }])
})

test('an undo leaves an interview date alone that was set since, or before', async () => {
  const interviewDate = '2027-02-01T08:00:00.000Z'
  const patch = (id: number, changes: object) => admin.request('PATCH', pathTo(ADMIN_API.application, id), changes)
  const [since, before] = [await insertApplicant(app.db), await insertApplicant(app.db)]
  await patch(since, INTERVIEW)
  const { changeId } = (await newestEntry(since, 'status_changed')).event
  await patch(since, { interviewDate })
  await patch(before, { interviewDate, status: 'pending' })
  for (const made of [Number(changeId), await change('interview', before)])
    expect((await undo(made)).body.changed).toMatchObject([{ status: 'pending', interviewDate }])
})

test('a change of the feedback alone is none that can be undone', async () => {
  const id = await insertApplicant(app.db)
  await admin.request('PATCH', pathTo(ADMIN_API.application, id), { status: 'pending', feedback: 'Good' })
  expect((await newestEntry(id)).event).toEqual({ action: 'feedback_changed' })
})

test('an undo that can put nothing back can be tried again', async () => {
  const id = await insertApplicant(app.db)
  const changeId = await change('rejected', id)
  const later = await change('hired', id)
  expect((await undo(changeId)).body.refused).toHaveLength(1)
  await undo(later)
  expect((await undo(changeId)).body.changed).toMatchObject([{ id, status: 'pending' }])
})

test.each(['2147483647', '0', '-1', 'x', '1e3'])('a change %s does not exist', async (id) => {
  expect((await admin.send('POST', ADMIN_API.undoApplicationChange.replace(':id', id))).status).toBe(404)
})
