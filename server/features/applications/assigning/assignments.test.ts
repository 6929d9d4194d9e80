import { beforeEach, expect, test } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import type { UndoneChange } from '../../../../contract/applications/application-changes.ts'
import type { ApplicationSummary } from '../../../../contract/applications/application-list.ts'
import type { HistoryEntry } from '../../../../contract/applications/history.ts'
import type { Assignees, Assignment, MadeAssignment } from '../../../../contract/team/assignments.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo, TOTAL_HEADER } from '../../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../../test/admin-client.ts'
import { untilLockWaits } from '../../../../test/databases/until-lock-waits.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import { prepareManagers } from '../../../../test/managers/manager-kit.ts'
import { NOON, prepareMail } from '../../../../test/smtp/mail-kit.ts'
import { lockRow } from '../../../platform/database/row-locks.ts'

const { app, admin } = prepareMail({ clears: ['jobs'] })

/** Owner: `admin()`. Rita recruits; Paul reads the posting, and Dana decides there. */
let rita: AdminClient
let kit: Awaited<ReturnType<typeof prepareManagers>>
let ids: Record<'rita' | 'paul' | 'dana', number>
let zoe: number
let other: number
beforeEach(async () => {
  await app().db.deleteFrom('accounts').where('id', '>', 1).execute()
  kit = await prepareManagers(app(), NOON)
  rita = adminClient(app(), await signInAs(app(), 'rita', { now: new Date(NOON), role: 'recruiter' }))
  ids = { rita: await idOf(rita), paul: await idOf(kit.plain), dana: await idOf(kit.deciding) }
  await app().db.updateTable('accounts').set({ display_name: 'Rita Rey' }).where('id', '=', ids.rita).execute()
  zoe = await insertApplicant(app().db, { name: 'Zoë Ito', job_id: kit.mine })
  other = await insertApplicant(app().db, { name: 'Ben Orr', job_id: kit.other })
})

const idOf = async (client: AdminClient) => (await client.request<{ id: number }>('GET', '/api/auth/me')).body.id
const assign = (
  client: AdminClient,
  assigneeId: number | null,
  ...applications: (number | Assignment['applications'][number])[]
) =>
  client.request<MadeAssignment>('POST', ADMIN_API.assignments, {
    assigneeId,
    applications: applications.map((one) => (typeof one === 'number' ? { id: one } : one)),
  })
const undo = (id: number | null) =>
  admin().request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, id ?? 0))
const assigneeOf = async (id: number, client = admin()) =>
  (await client.request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))).body.assignee
const list = async (client: AdminClient, query: Record<string, string>) => {
  const response = await client.send('GET', `${ADMIN_API.applications}?${new URLSearchParams(query)}`)
  const names = ((await response.json()) as Application[]).map(({ name }) => name)
  expect(Number(response.headers.get(TOTAL_HEADER))).toBe(names.length)
  return names
}
const tabs = async (client: AdminClient, query: Record<string, string>) => {
  const path = `${ADMIN_API.applicationSummary}?${new URLSearchParams(query)}`
  return (await client.request<ApplicationSummary>('GET', path)).body.tabs
}
const events = async () => {
  const { body } = await admin().request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, zoe))
  return body.map(({ event }) => event)
}

test('applications are assigned to a person, to another one and to nobody, and the history says to whom', async () => {
  expect((await assign(admin(), ids.rita, zoe, other)).body).toMatchObject({
    changed: [{ assignee: { id: ids.rita, name: 'Rita Rey' } }, { name: 'Ben Orr' }],
    refused: [],
  })
  expect(await assigneeOf(zoe)).toEqual({ id: ids.rita, name: 'Rita Rey' })
  expect((await assign(rita, ids.paul, zoe)).body.changed[0]?.assignee?.id).toBe(ids.paul)
  expect((await assign(rita, ids.paul, zoe)).body).toMatchObject({ changed: [{ id: zoe }], refused: [] })
  expect((await assign(rita, null, zoe)).body.changed[0]?.assignee).toBeNull()
  expect(await events()).toMatchObject([
    { action: 'unassigned', name: expect.stringContaining('paul') },
    { action: 'assigned', name: expect.stringContaining('paul') },
    { action: 'assigned', name: 'Rita Rey' },
  ])
})

