import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Application, EarlierResume } from '../../../contract/applications/application.ts'
import type { ResumeText } from '../../../contract/applications/resume-text.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { RESUME_MAX_BYTES, RESUME_VERSIONS } from '../../../contract/wire/limits.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { apply, fixture, form } from '../../../test/factories.ts'
import { insertPrivateLink, sendResume } from '../../../test/private-link.ts'
import { textPdf } from '../../../test/resume-files/pdf-files.ts'
import { textsAreRead } from '../../../test/resume-files/stored-texts.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const NOON = new Date('2026-03-02T12:00:00.000Z')

let app: TestApp
let admin: AdminClient
let id: number
let token: string
let earlierFiles: string[]
beforeAll(async () => {
  app = await startTestApp({ submissionsPerHour: 1_000 })
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow(NOON)
  for (const table of ['outbox_tasks', 'mailbox_mails', 'applications', 'submission_counts', 'audit_trail'] as const)
    await app.db.deleteFrom(table).execute()
  admin = adminClient(app, await app.signIn())
  earlierFiles = await app.storedFiles()
  id = await apply(app)
  token = await insertPrivateLink(app.db, id)
})

const readApplication = async () =>
  (await admin.request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))).body
const readEarlier = async () => (await admin.request<EarlierResume[]>('GET', pathTo(ADMIN_API.earlierResumes, id))).body
const download = async (version?: number) => {
  const query = version === undefined ? '' : `?version=${version}`
  const response = await app.request(`${pathTo(ADMIN_API.resume, id)}${query}`, { headers: await app.signIn() })
  return { status: response.status, content: Buffer.from(await response.arrayBuffer()) }
}
/** The files that the test has added to the data folder. */
const filesOf = async () => (await app.storedFiles()).filter((file) => !earlierFiles.includes(file))
const events = async () => {
  const trail = app.db.selectFrom('audit_trail').select('event').where('subject_id', '=', id).orderBy('id')
  const actions = (await trail.execute()).map(({ event }) => JSON.parse(event).action as string)
  // The receipt is tried at some time meanwhile.
  return actions.filter((action) => action !== 'message')
}

test('the admin reads the resume that replaced the first one, and still opens and downloads the first', async () => {
  const before = await readApplication()
  expect(before.resume).toMatchObject({ mediaType: 'application/pdf', version: 1 })
  expect((await sendResume(app, token)).status).toBe(204)
  const after = await readApplication()
  expect(after.resume).toMatchObject({ size: fixture('resume.docx').length, version: 2 })
  expect(after.version).toBe(before.version + 1)
  expect(await readEarlier()).toEqual([{ ...before.resume, replacedAt: NOON.toISOString() }])
  expect((await download()).content.equals(fixture('resume.docx'))).toBe(true)
  expect((await download(1)).content.equals(fixture('resume.pdf'))).toBe(true)
  expect((await download(3)).status).toBe(404)
  expect(await events()).toEqual(['received', 'resume_replaced', 'resume_downloaded', 'resume_downloaded'])
})

test('the search finds the words of the new resume, and those of the earlier one no more', async () => {
  const search = async (word: string) =>
    (await admin.request<unknown[]>('GET', `${ADMIN_API.applications}?q=${word}`)).body.length
  await sendResume(app, token, { name: 'first.pdf', content: await textPdf('I tune ocarinas') })
  await textsAreRead(app.db)
  expect(await search('ocarinas')).toBe(1)
  await sendResume(app, token, { name: 'second.pdf', content: await textPdf('I repair accordions') })
  await textsAreRead(app.db)
  expect([await search('ocarinas'), await search('accordions')]).toEqual([0, 1])
  const { body } = await admin.request<ResumeText>('GET', pathTo(ADMIN_API.resumeText, id))
  expect(body).toMatchObject({ state: 'extracted', text: 'I repair accordions' })
})

test('a file that is sent twice at once, or again after a lost response, is stored once', async () => {
  const responses = await Promise.all([1, 2, 3].map(() => sendResume(app, token)))
  expect(responses.map(({ status }) => status)).toEqual([204, 204, 204])
  expect((await sendResume(app, token)).status).toBe(204)
  expect((await readApplication()).resume).toMatchObject({ version: 2 })
  expect(await readEarlier()).toHaveLength(1)
  expect((await events()).filter((event) => event === 'resume_replaced')).toHaveLength(1)
  await vi.waitFor(async () => expect(await filesOf()).toHaveLength(2))
})

