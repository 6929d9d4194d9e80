import { rename } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ListedApplication } from '../../../../contract/applications/application-list.ts'
import type { ResumeText } from '../../../../contract/applications/resume-text.ts'
import { APPLICANT, apply, fixture, form, insertApplicant } from '../../../../test/factories.ts'
import { scannedPdf, textPdf } from '../../../../test/resume-files/pdf-files.ts'
import { insertResumeText, textsAreRead } from '../../../../test/resume-files/stored-texts.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'
import { scheduleTask } from '../../../platform/outbox/outbox-queries.ts'
import { insertResume } from '../../resumes/resume-queries.ts'
import { extractTextTask } from '../../resumes/resume-task-kinds.ts'
import { findResumeText } from '../../resumes/resume-text-queries.ts'
import { reindexResume } from '../stored/application-search-queries.ts'

const SOON = { timeout: 30_000, interval: 50 }

let app: TestApp
let admin: { authorization: string }
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn()
})
afterAll(() => app.stop())

const get = (path: string) => app.request(path, { headers: admin })
const readText = async (id: number) =>
  (await (await get(`/api/admin/applications/${id}/resume-text`)).json()) as ResumeText
const find = async (query: string) =>
  (await (await get(`/api/applications?${new URLSearchParams({ q: query })}`)).json()) as ListedApplication[]
const extracted = (id: number) =>
  vi.waitFor(async () => {
    const read = await readText(id)
    expect(read.state).not.toBe('pending')
    return read
  }, SOON)

async function send(name: string, content: Buffer<ArrayBuffer>): Promise<number> {
  const response = await app.request('/api/submit-application', {
    method: 'POST',
    body: form(APPLICANT, { name, content }),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: number }).id
}

/** A resume of which no task knows. */
async function insertUnreadResume(scan: 'clean' | 'infected'): Promise<number> {
  const id = await insertApplicant(app.db)
  await insertResume(app.db, {
    ...{ application_id: id, original_name: 'cv.pdf', kind: 'pdf', size: 9, sha256: '0'.repeat(64), scan },
    ...{ store: 'local', key: `${id}.pdf`, now: new Date() },
  })
  return id
}

test('the text of each sent file can be read after a while, and its words find the application', async () => {
  const ids: Record<string, number> = {}
  for (const name of ['resume.pdf', 'resume.docx', 'resume.doc']) ids[name] = await send(name, fixture(name))
  for (const id of Object.values(ids)) {
    expect(await extracted(id)).toMatchObject({ state: 'extracted', isTruncated: false })
    expect((await readText(id)).text).toContain('production and gathering facilities')
  }
  const found = await find('gathering renée')
  expect(found.map(({ id }) => id).toSorted()).toEqual(Object.values(ids).toSorted())
})

test('a found word that is in the resume alone is shown in its surroundings, one of a field is not', async () => {
  const id = await insertApplicant(app.db, { name: 'Ana Núñez', note: 'Pumps' })
  const before = 'Worked on site for many years.\n'.repeat(20)
  await insertResumeText(app.db, id, `${before}Ana built the Überdruck Ventil and pumps,\nthen more of them. ${before}`)
  const [row] = await find('ana ventil uberdr pumps')
  const { text = '', ranges = [] } = row?.snippet ?? {}
  expect(ranges.map(([start, end]) => text.slice(start, end))).toEqual(['Überdruck', 'Ventil'])
  expect(text).toContain('Ana built the Überdruck Ventil and pumps, then more of them.')
  expect(text.length).toBeLessThanOrEqual(160)
  expect((await find('ana pumps'))[0]).not.toHaveProperty('snippet')
})

test.each([
  ['• Led the crew — Quillwork on site', 'Led the crew — Quillwork on site'],
  [`${'Led'.repeat(20)} • (a) Quillwork on site`, 'a) Quillwork on site'],
  [`${'Led'.repeat(20)}/Quillwork on site`, 'Quillwork on site'],
])('what is shown of %j begins with a whole word', async (resume, shown) => {
  const id = await insertApplicant(app.db)
  await insertResumeText(app.db, id, resume)
  const row = (await find('quillwork')).find((one) => one.id === id)
  expect(row?.snippet?.text).toBe(shown)
})

