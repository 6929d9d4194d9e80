import { beforeEach, expect, test } from 'vitest'
import type { AuditEntry } from '../../../contract/accounts/audit.ts'
import type { SavedView } from '../../../contract/team/saved-views.ts'
import type { Tag } from '../../../contract/team/tags.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { SAVED_VIEW } from '../../../contract/wire/limits.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { untilLockWaits } from '../../../test/databases/until-lock-waits.ts'
import { prepareManagers } from '../../../test/managers/manager-kit.ts'
import { NOON, prepareMail } from '../../../test/smtp/mail-kit.ts'
import { lockRow } from '../../platform/database/row-locks.ts'

const { app, admin } = prepareMail({ clears: ['jobs', 'saved_views', 'tags'] })

/** Owner: `admin()`. Rita and Remy recruit; Paul reads a posting. */
let rita: AdminClient
let remy: AdminClient
let kit: Awaited<ReturnType<typeof prepareManagers>>
beforeEach(async () => {
  await app().db.deleteFrom('accounts').where('id', '>', 1).execute()
  kit = await prepareManagers(app(), NOON)
  const signIn = async (name: string) =>
    adminClient(app(), await signInAs(app(), name, { now: new Date(NOON), role: 'recruiter' }))
  rita = await signIn('rita')
  remy = await signIn('remy')
})

const FIRST = { tab: 'pending', job: '', assigned: '', tags: '', search: '', sort: 'usual' }
const idOf = async (client: AdminClient) => (await client.request<{ id: number }>('GET', API.me)).body.id
const save = (client: AdminClient, name: string, filter: object = {}, isShared = false) =>
  client.request<SavedView & ErrorBody>('POST', ADMIN_API.savedViews, {
    ...{ name, isShared, filter: { ...FIRST, ...filter } },
  })
const change = (client: AdminClient, { id, version }: SavedView, body: object) =>
  client.request<SavedView & ErrorBody>('PATCH', pathTo(ADMIN_API.savedView, id), { version, ...body })
const remove = async (client: AdminClient, { id }: SavedView) =>
  (await client.send('DELETE', pathTo(ADMIN_API.savedView, id))).status
const list = async (client: AdminClient) =>
  (await client.request<{ views: SavedView[] }>('GET', ADMIN_API.savedViews)).body.views
const names = async (client: AdminClient) => (await list(client)).map(({ name }) => name)
const audited = async () => {
  const { body } = await admin().request<{ entries: AuditEntry[] }>('GET', ADMIN_API.audit)
  return body.entries.flatMap(({ event }) => (event && 'name' in event ? [[event.action, event.name]] : []))
}

test('a person saves what the list shows, reads it back whole, renames it, changes what it shows and deletes it', async () => {
  const filter = { tab: 'late', job: 'none', assigned: 'me', tags: '3,7', search: 'SCADA “edge” 100%', sort: '-name' }
  const { status, body: view } = await save(rita, ' Night  shift ', filter)
  expect([status, view]).toMatchObject([
    201,
    { name: 'Night  shift', filter, isShared: false, isOwn: true, version: 1 },
  ])
  expect(await list(rita)).toEqual([view])
  expect(await names(remy)).toEqual([])
  expect(await names(admin())).toEqual([])
  const renamed = await change(rita, view, { name: 'Nights' })
  expect(renamed.body).toMatchObject({ name: 'Nights', filter, version: 2 })
  expect((await change(rita, renamed.body, { filter: { ...FIRST, search: 'edge' } })).body).toMatchObject({
    ...{ name: 'Nights', filter: { ...FIRST, search: 'edge' }, version: 3 },
  })
  expect([await remove(rita, view), await remove(rita, view)]).toEqual([204, 204])
  expect(await list(rita)).toEqual([])
  expect(await audited()).not.toContainEqual([expect.anything(), 'Nights'])
})

test('a name is given once by each person, whatever its case and Unicode form, and a request that is sent twice saves once', async () => {
  const { body: view } = await save(rita, 'Pipeline Safety')
  expect(await save(rita, 'Pipeline Safety')).toEqual({ status: 201, body: view })
  for (const same of ['pipeline safety', 'Ｐipeline  Safety'])
    expect(await save(rita, same, { search: 'other' })).toMatchObject({
      ...{ status: 400, body: { code: 'invalid_request', issues: [{ path: 'name' }] } },
    })
  expect((await save(remy, 'PIPELINE SAFETY', {}, true)).status).toBe(201)
  const { body: second } = await save(rita, 'Second')
  expect((await change(rita, second, { name: 'PIPELINE safety' })).status).toBe(400)
  expect((await change(rita, view, { name: 'PIPELINE safety' })).body.name).toBe('PIPELINE safety')
  expect(await names(rita)).toEqual(['PIPELINE safety', 'PIPELINE SAFETY', 'Second'])
})

