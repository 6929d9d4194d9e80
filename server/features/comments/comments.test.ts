import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, inject, test, vi } from 'vitest'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import type { Comment, CommentVersions } from '../../../contract/team/comments.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { COMMENT } from '../../../contract/wire/limits.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { prepareManagers } from '../../../test/managers/manager-kit.ts'
import { MINUTE, NOON, PATIENT, prepareMail } from '../../../test/smtp/mail-kit.ts'
import { createSession } from '../accounts/session-queries.ts'

type Listed = { comments: Comment[]; viewers: { id: number; name: string }[] }

const { app, admin, goTo, mailTo } = prepareMail({ clears: ['jobs'] })

let rita: AdminClient
let ritaId: number
let applicant: number
let kit: Awaited<ReturnType<typeof prepareManagers>>
beforeEach(async () => {
  await app().db.deleteFrom('accounts').where('id', '>', 1).execute()
  kit = await prepareManagers(app(), NOON)
  rita = adminClient(app(), await signInAs(app(), 'rita', { now: new Date(NOON), role: 'recruiter' }))
  ritaId = (await me(rita)).id
  const email = { display_name: 'Rita Rey', email: 'rita@example.com' }
  await app().db.updateTable('accounts').set(email).where('id', '=', ritaId).execute()
  applicant = await insertApplicant(app().db, { name: 'Zoë Ito', job_id: kit.mine })
})

const me = async (client: AdminClient) => (await client.request<{ id: number }>('GET', '/api/auth/me')).body
const path = (id = applicant) => pathTo(ADMIN_API.comments, id)
const list = async (client = admin()) => (await client.request<Listed>('GET', path())).body
const write = (client: AdminClient, text: string, mentions: number[] = [], id = applicant) =>
  client.request<Comment & ErrorBody>('POST', path(id), { text, mentions })
const change = (client: AdminClient, { id, version }: Comment, text: string, mentions: number[] = []) =>
  client.request<Comment & ErrorBody>('PATCH', pathTo(ADMIN_API.comment, id), { text, mentions, version })
const remove = (client: AdminClient, { id }: Comment) =>
  client.request<Comment & ErrorBody>('DELETE', pathTo(ADMIN_API.comment, id))
const versions = async ({ id }: Comment) =>
  (await admin().request<CommentVersions>('GET', pathTo(ADMIN_API.commentVersions, id))).body.versions
const events = async () => {
  const { body } = await admin().request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, applicant))
  return body.map(({ event, by }) => [event.action, by])
}

test('colleagues write to each other about an application, signed and in their order, and the history says so without the text', async () => {
  expect((await write(admin(), 'Knows\nIgnition.')).status).toBe(201)
  expect((await write(kit.plain, 'I would talk to her.')).status).toBe(201)
  const { comments } = await list(rita)
  expect(comments.map(({ by, text }) => [by.id, text])).toEqual([
    [1, 'Knows\nIgnition.'],
    [(await me(kit.plain)).id, 'I would talk to her.'],
  ])
  expect(comments[0]).toMatchObject({ createdAt: new Date(NOON).toISOString(), editedAt: null, deletedAt: null })
  expect((await events()).map(([action]) => action)).toEqual(['comment_added', 'comment_added'])
  expect(JSON.stringify(await app().db.selectFrom('audit_trail').selectAll().execute())).not.toContain('Ignition')
})

test('a comment is changed by its author alone, and its earlier texts stay readable', async () => {
  const { body: comment } = await write(rita, 'First')
  expect((await change(admin(), comment, 'Not mine')).status).toBe(403)
  await goTo(MINUTE)
  rita = adminClient(app(), await signInAgain())
  const changed = await change(rita, comment, 'Second')
  expect(changed).toMatchObject({ status: 200, body: { text: 'Second', version: 2 } })
  expect(changed.body.editedAt).toBe(new Date(NOON + MINUTE).toISOString())
  expect(await change(rita, comment, 'From an older page')).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', current: { text: 'Second' } },
  })
  expect((await change(rita, comment, 'Second')).status, 'a repeated change succeeds').toBe(200)
  expect(await versions(comment)).toEqual([{ text: 'First', until: new Date(NOON + MINUTE).toISOString() }])
})