test('an application goes to those alone who see it, and the refusal of another person is that of one who does not exist', async () => {
  for (const person of [ids.paul, 9_999])
    expect((await assign(admin(), person, other)).body).toMatchObject({
      changed: [],
      refused: [{ id: other, name: 'Ben Orr', reason: 'not_a_viewer' }],
    })
  await app().db.updateTable('accounts').set({ deactivated_at: '2026-01-01' }).where('id', '=', ids.rita).execute()
  expect((await assign(admin(), ids.rita, other)).body.refused).toMatchObject([{ reason: 'not_a_viewer' }])
  const spam = await insertApplicant(app().db, { job_id: kit.mine, quarantined: 1 })
  expect((await assign(admin(), 1, spam)).body.refused).toMatchObject([{ reason: 'quarantined' }])
})

test('a hiring manager assigns where she decides, and reads of others only who shares her postings', async () => {
  expect((await assign(kit.plain, ids.paul, zoe)).status).toBe(200)
  expect((await assign(kit.plain, ids.paul, zoe)).body).toMatchObject({
    changed: [],
    refused: [{ reason: 'not_found' }],
  })
  expect((await assign(kit.deciding, ids.dana, zoe)).body.changed[0]?.assignee?.id).toBe(ids.dana)
  expect((await assign(kit.deciding, ids.paul, zoe, other)).body).toMatchObject({
    changed: [{ id: zoe }],
    refused: [{ id: other, name: null, reason: 'not_found' }],
  })
  const stranger = await signInAs(app(), 'stranger', {
    ...{ now: new Date(NOON), role: 'hiring_manager', assignments: [{ jobId: kit.other, decides: true }] },
  })
  const people = async (client: AdminClient) =>
    (await client.request<Assignees>('GET', ADMIN_API.assignees)).body.people.map(({ name, jobIds }) => [name, jobIds])
  expect(await people(admin())).toContainEqual(['stranger', [kit.other]])
  const seen = await people(kit.plain)
  expect(seen).toContainEqual(['Rita Rey', null])
  expect(seen).toContainEqual([expect.stringContaining('dana'), [kit.mine]])
  expect(JSON.stringify(seen)).not.toContain('stranger')
  await app().db.deleteFrom('job_assignments').where('job_id', '=', kit.other).execute()
  expect(await people(adminClient(app(), stranger))).toEqual([])
})

test('one who has read an application before another one assigned it is told so, and nothing is changed', async () => {
  const { body: read } = await rita.request<Application>('GET', pathTo(ADMIN_API.adminApplication, zoe))
  await assign(admin(), 1, zoe)
  const { body } = await assign(rita, ids.rita, { id: zoe, version: read.version })
  expect(body).toMatchObject({
    id: null,
    refused: [
      { reason: 'changed_meanwhile', stored: { assignee: { id: 1 } }, since: [{ event: { action: 'assigned' } }] },
    ],
  })
  expect((await assigneeOf(zoe))?.id).toBe(1)
  await admin().request('POST', ADMIN_API.applicationChanges, {
    change: { status: 'reviewing' },
    applications: [{ id: zoe }],
  })
  const { version } = body.refused[0]?.stored ?? read
  expect((await assign(rita, ids.rita, { id: zoe, version })).body.changed).toHaveLength(1)
})

test('an assignment is undone like a decision, unless it was changed since', async () => {
  await assign(admin(), ids.paul, zoe)
  const { body: made } = await assign(admin(), ids.rita, zoe, other)
  await assign(admin(), 1, other)
  expect((await undo(made.id)).body).toMatchObject({
    changed: [{ id: zoe, assignee: { id: ids.paul } }],
    refused: [{ id: other, reason: 'changed_meanwhile' }],
  })
  expect((await events())[0]).toMatchObject({ action: 'assigned', undone: true })
  const { body: taken } = await assign(admin(), null, zoe)
  await app().db.deleteFrom('accounts').where('id', '=', ids.paul).execute()
  await undo(taken.id)
  expect(await assigneeOf(zoe)).toBeNull()
})

test('an undo gives an application back to those alone who still see it and can sign in', async () => {
  const mine = await insertApplicant(app().db, { name: 'Mia Lund', job_id: kit.mine })
  await assign(admin(), ids.paul, zoe)
  await assign(admin(), ids.rita, other)
  await assign(admin(), ids.dana, mine)
  const { body: made } = await assign(admin(), 1, zoe, other, mine)
  await app().db.deleteFrom('job_assignments').where('account_id', '=', ids.paul).execute()
  await app().db.updateTable('accounts').set({ deactivated_at: '2026-01-01' }).where('id', '=', ids.rita).execute()
  const { body } = await undo(made.id)
  const assignees = new Map(body.changed.map(({ name, assignee }) => [name, assignee?.id ?? null]))
  expect(Object.fromEntries(assignees)).toEqual({ 'Zoë Ito': null, 'Ben Orr': null, 'Mia Lund': ids.dana })
})

