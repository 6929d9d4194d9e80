import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import type { MadeChange, UndoneChange } from '../../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../../contract/wire/error.ts'
import { MAX_CHANGED_TOGETHER } from '../../../../contract/wire/limits.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../../test/admin-client.ts'
import { refuseInserts } from '../../../../test/databases/refuse-inserts.ts'
import { insertApplicant, insertApplicants } from '../../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())

const NEVER_GIVEN = 2_147_483_647

const goTo = async (now: Date | undefined) => {
  app.setNow(now)
  admin = adminClient(app, await app.signIn())
}
const change = (change: object, applications: { id: number; version?: number }[]) =>
  admin.request<MadeChange & ErrorBody>('POST', ADMIN_API.applicationChanges, { change, applications })
const read = async (id: number) =>
  (await admin.request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))).body
const events = async (id: number) => {
  const { body } = await admin.request<{ event: object }[]>('GET', pathTo(ADMIN_API.applicationHistory, id))
  return body.map(({ event }) => event)
}
async function insertMany(count: number): Promise<{ id: number; version: number }[]> {
  const name = `Group ${Math.random()}`
  await insertApplicants(
    app.db,
    Array.from({ length: count }, () => ({ name })),
  )
  return app.db.selectFrom('applications').select(['id', 'version']).where('name', '=', name).orderBy('id').execute()
}

test('40 applications are rejected in one request and brought back by one undo', async () => {
  const forty = await insertMany(40)
  const { status, body } = await change({ status: 'rejected' }, forty)
  expect(status).toBe(200)
  expect(body.changed.map(({ id, version, status }) => [id, version, status])).toEqual(
    forty.map(({ id }) => [id, 2, 'rejected']),
  )
  expect(body).toMatchObject({ refused: [], unchanged: [] })
  const undo = await admin.request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, Number(body.id)))
  expect(undo.status).toBe(200)
  expect(undo.body).toMatchObject({ refused: [], unchanged: [] })
  expect(undo.body.changed.map(({ id, version, status }) => [id, version, status])).toEqual(
    forty.map(({ id }) => [id, 3, 'pending']),
  )
  expect(await events(forty[0]?.id ?? 0)).toEqual([
    { action: 'status_changed', from: 'rejected', to: 'pending', undone: true },
    { action: 'status_changed', from: 'pending', to: 'rejected' },
  ])
})

test('applications are archived and unarchived together, and keep their status', async () => {
  const [one, other] = [await insertApplicant(app.db, { status: 'hired' }), await insertApplicant(app.db)]
  const { body } = await change({ archived: true }, [{ id: one }, { id: other }])
  expect(body.changed.map(({ archived, status }) => [archived, status])).toEqual([
    [true, 'hired'],
    [true, 'pending'],
  ])
  expect((await change({ archived: false }, [{ id: one }, { id: other }])).body.changed).toHaveLength(2)
  expect(await read(one)).toMatchObject({ archived: false, status: 'hired', version: 3 })
})

test('who was decided since it was read is refused by name, with what the other did; the others are changed', async () => {
  const [stale, fresh] = [await insertApplicant(app.db, { name: 'Stale Reader' }), await insertApplicant(app.db)]
  await admin.request('PATCH', pathTo(ADMIN_API.application, stale), { status: 'hired', feedback: 'Strong' })
  const { body } = await change({ status: 'rejected' }, [
    { id: stale, version: 1 },
    { id: fresh, version: 1 },
  ])
  expect(body.changed.map(({ id }) => id)).toEqual([fresh])
  expect(body.refused).toEqual([
    {
      ...{ id: stale, name: 'Stale Reader', reason: 'changed_meanwhile', stored: await read(stale) },
      since: [
        expect.objectContaining({ by: 'admin', event: expect.objectContaining({ from: 'pending', to: 'hired' }) }),
      ],
    },
  ])
  expect(await read(stale)).toMatchObject({ status: 'hired', feedback: 'Strong', version: 2 })
})

test('a change of another field since it was read is no conflict', async () => {
  const many = await insertMany(3)
  for (const { id } of many) {
    await admin.request('PATCH', pathTo(ADMIN_API.application, id), { feedback: 'Strong' })
    await admin.request('PATCH', pathTo(ADMIN_API.application, id), {
      ...{ interviewDate: '2027-01-15T09:30:00.000Z', status: 'pending' },
    })
  }
  expect((await change({ status: 'reviewing' }, many)).body.changed).toMatchObject(
    many.map(({ id }) => ({ id, status: 'reviewing', feedback: 'Strong', version: 4 })),
  )
  expect((await change({ archived: true }, many)).body).toMatchObject({ refused: [] })
  expect((await change({ status: 'hired' }, many)).body.refused).toHaveLength(3)
})

