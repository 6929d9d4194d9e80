import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Tag, Tagged } from '../../contract/team/tags.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import { removeApplications } from '../../server/features/applications/changes/remove-applications.ts'
import { changeTag, deleteTag } from '../../server/features/tags/change-tags.ts'
import { tagApplications } from '../../server/features/tags/tag-applications.ts'
import { sqlStateOf } from '../../server/platform/database/constraints.ts'
import { lockRow } from '../../server/platform/database/row-locks.ts'
import { RequestError } from '../../server/platform/http/request-error.ts'
import { type AdminClient, adminClient } from '../admin-client.ts'
import { insertApplicant } from '../factories.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp({})
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('applications').execute()
  await app.db.deleteFrom('tags').execute()
})

const make = async (name: string) => (await admin.request<Tag>('POST', ADMIN_API.tags, { name, color: 'teal' })).body.id
const merge = (id: number, mergesInto: number) =>
  admin.request<Tag>('PATCH', pathTo(ADMIN_API.tag, id), { name: 'x', color: 'red', mergesInto })
const remove = (id: number) => admin.send('DELETE', pathTo(ADMIN_API.tag, id))
const put = (tag: number, applications: number[]) =>
  admin.request<Tagged>('POST', ADMIN_API.applicationTags, { put: [tag], take: [], applications })
const insertMany = async (count: number) => {
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) ids.push(await insertApplicant(app.db))
  return ids
}
/** Stored in the order of the ids that are given, which a change of many rows follows. */
const store = (tag: number, applications: number[]) =>
  app.db
    .insertInto('application_tags')
    .values(applications.map((application_id) => ({ application_id, tag_id: tag })))
    .execute()
const tagged = async (tag: number) => {
  const rows = app.db.selectFrom('application_tags').select('application_id').where('tag_id', '=', tag)
  return (await rows.orderBy('application_id').execute()).map(({ application_id }) => application_id)
}

/** Waits until so many transactions wait for a lock. */
const untilWaiting = (count: number) =>
  vi.waitFor(
    async () => {
      const waiting = sql<{ count: string }>`select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      expect(Number((await waiting.execute(app.db)).rows[0]?.count)).toBe(count)
    },
    { timeout: 30_000, interval: 10 },
  )

test('a merge that meets the tagging of the same applications waits for it, and both are made', async () => {
  const [from, into] = [await make('Night'), await make('Night shift')]
  const ids = await insertMany(3)
  await store(from, ids.toReversed())
  let requests: Promise<{ status: number }[]> | undefined
  await app.db.transaction().execute(async (trx) => {
    await lockRow(trx, 'applications', ids[1] ?? 0)
    const tagging = put(into, ids)
    await untilWaiting(1)
    requests = Promise.all([tagging, merge(from, into)])
    await untilWaiting(2)
  })
  expect((await requests)?.map(({ status }) => status)).toEqual([200, 200])
  expect(await tagged(into)).toEqual(ids)
})

test('a tag that is put on applications while it is merged goes to the other one, or is refused as gone', async () => {
  const [from, into] = [await make('Night'), await make('Night shift')]
  const ids = await insertMany(4)
  await store(from, ids.slice(0, 2).toReversed())
  let requests: Promise<{ status: number }[]> | undefined
  await app.db.transaction().execute(async (trx) => {
    await lockRow(trx, 'applications', ids[1] ?? 0)
    const merging = merge(from, into)
    await untilWaiting(1)
    requests = Promise.all([merging, put(from, ids.slice(2))])
    await untilWaiting(2)
  })
  expect((await requests)?.map(({ status }) => status)).toEqual([200, 404])
  expect(await tagged(into)).toEqual(ids.slice(0, 2))
})

test('merges, deletions, tagging and the removal of applications at once wait in no circle', async () => {
  const author = { by: { id: 1, username: 'admin', displayName: null }, now: new Date() }
  for (let round = 0; round < 4; round += 1) {
    const [one, two, three] = [await make('One'), await make('Two'), await make('Three')]
    const ids = await insertMany(60)
    for (const tag of [one, two]) await store(tag, ids.toReversed())
    await store(three, ids.slice(0, 30))
    const tag = (put: number, applications: number[]) =>
      tagApplications(app, author, { put: [put], take: [], applications })
    const changeTo = (mergesInto: number) => ({ name: 'x', color: 'red' as const, mergesInto })
    const outcomes = await Promise.allSettled([
      changeTag(app, { ...author, id: one }, changeTo(two)),
      deleteTag(app, { ...author, id: three }),
      changeTag(app, { ...author, id: two }, changeTo(one)),
      tag(two, ids.toReversed()),
      tag(one, ids),
      removeApplications({ db: app.db, outbox: { wake: () => undefined } }, author, ids.slice(0, 10)),
    ])
    // A tag that is gone is refused; a lock may be waited for too long at a busy machine.
    const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    const harmless = (fault: unknown) => fault instanceof RequestError || sqlStateOf(fault) === '55P03'
    expect(faults.filter((fault) => !harmless(fault))).toEqual([])
    for (const id of [one, two, three]) await remove(id)
  }
})
