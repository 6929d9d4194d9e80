import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { Question } from '../../../contract/jobs/question.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { apply, createJob, fixture, insertApplicant } from '../../../test/factories.ts'
import { replaceOnce } from '../../../test/private-link.ts'
import { EVERY_KIND, readAsked } from '../../../test/questions.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const EMAIL = 'ana@export.example'
const COLLEAGUES = 'written-by-colleagues/'

let app: TestApp
let admin: AdminClient
let first: number
let second: number
let other: number
beforeAll(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
  const jobId = await createJob(app, { title: 'Flow engineer', questions: [EVERY_KIND[1]] as Question[] })
  const [asked] = await readAsked(app, jobId)
  const note = '<script>alert(1)</script> I kept bees.'
  first = await apply(app, {
    email: EMAIL,
    note,
    jobId: String(jobId),
    [`answer-${asked?.id}`]: 'The well pad at Pecos',
  })
  await replaceOnce(app, first)
  second = await apply(app, { email: EMAIL.toUpperCase(), name: 'Ana N.', note: undefined })
  other = await apply(app, { email: 'ben@export.example', name: 'Ben Other', note: 'Nobody else reads this.' })
  await send('PATCH', pathTo(ADMIN_API.application, first), { feedback: 'Knows Modbus by heart.' })
  await app.db.updateTable('applications').set({ answered_by: 'Priya Marked' }).where('id', '=', first).execute()
  await send('POST', pathTo(ADMIN_API.comments, first), { text: 'Ask her about bees.', mentions: [] })
  // The receipt of the other application has not left.
  const waiting = app.db.selectFrom('mails').select('id').where('state', '!=', 'not_sent')
  await vi.waitUntil(async () => (await waiting.execute()).length === 0)
  await app.db.updateTable('mails').set({ state: 'sent' }).where('application_id', '=', first).execute()
  await app.db
    .insertInto('job_alerts')
    .values({
      ...{ email: EMAIL, department: null, job_type: null, place: null, remote: 0, words: 'modbus gateway' },
      ...{ created_at: '2026-03-01T12:00:00.000Z', confirmed_at: null, ends_at: '2036-03-01T12:00:00.000Z' },
      ...{ seen_until: '2026-03-01T12:00:00.000Z', request_id: 'alert-request' },
    })
    .execute()
})
afterAll(() => app.stop())

async function send(method: string, path: string, body: object): Promise<void> {
  const response = await admin.send(method, path, body)
  expect(response.ok, await response.clone().text()).toBe(true)
}

/** The files of an archive, by name. */
async function unpack(response: Response): Promise<Map<string, Buffer>> {
  expect(response.status).toBe(200)
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()), { strictFileNames: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}
const exported = async (id: number) => unpack(await admin.send('POST', pathTo(ADMIN_API.personExport, id)))
const reference = (id: number) => `APP-${String(id).padStart(4, '0')}`
const readJson = (files: Map<string, Buffer>, name: string) => JSON.parse(String(files.get(name)))

test('everything about a person comes in one archive: all applications of the address, files, messages and job alerts', async () => {
  const response = await admin.send('POST', pathTo(ADMIN_API.personExport, second))
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="Personal data \d{4}-\d\d-\d\d\.zip"$/),
    'cache-control': 'no-store',
  })
  const files = await unpack(response)
  const messages = [...files.keys()].filter((name) => name.includes('/messages/'))
  expect([...files.keys()].filter((name) => !messages.includes(name)).toSorted()).toEqual([
    `${reference(first)}/application.json`,
    `${reference(first)}/resume 1.pdf`,
    `${reference(first)}/resume 2.docx`,
    `${reference(second)}/application.json`,
    `${reference(second)}/resume 1.pdf`,
    'index.html',
    'job-alerts.json',
    `${COLLEAGUES}${reference(first)}.json`,
    `${COLLEAGUES}${reference(second)}.json`,
    `${COLLEAGUES}index.html`,
  ])
  expect(messages).toEqual([
    expect.stringMatching(new RegExp(`^${reference(first)}/messages/001 .*We have your application.*txt$`)),
  ])
  expect(files.get(`${reference(first)}/resume 1.pdf`)).toEqual(fixture('resume.pdf'))
  expect(files.get(`${reference(first)}/resume 2.docx`)).toEqual(fixture('resume.docx'))
  expect(readJson(files, `${reference(first)}/application.json`)).toMatchObject({
    applications: [{ id: first, email: EMAIL, question_answers: [{ answer: ['The well pad at Pecos'] }] }],
    resumes: [
      { version: 1, original_name: 'resume.pdf' },
      { version: 2, original_name: 'resume.docx' },
    ],
    application_links: [{ created_at: '2026-03-01T12:00:00.000Z' }],
  })
  expect(readJson(files, 'job-alerts.json')).toMatchObject([{ words: 'modbus gateway' }])
})