test('a version that was never stored is refused', async () => {
  const id = await insertApplicant(app.db)
  const { body } = await change({ status: 'hired' }, [{ id, version: 7 }])
  expect(body.refused).toMatchObject([{ id, reason: 'changed_meanwhile', since: [] }])
})

test('deleted and quarantined applications are refused, and the others are changed', async () => {
  const deleted = await insertApplicant(app.db)
  await admin.send('DELETE', pathTo(ADMIN_API.adminApplication, deleted))
  const spam = await insertApplicant(app.db, { name: 'Buy Now', quarantined: 1 })
  const good = await insertApplicant(app.db)
  const { body } = await change({ status: 'interview' }, [{ id: deleted }, { id: spam }, { id: good }])
  expect(body.changed.map(({ id }) => id)).toEqual([good])
  expect(body.refused).toEqual([
    { id: deleted, name: null, reason: 'not_found', stored: null },
    { id: spam, name: 'Buy Now', reason: 'quarantined', stored: await read(spam) },
  ])
  expect(await read(spam)).toMatchObject({ status: 'pending', version: 1 })
})

test('an application that has the value already is neither changed nor refused, whatever version was read', async () => {
  const id = await insertApplicant(app.db, { status: 'hired' })
  const { body } = await change({ status: 'hired' }, [{ id, version: 7 }])
  expect(body).toMatchObject({ id: null, undoableUntil: null, changed: [], refused: [], unchanged: [id] })
  expect(await events(id)).toEqual([])
})

test('a request that is repeated because its response was lost gets the first response, and can be undone', async () => {
  const [one, other, third] = await insertMany(3)
  const sent = [one, other, third].flatMap((row) => row ?? [])
  const first = await change({ status: 'rejected' }, sent)
  expect(await change({ status: 'rejected' }, sent)).toEqual(first)
  await app.db
    .updateTable('audit_trail')
    .set({ account_id: 99, username: 'ben' })
    .where('subject_id', '=', Number(third?.id))
    .execute()
  const again = await change({ status: 'rejected' }, sent)
  expect(again.body).toMatchObject({
    id: first.body.id,
    undoableUntil: first.body.undoableUntil,
    unchanged: [third?.id],
  })
  await admin.request('POST', pathTo(ADMIN_API.undoApplicationChange, Number(again.body.id)))
  expect(await read(Number(one?.id))).toMatchObject({ status: 'pending' })
})

test('a repeated request that names no versions gets the first response too, as long as that can be undone', async () => {
  const NOON = new Date('2026-03-02T12:00:00.000Z')
  await goTo(NOON)
  const two = (await insertMany(2)).map(({ id }) => ({ id }))
  const first = await change({ status: 'rejected' }, two)
  expect(first.body).toMatchObject({ id: expect.any(Number), changed: two, unchanged: [] })
  expect(await change({ status: 'rejected' }, two)).toEqual(first)
  const ben = adminClient(app, await signInAs(app, 'ben', { now: NOON }))
  const ofBen = await ben.request('POST', ADMIN_API.applicationChanges, {
    ...{ change: { status: 'rejected' }, applications: two },
  })
  expect(ofBen.body).toMatchObject({ id: null, changed: [], unchanged: two.map(({ id }) => id) })
  await goTo(new Date('2026-03-02T12:10:00.001Z'))
  const late = (await change({ status: 'rejected' }, two)).body
  expect(late).toMatchObject({ id: null, changed: [], unchanged: two.map(({ id }) => id) })
  await goTo(new Date('2026-03-02T12:05:00.000Z'))
  const again = (await change({ status: 'rejected' }, two)).body
  await admin.request('POST', pathTo(ADMIN_API.undoApplicationChange, Number(again.id)))
  expect(await read(Number(two[0]?.id))).toMatchObject({ status: 'pending' })
  await goTo(undefined)
})

test('without an entry of the history nothing is changed at all', async () => {
  const other = await startTestApp()
  const client = adminClient(other, await other.signIn())
  const ids = [await insertApplicant(other.db), await insertApplicant(other.db)]
  await refuseInserts(other.db, 'audit_trail')
  const body = { change: { status: 'hired' }, applications: ids.map((id) => ({ id })) }
  expect((await client.send('POST', ADMIN_API.applicationChanges, body)).status).toBe(500)
  const stored = await other.db.selectFrom('applications').select('status').execute()
  expect(stored).toEqual([{ status: 'pending' }, { status: 'pending' }])
  expect(await other.db.selectFrom('application_changes').selectAll().execute()).toEqual([])
  await other.stop()
})