test.each([
  ['a renamed executable', 415, { name: 'cv.pdf', content: fixture('program.exe') }],
  ['plain text', 415, { name: 'cv.txt', content: fixture('resume.txt') }],
  ['a Word file with macros', 415, { name: 'cv.docx', content: fixture('macro.docm') }],
  ['an empty file', 400, { name: 'cv.pdf', content: fixture('empty.pdf') }],
  ['a file of 10 MB and a byte', 413, { name: 'cv.pdf', content: Buffer.alloc(RESUME_MAX_BYTES + 1, '%PDF-1.7\n') }],
])('%s is refused like that of an application, and the resume stays', async (_what, status, file) => {
  const files = await filesOf()
  expect((await sendResume(app, token, file)).status).toBe(status)
  expect(await filesOf()).toEqual(files)
  expect((await readApplication()).resume).toMatchObject({ version: 1 })
})

test('a form without a file, with a field, or with a link that is not valid is refused', async () => {
  const send = (body: FormData, headers = { 'X-Application-Token': token }) =>
    app.request(API.myApplicationResume, { method: 'POST', headers, body })
  const missing = await send(form({}))
  expect([missing.status, await missing.json()]).toEqual([
    400,
    { message: 'Please select a resume file', code: 'resume_missing' },
  ])
  const file = { name: 'cv.pdf', content: fixture('resume.docx') }
  expect((await send(form({ name: 'Ben' }, file))).status).toBe(400)
  const wrong = await send(form({}, file), { 'X-Application-Token': 'A'.repeat(43) })
  expect([wrong.status, (await wrong.json()).message]).toEqual([404, expect.stringMatching(/^This link is not valid/)])
  expect(await readEarlier()).toEqual([])
})

test('after a withdrawal no resume can be sent; a decision is only told once the applicant may know it', async () => {
  await admin.send('PATCH', pathTo(ADMIN_API.application, id), { status: 'rejected' })
  app.setNow(new Date(NOON.getTime() + 60 * 60_000))
  expect((await sendResume(app, token)).status, 'the refusal has not left').toBe(204)
  await app.db.updateTable('applications').set({ status: 'hired' }).where('id', '=', id).execute()
  const decided = await sendResume(app, token, { name: 'resume.doc' })
  expect([decided.status, (await decided.json()).message]).toEqual([400, expect.stringContaining('is decided')])
  await app.db
    .updateTable('applications')
    .set({ status: 'pending', withdrawn_at: NOON.toISOString() })
    .where('id', '=', id)
    .execute()
  const withdrawn = await sendResume(app, token, { name: 'resume.doc' })
  expect([withdrawn.status, (await withdrawn.json()).message]).toEqual([400, expect.stringContaining('withdrew')])
  await vi.waitFor(async () => expect(await filesOf()).toHaveLength(2))
})

test(`at most ${RESUME_VERSIONS} versions are kept, and each counts as a form of its network`, async () => {
  const files = [fixture('resume.doc'), fixture('resume.docx')]
  for (let version = 2; version <= RESUME_VERSIONS; version += 1) {
    const content = files[version % 2] as Buffer<ArrayBuffer>
    expect((await sendResume(app, token, { name: 'cv.doc', content })).status).toBe(204)
  }
  const refused = await sendResume(app, token, { name: 'cv.pdf', content: fixture('resume.pdf') })
  expect([refused.status, (await refused.json()).message]).toEqual([400, expect.stringContaining('9 times')])
  const { count } = await app.db.selectFrom('submission_counts').select('count').executeTakeFirstOrThrow()
  expect(count).toBe(RESUME_VERSIONS)
  expect(await filesOf()).toHaveLength(RESUME_VERSIONS)
})

test('the text of a resume that is replaced while it is read is not taken for that of the next', async () => {
  for (let round = 0; round < 3; round += 1) {
    const content = await textPdf(`I play instrument number ${round}`)
    expect((await sendResume(app, token, { name: `${round}.pdf`, content })).status).toBe(204)
  }
  await textsAreRead(app.db)
  const { body } = await admin.request<ResumeText>('GET', pathTo(ADMIN_API.resumeText, id))
  expect(body.text).toBe('I play instrument number 2')
})

test('deleting the application deletes the files of all versions', async () => {
  await sendResume(app, token)
  expect(await filesOf()).toHaveLength(2)
  await admin.send('DELETE', pathTo(ADMIN_API.adminApplication, id))
  await vi.waitFor(async () => expect(await filesOf()).toEqual([]), { timeout: 20_000 })
})