test('what colleagues wrote is apart, so that it can be left out', async () => {
  const files = await exported(first)
  expect(readJson(files, `${COLLEAGUES}${reference(first)}.json`)).toMatchObject({
    applications: [{ feedback: 'Knows Modbus by heart.', answered_by: 'Priya Marked' }],
    comments: [{ author_name: 'admin', text: 'Ask her about bees.' }],
    audit_trail: expect.arrayContaining([expect.objectContaining({ event: { action: 'comment_added' } })]),
  })
  expect(String(files.get(`${COLLEAGUES}index.html`))).toContain('Ask her about bees.')
  const unsent = readJson(files, `${COLLEAGUES}${reference(second)}.json`)
  expect(unsent, 'a message that has not left').toMatchObject({ mails: [{ state: 'not_sent' }] })
  for (const [name, content] of files)
    if (!name.startsWith(COLLEAGUES)) expect(String(content), name).not.toMatch(/by heart|Ask her|Priya/)
})

test('the page names what there is, links to the files, and shows what an applicant wrote as text', async () => {
  const page = String((await exported(first)).get('index.html'))
  expect(page, 'the name heads it, and the address stands below').toMatch(
    /<h1>What .+ keeps about [^@]+<\/h1>\n<p>\S+@\S+<\/p>/,
  )
  expect(page).toContain('Flow engineer')
  expect(page).toContain('The well pad at Pecos')
  expect(page).toContain(`href="${reference(first)}/resume%202.docx"`)
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; I kept bees.')
  expect(page).not.toContain('<script')
})

test('the archive has nothing of others, and no secret of the program', async () => {
  await insertSecrets()
  const { token_hash } = await app.db
    .selectFrom('application_links')
    .select('token_hash')
    .where('application_id', '=', first)
    .executeTakeFirstOrThrow()
  const files = await exported(first)
  expect(readJson(files, `${reference(first)}/application.json`)).toMatchObject({
    interviews: [{ place: 'Room 4' }],
    interview_offers: [{ place: 'Room 4' }],
  })
  expect(readJson(files, `${COLLEAGUES}${reference(first)}.json`)).toMatchObject({ scorecards: [{ answers: null }] })
  for (const [name, content] of files) {
    expect(String(content), name).not.toMatch(/Ben Other|ben@export|Nobody else|secret-/)
    expect(String(content), name).not.toContain(token_hash)
  }
})

/** Keys and hashes beside each row of the application that has them. */
async function insertSecrets(): Promise<void> {
  const { db } = app
  const at = '2026-03-01T12:00:00.000Z'
  const secrets = { idempotency_key: 'secret-key', content_hash: 'secret-content' }
  const meeting = { ...secrets, application_id: first, time_zone: 'UTC', kind: 'on_site', place: 'Room 4' } as const
  await db.updateTable('applications').set(secrets).where('id', '=', first).execute()
  await db.updateTable('comments').set({ idempotency_key: 'secret-key' }).where('application_id', '=', first).execute()
  await db
    .insertInto('scorecards')
    .values({
      ...{ application_id: first, account_id: null, email: 'lena@export.example', device_hash: 'secret-device' },
      ...{ author_name: 'Lena', answers: null, skipped_at: at, version: 1, created_at: at, changed_at: null },
    })
    .execute()
  await db
    .insertInto('interviews')
    .values({
      ...meeting,
      ...{ uid: 'uid-1', starts_at: at, ends_at: at, interviewers: '[]', state: 'planned', cancelled_at: null },
      ...{ response: 'none', response_reason: null, responded_at: null, sequence: 0, changed_at: at, version: 1 },
      ...{ created_at: at, invited_at: null, scorecards_asked_for: null },
    })
    .execute()
  const { id } = await db
    .insertInto('interview_offers')
    .values({
      ...meeting,
      ...{ state: 'open', times: '[]', minutes: 30, interviewers: '[]', last_day: '2026-03-05', ends_at: at },
      ...{ remind_at: null, reason: null, interview_id: null, closed_at: null, username: 'admin', created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('interview_offer_links')
    .values({ token_hash: 'secret-offer', offer_id: id, created_at: at })
    .execute()
}

test('a resume that cannot be included is named with the reason', async () => {
  const id = await apply(app, { email: 'sick@export.example' })
  await app.db.updateTable('resumes').set({ scan: 'infected' }).where('application_id', '=', id).execute()
  const files = await exported(id)
  expect([...files.keys()].filter((name) => name.endsWith('.pdf'))).toEqual([])
  expect(String(files.get('index.html'))).toContain('Version 1 is not included: A virus was found in this resume')
})

test('each export is in the history of every application of the person', async () => {
  const id = await insertApplicant(app.db, { email: 'twice@export.example' })
  const also = await insertApplicant(app.db, { email: 'Twice@export.example', archived: 1 })
  await exported(id)
  const entries = await app.db
    .selectFrom('audit_trail')
    .select(['subject_id', 'username'])
    .where('action', '=', 'data_exported')
    .where('subject_id', 'in', [id, also, other])
    .orderBy('subject_id')
    .execute()
  expect(entries).toEqual([id, also].map((subject_id) => ({ subject_id, username: 'admin' })))
})

test('an application that is not stored is not found', async () => {
  expect((await admin.send('POST', pathTo(ADMIN_API.personExport, 2_147_483_647))).status).toBe(404)
})