test.each([
  ['a name of spaces', { name: ' ​ ' }],
  ['a name that is too long', { name: 'x'.repeat(SAVED_VIEW.longest + 1) }],
  ['a tab that there is not', { filter: { ...FIRST, tab: 'stolen' } }],
  ['a posting without a number', { filter: { ...FIRST, job: "1' or 1=1" } }],
  ['a posting beyond all numbers', { filter: { ...FIRST, job: '9999999999' } }],
  ['more tags than an application can have', { filter: { ...FIRST, tags: '1,2,3,4,5,6,7,8,9,10,11' } }],
  ['words that are too long', { filter: { ...FIRST, search: 'x'.repeat(201) } }],
  ['an address in place of a filter', { filter: '?tab=hired' }],
  ['a filter with rows', { filter: { ...FIRST, ids: [1] } }],
])('%s is refused', async (_what, body) => {
  const sent = { name: 'x', filter: FIRST, isShared: false, ...body }
  expect((await rita.request('POST', ADMIN_API.savedViews, sent)).status).toBe(400)
  expect(await list(rita)).toEqual([])
})

test('a shared view is read by all, is changed by its author and by owners, and the audit trail says so', async () => {
  const { body: own } = await save(rita, 'For all')
  const { body: view } = await change(rita, own, { isShared: true })
  expect((await list(remy))[0]).toMatchObject({
    ...{ by: 'rita', isShared: true, isOwn: false, mayChange: false, mayDelete: false },
  })
  expect((await list(kit.plain))[0]).toMatchObject({ by: 'rita', mayChange: false })
  for (const client of [remy, kit.plain, kit.deciding]) {
    expect((await change(client, view, { name: 'Mine' })).status).toBe(403)
    expect((await change(client, view, { isShared: false })).status).toBe(403)
    expect(await remove(client, view)).toBe(403)
  }
  const { body: renamed } = await change(admin(), view, { name: 'For everyone' })
  expect(renamed).toMatchObject({ by: 'rita', isOwn: false, mayChange: true })
  const { body: takenBack } = await change(admin(), renamed, { isShared: false })
  expect([takenBack.isShared, await names(remy), await names(admin())]).toEqual([false, [], []])
  expect(await names(rita)).toEqual(['For everyone'])
  expect((await change(remy, takenBack, { name: 'Mine' })).status).toBe(404)
  expect(await remove(remy, takenBack)).toBe(204)
  await change(rita, takenBack, { isShared: true })
  expect(await remove(admin(), takenBack)).toBe(204)
  expect(await list(rita)).toEqual([])
  const ofView = (await audited()).filter(([, name]) => name?.startsWith('For '))
  expect(ofView.reverse()).toEqual([
    ['view_shared', 'For all'],
    ['shared_view_changed', 'For everyone'],
    ['view_taken_back', 'For everyone'],
    ['view_shared', 'For everyone'],
    ['shared_view_deleted', 'For everyone'],
  ])
})

test('an owner who renames the shared view of another person learns nothing of what that person keeps', async () => {
  await save(rita, 'Whom to let go')
  const { body: view } = await save(rita, 'For all', {}, true)
  const { status, body } = await change(admin(), view, { name: 'whom to LET go' })
  expect([status, body.message]).toEqual([400, 'This view cannot have this name. Choose another name.'])
})

test('hiring managers keep views of their own, and share none', async () => {
  const { body: view } = await save(kit.plain, 'My posting', { job: String(kit.mine) })
  expect(view.missing).toEqual([])
  expect((await save(kit.plain, 'For all', {}, true)).status).toBe(403)
  expect((await change(kit.plain, view, { isShared: true })).status).toBe(403)
  // Who may not share any more still takes back and deletes what is shared in the own name.
  const { body: shared } = await save(rita, 'Before', {}, true)
  await app().db.updateTable('accounts').set({ role: 'hiring_manager' }).where('username', '=', 'rita').execute()
  expect(await list(rita)).toMatchObject([{ name: 'Before', isOwn: true, mayChange: false, mayDelete: true }])
  expect((await change(rita, shared, { name: 'After' })).status).toBe(403)
  expect((await change(rita, shared, { filter: { ...FIRST, search: 'edge' } })).status).toBe(403)
  expect((await change(rita, shared, { isShared: false })).body).toMatchObject({
    ...{ name: 'Before', isShared: false, mayChange: true, mayDelete: true },
  })
})

