import { beforeEach, expect, test, vi } from 'vitest'
import type { MadeAssignment } from '../../../../contract/team/assignments.ts'
import type { Notices } from '../../../../contract/team/notices.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { NOTICE } from '../../../../contract/wire/limits.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../../test/admin-client.ts'
import { untilLockWaits } from '../../../../test/databases/until-lock-waits.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import { prepareManagers } from '../../../../test/managers/manager-kit.ts'
import { DAY, MINUTE, NOON, PATIENT, prepareMail } from '../../../../test/smtp/mail-kit.ts'
import { lockRow } from '../../../platform/database/row-locks.ts'

const { app, admin, goTo, mailTo } = prepareMail({
  perMinute: 1_000,
  clears: ['jobs', 'notices', 'muted_notices'],
})

/** Owner: `admin()`. Rita recruits, Paul reads one posting. */
let rita: AdminClient
let paul: AdminClient
let ids: Record<'rita' | 'paul', number>
let kit: Awaited<ReturnType<typeof prepareManagers>>
let zoe: number
beforeEach(async () => {
  await app().db.deleteFrom('accounts').where('id', '>', 1).execute()
  kit = await prepareManagers(app(), NOON)
  rita = adminClient(app(), await signInAs(app(), 'rita', { now: new Date(NOON), role: 'recruiter' }))
  paul = kit.plain
  ids = { rita: await idOf(rita, 'rita@example.com'), paul: await idOf(paul, 'paul@example.com') }
  zoe = await insertApplicant(app().db, { name: 'Zoë Ito', job_id: kit.mine })
})

async function idOf(client: AdminClient, email: string): Promise<number> {
  const { id } = (await client.request<{ id: number }>('GET', '/api/auth/me')).body
  await app().db.updateTable('accounts').set({ email }).where('id', '=', id).execute()
  return id
}

const assign = async (client: AdminClient, assigneeId: number | null, ...applications: number[]) => {
  const body = { assigneeId, applications: applications.map((id) => ({ id })) }
  return (await client.request<MadeAssignment>('POST', ADMIN_API.assignments, body)).body
}
const undo = ({ id }: MadeAssignment) => admin().send('POST', pathTo(ADMIN_API.undoApplicationChange, id ?? 0))
const noticesOf = async (client: AdminClient) => (await client.request<Notices>('GET', ADMIN_API.notices)).body
const shown = async (client: AdminClient) =>
  (await noticesOf(client)).notices.map(({ by, application, count }) => [by, application.name, count])
const insertMany = (count: number, job_id: number | null = kit.mine) =>
  Promise.all(Array.from({ length: count }, (_, index) => insertApplicant(app().db, { name: `Ann ${index}`, job_id })))

/** Lets a minute pass, and every mail leave that is due. */
async function mailed(): Promise<void> {
  await goTo(MINUTE)
  await vi.waitUntil(async () => {
    const open = app().db.selectFrom('mails').select('id').where('state', 'in', ['waiting', 'sending'])
    return (await open.execute()).length === 0
  }, PATIENT)
}

test('who is given an application by another person reads it under the bell and by mail', async () => {
  await assign(admin(), ids.rita, zoe)
  const { notices, unread } = await noticesOf(rita)
  expect(notices).toEqual([
    {
      ...{ id: notices[0]?.id, kind: 'assigned', by: 'admin', commentId: null, count: 1, isRead: false },
      application: { id: zoe, name: 'Zoë Ito', job: 'Controls Technician' },
      at: new Date(NOON).toISOString(),
    },
  ])
  expect(unread).toBe(1)
  await mailed()
  const [{ mail } = { mail: undefined }, ...others] = mailTo('rita@example.com')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('admin assigned an application to you: Zoë Ito')
  expect(mail?.text).toContain('assigned to you the application of')
  expect(mail?.text).toContain(`/admin/applications/${zoe}`)
})

test('what one takes oneself, and what one has already, is told to nobody', async () => {
  await assign(rita, ids.rita, zoe)
  await assign(admin(), ids.rita, zoe)
  expect(await shown(rita)).toEqual([])
})