test('a deleted comment leaves a line without its texts, and an owner may delete that of another', async () => {
  const [{ body: first }, { body: second }] = [await write(rita, 'Wrong person'), await write(rita, 'Rude')]
  await change(rita, first, 'Wrong person!')
  expect((await remove(kit.deciding, first)).status).toBe(403)
  expect((await remove(rita, first)).body).toMatchObject({ text: null, deletedAt: new Date(NOON).toISOString() })
  expect((await remove(rita, first)).status, 'a repeated deletion succeeds').toBe(200)
  expect((await remove(admin(), second)).status).toBe(200)
  expect((await list()).comments.map(({ by, text }) => [by.id, text])).toEqual([
    [ritaId, null],
    [ritaId, null],
  ])
  expect(await versions(first)).toEqual([])
  expect((await change(rita, first, 'Back again')).status).toBe(409)
  const stored = await Promise.all([
    app().db.selectFrom('comments').selectAll().execute(),
    app().db.selectFrom('comment_versions').selectAll().execute(),
  ])
  expect(JSON.stringify(stored)).not.toMatch(/Wrong|Rude/)
})

test('with the deleted answer of a colleague its verdict goes too', async () => {
  const row = { application_id: applicant, author_name: 'jo@example.com', text: 'Not her', mentions: '[]' }
  const answer = { ...row, verdict: 'not_for_us', created_at: new Date(NOON).toISOString() } as const
  const { id } = await app().db.insertInto('comments').values(answer).returning('id').executeTakeFirstOrThrow()
  const deleted = await remove(admin(), { id } as Comment)
  expect(deleted.body).toMatchObject({ text: null, verdict: null, by: { name: 'jo@example.com' } })
})

test.skipIf(inject('postgres'))('what a deleted comment said is soon in no file of the database', async () => {
  const { body: comment } = await write(rita, 'Quetzalcoatlus')
  const isStored = async () => {
    const names = ['wellhead.sqlite', 'wellhead.sqlite-wal']
    const files = await Promise.all(names.map((name) => readFile(join(app().dataDir, name))))
    return files.some((file) => file.includes('Quetzalcoatlus'))
  }
  expect(await isStored()).toBe(true)
  await remove(rita, comment)
  await vi.waitUntil(async () => !(await isStored()), PATIENT)
})

test('who sees an application can be mentioned, nobody else, and one who does not exist is refused alike', async () => {
  const other = adminClient(app(), await signInAs(app(), 'otto', { now: new Date(NOON), role: 'hiring_manager' }))
  const { viewers } = await list(kit.plain)
  expect(viewers.map(({ id }) => id).toSorted()).toEqual(
    [1, ritaId, (await me(kit.plain)).id, (await me(kit.deciding)).id].toSorted(),
  )
  const refusals = []
  for (const id of [(await me(other)).id, 999_999]) refusals.push((await write(rita, '@them', [id])).body)
  expect(refusals[0]).toMatchObject({ code: 'invalid_request', issues: [{ path: 'mentions' }] })
  expect(refusals[0]).toEqual(refusals[1])
  expect((await list()).comments).toEqual([])
})

test('who is mentioned gets a mail after a minute, with the text as it then is', async () => {
  const { body: comment } = await write(admin(), '@Rita Rey: call her', [ritaId, 1])
  expect(comment.mentions).toEqual([
    { id: ritaId, name: 'Rita Rey' },
    { id: 1, name: 'admin' },
  ])
  await change(admin(), comment, '@Rita Rey: call her today', [ritaId])
  await goTo(MINUTE)
  await vi.waitUntil(() => mailTo('rita@example.com').length > 0, PATIENT)
  const [{ mail } = { mail: undefined }, ...others] = mailTo('rita@example.com')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('admin mentioned you: Zoë Ito')
  expect(mail?.text).toContain('@Rita Rey: call her today')
  expect(mail?.text).toContain('Controls Technician')
  expect(mail?.text).toContain(`/admin/applications/${applicant}`)
})