test('a view that names what a viewer does not see opens for her like one that names what does not exist', async () => {
  const { body: tag } = await admin().request<Tag>('POST', ADMIN_API.tags, { name: 'Safety', color: 'teal' })
  const stranger = await signInAs(app(), 'stranger', {
    ...{ now: new Date(NOON), role: 'hiring_manager', assignments: [{ jobId: kit.other, decides: true }] },
  })
  const person = String(await idOf(adminClient(app(), stranger)))
  const hidden = { job: String(kit.other), assigned: person, tags: String(tag.id) }
  await save(rita, 'Hidden', hidden, true)
  await save(rita, 'Missing', { job: '99999', assigned: '99999', tags: '99999' }, true)
  await save(rita, 'General', { job: 'none' }, true)
  await save(rita, 'Seen', { job: String(kit.mine), assigned: String(await idOf(rita)), tags: String(tag.id) }, true)
  const missing = async (client: AdminClient) =>
    Object.fromEntries((await list(client)).map((view) => [view.name, view.missing]))
  const gone = ['job', 'assigned', 'tags']
  expect(await missing(remy)).toEqual({ Hidden: [], Missing: gone, General: [], Seen: [] })
  expect(await missing(kit.plain)).toEqual({ Hidden: ['job', 'assigned'], Missing: gone, General: ['job'], Seen: [] })
  expect(JSON.stringify(await list(kit.plain))).not.toMatch(/Secret Project Lead|stranger|Safety/)
  await app().db.deleteFrom('jobs').where('id', '=', kit.other).execute()
  await app().db.deleteFrom('tags').execute()
  await app()
    .db.updateTable('accounts')
    .set({ deactivated_at: '2026-01-01' })
    .where('id', '=', Number(person))
    .execute()
  expect((await missing(remy)).Hidden).toEqual(gone)
})

test('views that filter by a tag filter by the one into which it is merged', async () => {
  const make = async (name: string) =>
    (await admin().request<Tag>('POST', ADMIN_API.tags, { name, color: 'teal' })).body.id
  const [safe, safety, night] = [await make('Safe'), await make('Safety'), await make('Night')]
  await save(rita, 'One', { tags: `${night},${safe}` })
  await save(rita, 'Both', { tags: `${safe},${safety}` })
  await save(rita, 'Other', { tags: `${safe}${night}` })
  await admin().request('PATCH', pathTo(ADMIN_API.tag, safe), { name: 'x', color: 'red', mergesInto: safety })
  expect(Object.fromEntries((await list(rita)).map((view) => [view.name, view.filter.tags]))).toEqual({
    ...{ One: `${night},${safety}`, Both: String(safety), Other: `${safe}${night}` },
  })
})

test.each([
  ['without its parts', '{}'],
  ['of another version', JSON.stringify({ ...FIRST, tags: '7', color: 'teal' })],
  ['by a tab that there is not', JSON.stringify({ ...FIRST, tab: 'stolen' })],
])('a stored filter %s takes its view out of the list, and no other', async (_what, filter) => {
  const { body: odd } = await save(rita, 'Odd', {}, true)
  const { body: seen } = await save(rita, 'Seen', {}, true)
  await app().db.updateTable('saved_views').set({ filter }).where('id', '=', odd.id).execute()
  expect([await names(rita), await names(remy)]).toEqual([['Seen'], ['Seen']])
  expect((await change(rita, odd, { name: 'Other' })).status).toBe(404)
  expect((await change(rita, seen, { name: 'Still seen' })).status).toBe(200)
  expect(await remove(rita, odd)).toBe(204)
})

test('a tag is merged in views that another version has stored too, and all else of them stays', async () => {
  const make = async (name: string) =>
    (await admin().request<Tag>('POST', ADMIN_API.tags, { name, color: 'teal' })).body.id
  const [safe, safety] = [await make('Safe'), await make('Safety')]
  const { body: view } = await save(rita, 'Odd')
  const stored = (tags: string) => JSON.stringify({ ...FIRST, tags, color: 'teal' })
  const row = app().db.updateTable('saved_views').where('id', '=', view.id)
  await row.set({ filter: stored(String(safe)) }).execute()
  await admin().request('PATCH', pathTo(ADMIN_API.tag, safe), { name: 'x', color: 'red', mergesInto: safety })
  const { filter } = await app().db.selectFrom('saved_views').select('filter').executeTakeFirstOrThrow()
  expect(JSON.parse(filter)).toEqual(JSON.parse(stored(String(safety))))
})