test('a scan has no text, and its application is still found by its fields', async () => {
  const id = await send('scan.pdf', await scannedPdf())
  expect(await extracted(id)).toEqual({ state: 'empty', text: '', pages: 1, isTruncated: false })
  expect((await find('ana')).map((row) => row.id)).toContain(id)
})

test('a file that no parser can read is marked as failed, and the same parser does not read it again', async () => {
  const id = await send('cv.pdf', Buffer.from('%PDF-1.4\nnothing else\n%%EOF'))
  expect(await extracted(id)).toMatchObject({ state: 'failed', text: '' })
  const row = () => findResumeText(app.db, id)
  const before = await row()
  await scheduleTask(app.db, extractTextTask({ applicationId: id }), new Date())
  await apply(app)
  await vi.waitUntil(async () => !(await app.db.selectFrom('outbox_tasks').selectAll().executeTakeFirst()), {
    timeout: 30_000,
  })
  expect(await row()).toEqual(before)
})

test('a file that no store has is read once a check finds it again', async () => {
  const id = await send('cv.pdf', await textPdf('Geodesist'))
  await extracted(id)
  const file = await app.resumePath(id)
  await rename(file, `${file}.aside`)
  const isRead = async () => {
    await scheduleTask(app.db, extractTextTask({ applicationId: id }), new Date())
    await apply(app)
    await textsAreRead(app.db)
    return readText(id)
  }
  await app.db.updateTable('resume_texts').set({ parser_version: 'older' }).where('application_id', '=', id).execute()
  expect(await isRead()).toMatchObject({ state: 'extracted', text: 'Geodesist' })
  await reindexResume(app.db, id, 'Geodesist', '')
  await app.db.deleteFrom('resume_texts').where('application_id', '=', id).execute()
  expect(await isRead()).toMatchObject({ state: 'failed', text: '' })
  await rename(`${file}.aside`, file)
  expect((await app.request('/api/admin/storage/check', { method: 'POST', headers: admin })).ok).toBe(true)
  await vi.waitFor(async () => expect(await readText(id)).toMatchObject({ text: 'Geodesist' }), SOON)
  expect((await find('geodesist')).map((row) => row.id)).toEqual([id])
})

test('a file of which the process has died three times is given up', async () => {
  const id = await send('cv.pdf', await textPdf('Harmless'))
  await app.db.updateTable('outbox_tasks').set({ attempts: 3 }).execute()
  expect(await extracted(id)).toMatchObject({ state: 'failed' })
})

test('a resume that waits for its task is pending', async () => {
  const id = await insertUnreadResume('clean')
  expect(await readText(id)).toEqual({ state: 'pending', text: '', pages: null, isTruncated: false })
})

test.each([
  ['an unknown application', 404, 'not_found', async () => 4711],
  ['an application without a resume', 404, 'resume_not_found', () => insertApplicant(app.db)],
  ['an infected resume', 422, 'infected', () => insertUnreadResume('infected')],
])('the request for the text of %s gets %i', async (_, status, code, make) => {
  const response = await get(`/api/admin/applications/${await make()}/resume-text`)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ code })
})

test('the text is for admins alone', async () => {
  expect((await app.request('/api/admin/applications/1/resume-text')).status).toBe(401)
})

test('new feedback leaves the words of the resume findable, and deleting takes text and words away', async () => {
  const id = await insertApplicant(app.db)
  await insertResumeText(app.db, id, 'Tachymeter')
  const headers = { ...admin, 'content-type': 'application/json' }
  const body = JSON.stringify({ feedback: 'Knows levels' })
  expect((await app.request(`/api/applications/${id}`, { method: 'PATCH', headers, body })).status).toBe(200)
  expect(await find('levels tachymeter')).toHaveLength(1)
  expect((await app.request(`/api/admin/applications/${id}`, { method: 'DELETE', headers: admin })).status).toBe(204)
  expect(await find('tachymeter')).toEqual([])
  expect(await findResumeText(app.db, id)).toBeUndefined()
})