test('the words of a comment, and the name that an applicant typed, make no link in the mail about them', async () => {
  await app().db.updateTable('applications').set({ name: 'Confirm: https://evil.example/name' }).execute()
  await write(admin(), '@Rita Rey\n\nSign in again:\nhttps://evil.example\n\nOr: https://evil.example', [ritaId])
  await goTo(MINUTE)
  await vi.waitUntil(() => mailTo('rita@example.com').length > 0, PATIENT)
  const { html = '', text, subject } = mailTo('rita@example.com')[0]?.mail ?? {}
  expect(subject).toBe('admin mentioned you: an applicant')
  expect(text).toContain('> Sign in again:\n> https://evil.example\n>\n> Or: https://evil.example')
  expect(html).toContain('Sign in again:<br>')
  expect(html).not.toContain('href="https://evil.example')
})

test('no mail leaves to one who is no longer mentioned, or does not see the application any more', async () => {
  const paul = (await me(kit.plain)).id
  await app().db.updateTable('accounts').set({ email: 'paul@example.com' }).where('id', '=', paul).execute()
  const { body: taken } = await write(admin(), '@Rita Rey', [ritaId])
  await change(admin(), taken, 'Nobody', [])
  const { body: deleted } = await write(admin(), '@Rita Rey', [ritaId])
  await remove(admin(), deleted)
  await write(admin(), '@Paul', [paul])
  await app().db.deleteFrom('job_assignments').where('account_id', '=', paul).execute()
  await goTo(2 * MINUTE)
  await vi.waitUntil(async () => {
    const open = app().db.selectFrom('mails').select('state').where('state', 'in', ['waiting', 'sending'])
    return (await open.execute()).length === 0
  }, PATIENT)
  expect([mailTo('rita@example.com'), mailTo('paul@example.com')]).toEqual([[], []])
})

test('a mention that an edit takes away and another puts back is mailed, also where the first one was', async () => {
  const { body: first } = await write(admin(), '@Rita Rey: one', [ritaId])
  const { body: without } = await change(admin(), first, 'Nobody')
  await change(admin(), without, '@Rita Rey: two', [ritaId])
  await goTo(MINUTE)
  await vi.waitUntil(() => mailTo('rita@example.com').length > 0, PATIENT)
  const again = await change(admin(), { ...first, version: 3 }, 'Nobody')
  await change(admin(), again.body, '@Rita Rey: three', [ritaId])
  await goTo(2 * MINUTE)
  await vi.waitUntil(() => mailTo('rita@example.com').length > 1, PATIENT)
  expect(mailTo('rita@example.com').map(({ mail }) => /Rey: (\w+)/.exec(mail.text ?? '')?.[1])).toEqual([
    'two',
    'three',
  ])
})

test('one person’s mentions cause so many mails a day, and a refusal says when there is room again', async () => {
  const { body: comment } = await write(rita, 'Many')
  const notice = { kind: 'mentioned', account_id: 1, application_id: applicant, by_account_id: ritaId } as const
  const created_at = new Date(NOON - 60 * MINUTE).toISOString()
  const notices = Array.from({ length: COMMENT.mostMentionsInADay - 1 }, (_, index) => ({
    ...{ ...notice, cause: `mentioned:${index}`, batch: `mentioned:${index}`, comment_id: comment.id },
    ...{ by_name: 'Rita Rey', created_at },
  }))
  await app().db.insertInto('notices').values(notices).execute()
  const paul = (await me(kit.plain)).id
  expect(await write(rita, '@admin @paul', [1, paul])).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('Send the comment without mentions') },
  })
  expect((await write(rita, '@admin', [1])).status).toBe(201)
  expect((await change(rita, comment, '@admin', [1])).status).toBe(429)
  expect((await write(rita, 'Without')).status, 'a comment without a mention is always welcome').toBe(201)
  expect((await write(admin(), '@Rita', [ritaId])).status, 'others may still mention').toBe(201)
})