test.each([
  ['an assignment', async () => () => assign(admin(), ids.paul, zoe, other)],
  [
    'an undo',
    async () => {
      const { body } = await assign(admin(), null, zoe, other)
      await assign(admin(), ids.paul, zoe)
      return () => undo(body.id)
    },
  ],
])('%s that meets the removal of its person waits for that and gives the person nothing', async (_what, prepare) => {
  await app().db.updateTable('applications').set({ job_id: kit.mine, assignee_id: ids.paul }).execute()
  const request = await prepare()
  await app().db.updateTable('applications').set({ assignee_id: null }).where('id', '=', other).execute()
  let responding: ReturnType<typeof request> | undefined
  await app()
    .db.transaction()
    .execute(async (trx) => {
      await lockRow(trx, 'accounts', ids.paul)
      responding = request()
      await untilLockWaits(trx)
      await trx.deleteFrom('accounts').where('id', '=', ids.paul).execute()
    })
  expect((await responding)?.status).toBe(200)
  expect(await assigneeOf(zoe)).toBeNull()
  expect(await assigneeOf(other)).toBeNull()
})

test('the list and its counts follow whose applications are asked for, and a search among them', async () => {
  const third = await insertApplicant(app().db, { name: 'Zoë Lind', job_id: kit.mine, status: 'reviewing' })
  await assign(admin(), ids.rita, zoe, other, third)
  const pending = { status: 'pending', archived: 'false' }
  expect(await list(rita, { ...pending, assigned: 'me', sort: 'name' })).toEqual(['Ben Orr', 'Zoë Ito'])
  expect(await list(admin(), { ...pending, assigned: 'me' })).toEqual([])
  expect(await list(admin(), { assigned: String(ids.rita), sort: 'name', q: 'zoë' })).toEqual(['Zoë Ito', 'Zoë Lind'])
  expect(await tabs(rita, { assigned: 'me' })).toMatchObject({ pending: 2, reviewing: 1, archived: 0 })
  expect(await tabs(admin(), { assigned: String(ids.rita), jobId: String(kit.mine), q: 'zoë' })).toMatchObject({
    ...{ pending: 1, reviewing: 1 },
  })
  // A hiring manager reads the same of her postings alone.
  expect(await list(kit.plain, { ...pending, assigned: String(ids.rita) })).toEqual(['Zoë Ito'])
  expect(await tabs(kit.plain, { assigned: String(ids.rita) })).toMatchObject({ pending: 1, reviewing: 1 })
})

test('pages of a person’s applications go on where the one before ended', async () => {
  const more = await Promise.all(
    ['Cy', 'Di', 'Ed'].map((name) => insertApplicant(app().db, { name, job_id: kit.mine })),
  )
  await assign(admin(), ids.rita, zoe, ...more)
  const first = await rita.send('GET', `${ADMIN_API.applications}?assigned=me&sort=name&limit=3`)
  const next = /<([^>]+)>/.exec(first.headers.get('Link') ?? '')?.[1] ?? ''
  expect(((await first.json()) as Application[]).map(({ name }) => name)).toEqual(['Cy', 'Di', 'Ed'])
  expect((await rita.request<Application[]>('GET', next)).body.map(({ name }) => name)).toEqual(['Zoë Ito'])
})

test('a person who loses sight of an application keeps it by name, and no longer lists it; a removed one has none', async () => {
  await assign(admin(), ids.paul, zoe)
  expect(await list(kit.plain, { assigned: 'me' })).toEqual(['Zoë Ito'])
  await app().db.deleteFrom('job_assignments').where('account_id', '=', ids.paul).execute()
  expect(await list(kit.plain, { assigned: 'me' })).toEqual([])
  expect((await assigneeOf(zoe, kit.deciding))?.id).toBe(ids.paul)
  await app().db.deleteFrom('accounts').where('id', '=', ids.paul).execute()
  expect(await assigneeOf(zoe)).toBeNull()
})
