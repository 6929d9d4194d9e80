import { beforeEach, expect, test, vi } from 'vitest'
import type { Comment } from '../../../contract/team/comments.ts'
import { NOTICE_KINDS, type NoticeKind } from '../../../contract/team/notice-kinds.ts'
import type { NoticeSettings, Notices } from '../../../contract/team/notices.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { NOTICE } from '../../../contract/wire/limits.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { recordOf } from '../../../contract/wire/records.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { prepareManagers } from '../../../test/managers/manager-kit.ts'
import { DAY, MINUTE, NOON, PATIENT, prepareMail } from '../../../test/smtp/mail-kit.ts'
import { createSession } from '../accounts/session-queries.ts'
import { notify } from './notify.ts'

const { app, admin, goTo, mailTo } = prepareMail({ clears: ['jobs', 'notices', 'muted_notices'] })

/** Someone who is told. */
type Person = { client: AdminClient; id: number }

let rita: Person
let paul: Person
let applicant: number
let kit: Awaited<ReturnType<typeof prepareManagers>>
beforeEach(async () => {
  await app().db.deleteFrom('accounts').where('id', '>', 1).execute()
  kit = await prepareManagers(app(), NOON)
  const headers = await signInAs(app(), 'rita', { now: new Date(NOON), role: 'recruiter' })
  rita = await personOf(adminClient(app(), headers), 'rita@example.com')
  paul = await personOf(kit.plain, 'paul@example.com')
  applicant = await insertApplicant(app().db, { name: 'Zoë Ito', job_id: kit.mine })
})

async function personOf(client: AdminClient, email: string): Promise<Person> {
  const { id } = (await client.request<{ id: number }>('GET', '/api/auth/me')).body
  await app().db.updateTable('accounts').set({ email }).where('id', '=', id).execute()
  return { client, id }
}

const list = async ({ client }: Person, query = '') =>
  (await client.request<Notices>('GET', ADMIN_API.notices + query)).body
const write = async (text: string, mentions: number[], id = applicant) =>
  (await admin().request<Comment>('POST', pathTo(ADMIN_API.comments, id), { text, mentions })).body
const read = ({ client }: Person, id: number, andEarlier = false) =>
  client.send('POST', ADMIN_API.readNotices, { id, andEarlier })
const choose = ({ client }: Person, settings: NoticeSettings) => client.send('PUT', ADMIN_API.noticeSettings, settings)

const ALL = { page: true, mail: true }

test('who is mentioned reads by whom, about which applicant and when, and marks it as read', async () => {
  const comment = await write('@Rita: call her', [rita.id, 1])
  const { notices, unread, hasEarlier } = await list(rita)
  expect(notices).toEqual([
    {
      ...{ id: notices[0]?.id, kind: 'mentioned', by: 'admin', commentId: comment.id, isRead: false, count: 1 },
      application: { id: applicant, name: 'Zoë Ito', job: 'Controls Technician' },
      at: new Date(NOON).toISOString(),
    },
  ])
  expect([unread, hasEarlier]).toEqual([1, false])
  const id = notices[0]?.id ?? 0
  expect((await read(paul, id)).status, 'of another person: as if there were none').toBe(204)
  expect((await list(rita)).unread).toBe(1)
  expect((await read(rita, id)).status).toBe(204)
  expect(await list(rita)).toMatchObject({ unread: 0, notices: [{ isRead: true }] })
  expect((await list({ client: admin(), id: 1 })).notices, 'nobody is told of what they did themselves').toEqual([])
})

test('all are marked as read up to the one that was seen, and not one that came after it', async () => {
  for (const text of ['one', 'two', 'three']) await write(text, [rita.id])
  const { notices } = await list(rita)
  await read(rita, notices[1]?.id ?? 0, true)
  expect((await list(rita)).notices.map(({ isRead }) => isRead)).toEqual([false, true, true])
})

test('one cause tells each person once', async () => {
  const by = { id: null, name: 'lena@example.com' }
  const cause = { kind: 'answered', name: '1', applications: [applicant], to: [rita.id], by } as const
  for (const _ of ['once', 'again'])
    await app()
      .db.transaction()
      .execute((trx) => notify(trx, cause, { now: new Date(NOON), publicUrl: app().url }))
  expect((await list(rita)).notices.map((notice) => [notice.kind, notice.by])).toEqual([['answered', by.name]])
})

test('an application that one may not see any more is neither listed nor counted, and comes back with the right', async () => {
  await write('@Paul', [paul.id])
  await write('@Paul', [paul.id], await insertApplicant(app().db, { job_id: kit.mine }))
  const assigned = app().db.selectFrom('job_assignments').selectAll().where('account_id', '=', paul.id)
  const rows = await assigned.execute()
  await app().db.deleteFrom('job_assignments').where('account_id', '=', paul.id).execute()
  expect(await list(paul)).toEqual({ notices: [], unread: 0, hasEarlier: false })
  await app().db.insertInto('job_assignments').values(rows).execute()
  await app().db.updateTable('applications').set({ quarantined: 1 }).where('id', '=', applicant).execute()
  expect(await list(paul)).toMatchObject({
    unread: 1,
    notices: [{ application: { name: expect.not.stringMatching('Zoë') } }],
  })
})