test('a list that has not changed is not sent again', async () => {
  await write(rita, 'Once')
  const headers = await app().signIn()
  const first = await app().request(path(), { headers })
  const etag = first.headers.get('etag') ?? ''
  const read = () => app().request(path(), { headers: { ...headers, 'if-none-match': etag } })
  expect((await read()).status).toBe(304)
  await write(rita, 'Twice')
  expect((await read()).status).toBe(200)
})

test('what a hiring manager may not see is not found, and what is there is not read', async () => {
  const elsewhere = await insertApplicant(app().db, { job_id: kit.other })
  const { body: comment } = await write(admin(), 'Secret', [], elsewhere)
  for (const id of [elsewhere, 999_999]) {
    expect((await kit.deciding.send('GET', path(id))).status).toBe(404)
    expect((await write(kit.deciding, 'Hello', [], id)).status).toBe(404)
  }
  expect((await kit.deciding.send('GET', pathTo(ADMIN_API.commentVersions, comment.id))).status).toBe(404)
  expect((await remove(kit.deciding, comment)).status).toBe(404)
})

test('a request that is sent twice writes one comment, and a comment says what is wrong with it', async () => {
  const send = (text: string) =>
    app().request(path(), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'k1' },
      body: JSON.stringify({ text, mentions: [] }),
    })
  const headers = await app().signIn()
  const both = await Promise.all([send('Once'), send('Once')])
  const [one, other] = await Promise.all(both.map((response) => response.json() as Promise<Comment>))
  expect(one).toEqual(other)
  expect((await list()).comments).toHaveLength(1)
  expect((await send('Another')).status).toBe(409)
  for (const text of ['', '  \n ', 'x'.repeat(COMMENT.longest + 1)]) expect((await write(rita, text)).status).toBe(400)
  expect((await write(rita, 'x', [1, 1])).status).toBe(400)
})

test('an application has room for so many comments, and with it they are deleted', async () => {
  const row = { application_id: applicant, account_id: 1, author_name: 'admin', text: 'x', mentions: '[]' }
  const rows = Array.from({ length: COMMENT.mostOfApplication }, () => ({ ...row, created_at: 'x' }))
  await app().db.insertInto('comments').values(rows).execute()
  expect(await write(rita, 'One more')).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  const body = { applications: [{ id: applicant }] }
  expect((await admin().send('POST', ADMIN_API.deleteApplications, body)).status).toBe(200)
  expect(await app().db.selectFrom('comments').select('id').execute()).toEqual([])
})

test('the comments on an application have room for so many characters together, earlier texts included', async () => {
  const long = 'x'.repeat(COMMENT.longest)
  const row = { application_id: applicant, account_id: ritaId, author_name: 'rita', mentions: '[]', created_at: 'x' }
  const full = COMMENT.mostCharacters / COMMENT.longest - 1
  const rows = Array.from({ length: full }, () => ({ ...row, text: long }))
  await app().db.insertInto('comments').values(rows).execute()
  const { body: last } = await write(rita, long)
  const refused = { status: 400, body: { message: expect.stringContaining('300,000 characters') } }
  expect(await write(rita, 'x')).toMatchObject(refused)
  expect(await change(rita, last, 'short')).toMatchObject(refused)
  await remove(rita, last)
  expect((await write(rita, 'x')).status).toBe(201)
})

test('a comment is changed so many times at most', async () => {
  const { body: comment } = await write(rita, 'First')
  const version = { comment_id: comment.id, text: 'x', until: 'x' }
  const rows = Array.from({ length: COMMENT.mostVersions - 1 }, () => version)
  await app().db.insertInto('comment_versions').values(rows).execute()
  const { body: changed } = await change(rita, comment, 'Second')
  expect(await change(rita, changed, 'Third')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Write a new comment') },
  })
  expect((await list()).comments.map(({ text }) => text)).toEqual(['Second'])
})

/** A session of the recruiter at the present time. */
async function signInAgain() {
  const { token } = await createSession(app().db, ritaId, new Date(NOON + MINUTE))
  return { authorization: `Bearer ${token}` }
}