test('two requests for the same 200 applications in opposite orders both end, and each changes all', async () => {
  const many = await insertMany(200)
  for (let round = 0; round < 5; round++) {
    const ids = many.map(({ id }) => ({ id }))
    const [one, other] = await Promise.all([
      change({ status: round % 2 ? 'hired' : 'reviewing' }, ids),
      change({ archived: round % 2 === 0 }, ids.toReversed()),
    ])
    expect([one.status, other.status]).toEqual([200, 200])
    expect([one.body.changed.length, other.body.changed.length]).toEqual([200, 200])
  }
  expect(await read(many[0]?.id ?? 0)).toMatchObject({ version: 11 })
})

test('of two requests that read the same versions, one changes each application and the other is refused', async () => {
  const many = await insertMany(50)
  const [one, other] = await Promise.all([
    change({ status: 'hired' }, many),
    change({ status: 'rejected' }, many.toReversed()),
  ])
  expect(one.body.changed.length + other.body.changed.length).toBe(50)
  expect(one.body.refused.length + other.body.refused.length).toBe(50)
})

test(`${MAX_CHANGED_TOGETHER} applications are changed in one request, and undone in another`, async () => {
  const { body } = await change({ status: 'reviewing' }, await insertMany(MAX_CHANGED_TOGETHER))
  const undo = await admin.request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, Number(body.id)))
  expect([body.changed.length, undo.body.changed.length]).toEqual([MAX_CHANGED_TOGETHER, MAX_CHANGED_TOGETHER])
})

test.each<[string, unknown, object]>([
  [
    '501 applications',
    { change: { status: 'hired' }, applications: Array.from({ length: 501 }, (_, index) => ({ id: index + 1 })) },
    { path: 'applications', message: 'Name at most 500 applications' },
  ],
  [
    'no application',
    { change: { status: 'hired' }, applications: [] },
    { path: 'applications', message: 'Name at least one application' },
  ],
  [
    'an application twice',
    { change: { status: 'hired' }, applications: [{ id: 1 }, { id: 1, version: 2 }] },
    { path: 'applications', message: 'Name each application once' },
  ],
  [
    'a status and the archive',
    { change: { status: 'hired', archived: true }, applications: [{ id: 1 }] },
    { path: 'change', message: 'Name either a status or archived' },
  ],
  ['no change', { change: {}, applications: [{ id: 1 }] }, { message: 'Name either a status or archived' }],
  ['an unknown status', { change: { status: 'x' }, applications: [{ id: 1 }] }, {}],
  ['quarantine', { change: { quarantined: false }, applications: [{ id: 1 }] }, {}],
  ['feedback', { change: { feedback: 'x' }, applications: [{ id: 1 }] }, {}],
  ['an id as text', { change: { archived: true }, applications: [{ id: '1' }] }, { path: 'applications.0.id' }],
  ['an id of 0', { change: { archived: true }, applications: [{ id: 0 }] }, { path: 'applications.0.id' }],
  ['another field', { change: { archived: true }, applications: [{ id: 1, archived: true }] }, {}],
  ['a version of 0', { change: { archived: true }, applications: [{ id: 1, version: 0 }] }, {}],
  ['one object', { change: { archived: true }, applications: { id: 1 } }, { path: 'applications' }],
  ['an array', [], {}],
])('POST /api/admin/application-changes refuses %s and says why', async (_what, sent, issue) => {
  const { status, body } = await admin.request<ErrorBody>('POST', ADMIN_API.applicationChanges, sent)
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid_request', issues: [issue] })
})

test.each([
  ADMIN_API.applicationChanges,
  pathTo(ADMIN_API.undoApplicationChange, 1),
  ADMIN_API.deleteApplications,
  ADMIN_API.downloadResumes,
])('POST %s needs a sign-in', async (path) => {
  expect((await app.request(path, { method: 'POST' })).status).toBe(401)
})

test('an application that was never there is refused, and nothing is recorded', async () => {
  const { body } = await change({ archived: true }, [{ id: NEVER_GIVEN }])
  expect(body).toMatchObject({ id: null, changed: [], refused: [{ id: NEVER_GIVEN, reason: 'not_found' }] })
})