test('applications that are assigned at once are one notice and one mail, which leads to all of them', async () => {
  const more = await insertMany(24)
  await assign(admin(), ids.rita, zoe, ...more)
  expect(await shown(rita)).toEqual([['admin', 'Zoë Ito', 25]])
  const { notices, unread } = await noticesOf(rita)
  expect(unread).toBe(1)
  await mailed()
  const [{ mail } = { mail: undefined }, ...others] = mailTo('rita@example.com')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('admin assigned 25 applications to you')
  expect(mail?.text).toMatch(/Zoë Ito.*, Controls Technician\n/)
  expect(mail?.text).toContain('and 5 more')
  expect(mail?.text).toContain('/admin/dashboard?assigned=me')
  await rita.send('POST', ADMIN_API.readNotices, { id: notices[0]?.id, andEarlier: false })
  expect(await noticesOf(rita)).toMatchObject({ unread: 0, notices: [{ isRead: true, count: 25 }] })
})

test('an assignment that is undone, or given to another person, leaves neither an unread notice nor a mail', async () => {
  await undo(await assign(admin(), ids.rita, zoe))
  expect(await noticesOf(rita)).toEqual({ notices: [], unread: 0, hasEarlier: false })
  const [first = 0, second = 0] = await insertMany(2)
  await assign(admin(), ids.rita, first, second)
  await assign(admin(), ids.paul, first)
  expect(await shown(rita)).toEqual([['admin', 'Ann 1', 1]])
  await assign(admin(), null, second)
  expect(await shown(rita)).toEqual([])
  await mailed()
  expect(mailTo('rita@example.com')).toEqual([])
  expect(mailTo('paul@example.com').map(({ mail }) => mail.subject)).toEqual([
    'admin assigned an application to you: Ann 0',
  ])
})

test('an undo gives the notice back with the application, and a notice that was read stays', async () => {
  await assign(admin(), ids.rita, zoe)
  await undo(await assign(admin(), ids.paul, zoe))
  expect(await shown(rita)).toEqual([['admin', 'Zoë Ito', 1]])
  expect(await shown(paul)).toEqual([])
  const { notices } = await noticesOf(rita)
  await rita.send('POST', ADMIN_API.readNotices, { id: notices[0]?.id, andEarlier: true })
  await assign(admin(), null, zoe)
  expect(await noticesOf(rita)).toMatchObject({ unread: 0, notices: [{ isRead: true }] })
})

test('what is not assigned to a person any more stays hidden when the person marks all as read', async () => {
  const [first = 0] = await insertMany(1)
  await assign(admin(), ids.rita, zoe, first)
  await assign(admin(), ids.paul, zoe)
  await readAll()
  expect(await noticesOf(rita)).toMatchObject({ unread: 0, notices: [{ isRead: true, count: 1 }] })
  expect(await shown(rita)).toEqual([['admin', 'Ann 0', 1]])
  const [second = 0] = await insertMany(1)
  await assign(admin(), ids.rita, second)
  await assign(admin(), null, second)
  await readAll()
  expect(await shown(rita)).toEqual([['admin', 'Ann 0', 1]])
})

/** Marks every notice as read, as one who has seen them before what they are about was taken away. */
async function readAll(): Promise<void> {
  const newest = app()
    .db.selectFrom('notices')
    .select(({ fn }) => fn.max('id').as('id'))
  const { id } = await newest.executeTakeFirstOrThrow()
  const { status } = await rita.send('POST', ADMIN_API.readNotices, { id, andEarlier: true })
  expect(status).toBe(204)
}

test('an application that goes away and comes back is one notice, and one mail', async () => {
  await assign(admin(), ids.rita, zoe)
  await assign(admin(), ids.paul, zoe)
  await assign(admin(), ids.rita, zoe)
  expect(await shown(rita)).toEqual([['admin', 'Zoë Ito', 1]])
  await mailed()
  expect(mailTo('rita@example.com')).toHaveLength(1)
})

