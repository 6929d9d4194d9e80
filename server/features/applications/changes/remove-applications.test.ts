import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DeletedApplications } from '../../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../../test/admin-client.ts'
import { apply, insertApplicant, insertApplicants } from '../../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())

const remove = (...ids: number[]) =>
  admin.request<DeletedApplications>('POST', ADMIN_API.deleteApplications, { applications: ids.map((id) => ({ id })) })

test('applications are deleted together with their files and their words in the search, and the missing ones are named', async () => {
  const [one, quarantined, stays] = [
    await apply(app, { name: 'Olga Deleted' }),
    await insertApplicant(app.db, { quarantined: 1 }),
    await apply(app),
  ]
  expect(await remove(quarantined, 2_147_483_647, one)).toEqual({
    status: 200,
    body: { deleted: [quarantined, one], refused: [{ id: 2_147_483_647, reason: 'not_found' }] },
  })
  await vi.waitFor(async () => expect(await app.storedFiles()).toHaveLength(1))
  expect((await admin.request('GET', `${ADMIN_API.applications}?q=olga`)).body).toEqual([])
  const { body } = await admin.request<{ event: object; by: string }[]>(
    'GET',
    pathTo(ADMIN_API.applicationHistory, one),
  )
  expect(body[0]).toMatchObject({ by: 'admin', event: { action: 'deleted' } })
  expect((await admin.send('GET', pathTo(ADMIN_API.adminApplication, stays))).status).toBe(200)
})

test('two requests that delete the same applications in opposite orders both end, and each is deleted once', async () => {
  await insertApplicants(
    app.db,
    Array.from({ length: 100 }, () => ({ name: 'Deleted Twice' })),
  )
  const rows = await app.db.selectFrom('applications').select('id').where('name', '=', 'Deleted Twice').execute()
  const ids = rows.map(({ id }) => id)
  const [one, other] = await Promise.all([remove(...ids), remove(...ids.toReversed())])
  expect(one.body.deleted.length + other.body.deleted.length).toBe(100)
  expect(one.body.refused.length + other.body.refused.length).toBe(100)
})

test('500 applications are deleted in one request, and other requests come between', async () => {
  await insertApplicants(
    app.db,
    Array.from({ length: 500 }, () => ({ name: 'One Of Many' })),
  )
  const rows = await app.db.selectFrom('applications').select('id').where('name', '=', 'One Of Many').execute()
  const ids = rows.map(({ id }) => id)
  const statusOf = async (id = 0) => (await admin.send('GET', pathTo(ADMIN_API.adminApplication, id))).status
  const removal = remove(...ids)
  await vi.waitFor(async () => expect(await statusOf(ids[0])).toBe(404), { interval: 1, timeout: 10_000 })
  expect(await statusOf(ids.at(-1))).toBe(200)
  expect((await removal).body.deleted).toHaveLength(500)
})

test.each([
  ['no application', []],
  ['an application twice', [{ id: 1 }, { id: 1 }]],
  ['a version', [{ id: 1, version: 1 }]],
  ['bare ids', [1]],
  ['501 applications', Array.from({ length: 501 }, (_, index) => ({ id: index + 1 }))],
])('a deletion that names %s is refused, and nothing is deleted', async (_what, applications) => {
  const before = await app.db.selectFrom('applications').select('id').execute()
  expect((await admin.send('POST', ADMIN_API.deleteApplications, { applications })).status).toBe(400)
  expect(await app.db.selectFrom('applications').select('id').execute()).toEqual(before)
})