test('one who has read a view before another one changed it is told so, and nothing is changed', async () => {
  const { body: view } = await save(rita, 'For all', {}, true)
  const { body: changed } = await change(admin(), view, { name: 'For everyone' })
  expect(await change(rita, view, { filter: { ...FIRST, search: 'edge' } })).toMatchObject({
    ...{ status: 409, body: { code: 'changed_meanwhile', current: { name: 'For everyone', isOwn: true, version: 2 } } },
  })
  // What is so already, such as a request that is sent twice, is no conflict.
  expect((await change(admin(), view, { name: 'For everyone' })).body).toEqual(changed)
})

test('of two at once who save one name, and of two who change one view, one is told and nothing is lost', async () => {
  const saved = await Promise.all(['one', 'two'].map((search) => save(rita, 'Same', { search })))
  expect(saved.map(({ status }) => status).toSorted()).toEqual([201, 400])
  const { body: view } = await save(rita, 'Shared', {}, true)
  const changed = await Promise.all([change(rita, view, { name: 'A' }), change(admin(), view, { name: 'B' })])
  expect(changed.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const winner = changed.find(({ status }) => status === 200)?.body
  expect(await list(rita)).toContainEqual({ ...winner, isOwn: true })
})

test('a person keeps 50 views of her own and shares 20, so that nobody takes the place of all others', async () => {
  for (let made = 0; made < SAVED_VIEW.mostOfPerson; made += 1) await save(rita, `View ${made}`)
  expect((await save(rita, 'One too many')).body.message).toContain('50 views of one person')
  for (let made = 0; made < SAVED_VIEW.mostSharedOfPerson; made += 1) await save(rita, `Shared ${made}`, {}, true)
  const full = 'You share 20 views already. Delete one, or stop sharing one, then share this.'
  expect((await save(rita, 'One too many', {}, true)).body.message).toBe(full)
  const all = await list(rita)
  const [own, shared] = [false, true].map((is) => all.find(({ isShared }) => isShared === is) as SavedView)
  expect((await change(rita, own as SavedView, { isShared: true })).body.message).toBe(full)
  expect((await change(rita, shared as SavedView, { isShared: false })).status).toBe(400)
  expect((await change(rita, shared as SavedView, { name: 'Still hers' })).status).toBe(200)
  expect(await remove(rita, own as SavedView)).toBe(204)
  expect((await change(rita, { ...shared, version: 2 } as SavedView, { isShared: false })).status).toBe(200)
  expect((await save(rita, 'Room again', {}, true)).status).toBe(201)
  expect((await save(remy, 'Of another person', {}, true)).status).toBe(201)
})

test('100 views are shared in all', async () => {
  const rows = Array.from({ length: SAVED_VIEW.mostShared }, (_, index) => ({
    ...{ author_id: 9_999, name: `View ${index}`, name_key: `view ${index}`, filter: JSON.stringify(FIRST) },
    ...{ private_to: null, created_at: new Date(NOON).toISOString() },
  }))
  await app().db.insertInto('saved_views').values(rows).execute()
  expect((await save(remy, 'One too many', {}, true)).body.message).toBe(
    'There are 100 shared views already. Delete one that is no longer needed, or ask an owner to.',
  )
})

test('the views of a removed account go with it, and those that it shared belong to the owners', async () => {
  await save(rita, 'Own')
  const { body: view } = await save(rita, 'Shared', { search: 'edge' }, true)
  await app().db.deleteFrom('accounts').where('username', '=', 'rita').execute()
  expect(await app().db.selectFrom('saved_views').select('name').execute()).toEqual([{ name: 'Shared' }])
  expect(await list(remy)).toMatchObject([{ by: null, mayChange: false, filter: { search: 'edge' } }])
  const { body: renamed } = await change(admin(), view, { name: 'Of the owners' })
  expect(renamed).toMatchObject({ name: 'Of the owners', by: null })
  expect((await change(admin(), renamed, { isShared: false })).body.message).toContain('has no account any more')
  expect(await remove(remy, view)).toBe(403)
  expect(await remove(admin(), view)).toBe(204)
})

test('a view that is taken back while its author is removed waits for that, and stays shared', async () => {
  const { body: view } = await save(rita, 'Shared', {}, true)
  let responding: ReturnType<typeof change> | undefined
  await app()
    .db.transaction()
    .execute(async (trx) => {
      await lockRow(trx, 'accounts', await idOfName(trx))
      responding = change(admin(), view, { isShared: false })
      await untilLockWaits(trx)
      await trx.deleteFrom('accounts').where('username', '=', 'rita').execute()
    })
  expect((await responding)?.status).toBe(400)
  expect(await names(remy)).toEqual(['Shared'])
})

const idOfName = async (trx: Parameters<typeof lockRow>[0]) =>
  (await trx.selectFrom('accounts').select('id').where('username', '=', 'rita').executeTakeFirstOrThrow()).id
