import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, APPLICATION_TOKEN_HEADER, pathTo } from '../../../contract/wire/paths.ts'
import { adminClient } from '../../../test/admin-client.ts'
import { apply, createJob, fixture } from '../../../test/factories.ts'
import { insertPrivateLink, replaceOnce } from '../../../test/private-link.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const HOUR_MS = 60 * 60_000

let app: TestApp
let id: number
let token: string
beforeAll(async () => {
  app = await startTestApp()
  const admin = adminClient(app, await app.signIn())
  const jobId = await createJob(app, { title: 'Flow engineer' })
  id = await apply(app, { email: 'own@export.example', jobId: String(jobId) })
  await apply(app, { email: 'own@export.example', note: 'Of another application.' })
  token = await replaceOnce(app, id)
  await admin.send('PATCH', pathTo(ADMIN_API.application, id), { feedback: 'Not our man.' })
  await app.db
    .updateTable('mails')
    .set({ state: 'sent', settled_at: '2026-03-02T09:00:00.000Z' })
    .where('application_id', '=', id)
    .execute()
})
afterAll(() => app.stop())

const download = (headers: Record<string, string>, method = 'GET') =>
  app.request(API.myApplicationArchive, { method, headers })
const countEntries = async (action: 'data_exported' | 'resume_downloaded', of: number) => {
  const entries = app.db.selectFrom('audit_trail').select('id').where('action', '=', action)
  return (await entries.where('subject_id', '=', of).execute()).length
}

test('an applicant downloads the own application: what was sent, every resume, and the messages that have left', async () => {
  const response = await download({ [APPLICATION_TOKEN_HEADER]: token })
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="APP-0001 \d{4}-\d\d-\d\d\.zip"$/),
    'cache-control': 'no-store',
  })
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()), { strictFileNames: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  expect([...files.keys()].toSorted()).toEqual([
    'application.json',
    'index.html',
    expect.stringMatching(/^messages\/001 .*\.txt$/),
    'resume 1.pdf',
    'resume 2.docx',
  ])
  expect(files.get('resume 1.pdf')).toEqual(fixture('resume.pdf'))
  expect(JSON.parse(String(files.get('application.json')))).toMatchObject({
    reference: 'APP-0001',
    job: 'Flow engineer',
  })
  expect(String(files.get('index.html'))).toContain('Flow engineer')
  for (const [name, content] of files) expect(String(content), name).not.toMatch(/Not our man|another application/)
})

test.each([
  [API.myApplicationArchive, 'data_exported'],
  [API.myApplicationResume, 'resume_downloaded'],
] as const)('downloads of one hour from %s leave one entry in the history, and HEAD none', async (path, action) => {
  const fresh = await apply(app, { email: 'fresh@export.example' })
  const headers = { [APPLICATION_TOKEN_HEADER]: await insertPrivateLink(app.db, fresh) }
  const send = async (method: string) => {
    const response = await app.request(path, { method, headers })
    expect(response.status).toBe(200)
    await response.arrayBuffer()
  }
  await send('HEAD')
  expect(await countEntries(action, fresh)).toBe(0)
  await send('GET')
  await send('GET')
  expect(await countEntries(action, fresh)).toBe(1)
  app.setNow(new Date(Date.now() + HOUR_MS + 1_000))
  await send('GET')
  app.setNow(undefined)
  expect(await countEntries(action, fresh)).toBe(2)
})

test('without a link, and with a wrong one, nothing is sent', async () => {
  expect((await download({})).status).toBe(404)
  expect((await download({ [APPLICATION_TOKEN_HEADER]: 'a'.repeat(43) })).status).toBe(404)
})

test('a network that downloads it without end is told to wait', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 40 && !statuses.includes(429); count += 1)
    statuses.push((await download({ [APPLICATION_TOKEN_HEADER]: token }, 'HEAD')).status)
  expect(statuses.at(-1)).toBe(429)
  expect((await app.request(API.myApplication, { headers: { [APPLICATION_TOKEN_HEADER]: token } })).status).toBe(200)
})