test('of several applications those alone are counted and named that the person still sees', async () => {
  const [first = 0] = await insertMany(1)
  await assign(admin(), ids.paul, zoe, first)
  expect(await shown(paul)).toEqual([['admin', 'Zoë Ito', 2]])
  await app().db.updateTable('applications').set({ job_id: kit.other }).where('id', '=', zoe).execute()
  expect(await shown(paul)).toEqual([['admin', 'Ann 0', 1]])
  await mailed()
  expect(mailTo('paul@example.com').map(({ mail }) => mail.subject)).toEqual([
    'admin assigned an application to you: Ann 0',
  ])
})

test('the kind is switched off for the page and for mail', async () => {
  const { body } = await rita.request<object>('GET', ADMIN_API.noticeSettings)
  await rita.send('PUT', ADMIN_API.noticeSettings, { ...body, assigned: { page: false, mail: false } })
  await assign(admin(), ids.rita, zoe)
  expect(await shown(rita)).toEqual([])
  await mailed()
  expect(mailTo('rita@example.com')).toEqual([])
})

test('a person tells another of so many assignments a day; more are made and tell nothing, what was told stays, and others still tell', async () => {
  const [first = 0, second = 0, told = 0] = await insertMany(3)
  await assign(admin(), ids.rita, told)
  const rows = Array.from({ length: NOTICE.mostAssignmentsInADay }, (_, index) => ({
    ...{ account_id: ids.rita, kind: 'assigned' as const, application_id: zoe, cause: `${index}`, batch: `${index}` },
    ...{
      comment_id: null,
      by_account_id: 1,
      by_name: 'admin',
      created_at: new Date(NOON - DAY + MINUTE).toISOString(),
    },
  }))
  await app().db.insertInto('notices').values(rows).execute()
  expect((await assign(admin(), ids.rita, first)).changed).toHaveLength(1)
  await assign(admin(), null, told)
  await assign(admin(), ids.rita, told)
  const names = async () => (await shown(rita)).map(([, name]) => name)
  expect(await names()).toEqual(['Ann 2'])
  await assign(kit.deciding, ids.rita, second)
  expect(await names()).toEqual(['Ann 1', 'Ann 2'])
  await goTo(MINUTE)
  await assign(admin(), null, first)
  await assign(admin(), ids.rita, first)
  expect(await names()).toEqual(['Ann 0', 'Ann 1', 'Ann 2'])
})

test('requests at once tell no more in a day than one after another', async () => {
  const rows = Array.from({ length: NOTICE.mostAssignmentsInADay - 1 }, (_, index) => ({
    ...{ account_id: ids.rita, kind: 'assigned' as const, application_id: zoe, cause: `${index}`, batch: `${index}` },
    ...{ comment_id: null, by_account_id: 1, by_name: 'admin', created_at: new Date(NOON).toISOString() },
  }))
  await app().db.insertInto('notices').values(rows).execute()
  const many = await insertMany(8)
  let requests: Promise<MadeAssignment[]> | undefined
  await app()
    .db.transaction()
    .execute(async (trx) => {
      await lockRow(trx, 'accounts', ids.rita)
      requests = Promise.all(many.map((id) => assign(admin(), ids.rita, id)))
      await untilLockWaits(trx)
    })
  expect((await requests)?.map(({ changed }) => changed.length)).toEqual(many.map(() => 1))
  expect(await shown(rita)).toHaveLength(1)
})

test('two requests that assign many to each other’s people at once both end', async () => {
  const many = await insertMany(40)
  await assign(admin(), ids.rita, ...many)
  const reading = (await noticesOf(rita)).notices[0]?.id ?? 0
  const both = await Promise.all([
    assign(admin(), ids.paul, ...many),
    assign(rita, ids.rita, ...many.toReversed()),
    rita.send('POST', ADMIN_API.readNotices, { id: reading, andEarlier: true }),
  ])
  expect(both[0].changed.length + both[1].changed.length).toBeGreaterThan(0)
  expect(both[2].status).toBe(204)
})