test('a mention that is taken back, and one in a comment that is deleted, leave no notice', async () => {
  const [taken, deleted] = [await write('@Rita', [rita.id]), await write('@Rita', [rita.id])]
  const change = { text: 'Nobody', mentions: [], version: taken.version }
  await admin().send('PATCH', pathTo(ADMIN_API.comment, taken.id), change)
  await admin().send('DELETE', pathTo(ADMIN_API.comment, deleted.id))
  expect(await list(rita)).toEqual({ notices: [], unread: 0, hasEarlier: false })
})

test('a name that is a text of its own is not the first words of a mail', async () => {
  const display_name = 'Your account is locked. Sign in: https://evil.example'
  await app().db.updateTable('accounts').set({ display_name }).where('id', '=', 1).execute()
  await write('@Rita', [rita.id])
  await app().db.updateTable('accounts').set({ display_name: null }).where('id', '=', 1).execute()
  await goTo(MINUTE)
  await vi.waitUntil(() => mailTo('rita@example.com').length > 0, PATIENT)
  const mail = mailTo('rita@example.com')[0]?.mail
  expect(mail?.subject).toBe('A colleague mentioned you: Zoë Ito')
  expect(`${mail?.text}`).not.toContain('evil.example')
})

test('each kind is switched off by the person, for the page and for mail', async () => {
  const shown = await rita.client.request('GET', ADMIN_API.noticeSettings)
  const all = recordOf(NOTICE_KINDS, () => ALL)
  expect(shown.body).toEqual(all)
  await choose(rita, { ...all, mentioned: { page: false, mail: true } })
  await choose(paul, { ...all, mentioned: { page: true, mail: false } })
  await write('@Rita @Paul', [rita.id, paul.id])
  expect([(await list(rita)).unread, (await list(paul)).unread]).toEqual([0, 1])
  await goTo(MINUTE)
  await vi.waitUntil(() => mailTo('rita@example.com').length > 0, PATIENT)
  await vi.waitUntil(async () => {
    const open = app().db.selectFrom('mails').select('id').where('state', 'in', ['waiting', 'sending'])
    return (await open.execute()).length === 0
  }, PATIENT)
  expect(mailTo('paul@example.com')).toEqual([])
  expect((await choose(rita, { mentioned: ALL } as NoticeSettings)).status, 'each kind is named').toBe(400)
})

test('an unchanged list is not sent again, and earlier notices come page by page', async () => {
  await insertNotices(NOTICE.pageSize + 1, 'answered')
  const first = await rita.client.send('GET', ADMIN_API.notices)
  const { notices, hasEarlier, unread } = (await first.json()) as Notices
  expect([notices.length, hasEarlier, unread]).toEqual([NOTICE.pageSize, true, NOTICE.pageSize + 1])
  const earlier = await list(rita, `?before=${notices.at(-1)?.id}`)
  expect([earlier.notices.length, earlier.hasEarlier]).toEqual([1, false])
  const { token } = await createSession(app().db, rita.id, new Date(NOON))
  const headers = { authorization: `Bearer ${token}`, 'if-none-match': first.headers.get('etag') ?? '' }
  expect((await app().request(ADMIN_API.notices, { headers })).status).toBe(304)
})

test('assignments and answers, however many, take no mention away', async () => {
  await write('@Rita', [rita.id])
  for (const kind of ['answered', 'assigned'] as const) await insertNotices(NOTICE.mostOfKind, kind)
  await write('@Rita again', [rita.id])
  const mentions = app().db.selectFrom('notices').select('id').where('kind', '=', 'mentioned')
  expect(await mentions.execute()).toHaveLength(2)
})

test('a person keeps the newest 2,000 notices of a kind, for 90 days', async () => {
  await insertNotices(NOTICE.mostOfKind, 'mentioned')
  const comment = await write('@Rita', [rita.id])
  const count = async () => (await app().db.selectFrom('notices').select('id').execute()).length
  expect(await count()).toBe(NOTICE.mostOfKind)
  await goTo(NOTICE.keptDays * DAY)
  // A notice stays while its mail is under way.
  const mails = app().db.selectFrom('mails').select('id').where('comment_id', '=', comment.id)
  const underWay = mails.where('state', 'in', ['waiting', 'sending'])
  await vi.waitUntil(async () => (await underWay.execute()).length === 0, PATIENT)
  await app().runWork('forget-notices')
  expect(await count()).toBe(NOTICE.mostOfKind)
  app().setNow(new Date(NOON + NOTICE.keptDays * DAY + MINUTE))
  await app().runWork('forget-notices')
  expect(await count()).toBe(0)
})

async function insertNotices(count: number, kind: NoticeKind): Promise<void> {
  const notice = { account_id: rita.id, kind, application_id: applicant, by_account_id: null } as const
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ ...notice, cause: `${kind}${index}`, batch: `${kind}${index}`, comment_id: null, by_name: 'lena@example.com' },
    created_at: new Date(NOON).toISOString(),
  }))
  await app().db.insertInto('notices').values(rows).execute()
}
