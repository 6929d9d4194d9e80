import { readFile, rm } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { API, APPLICATION_TOKEN_HEADER } from '../../../contract/wire/paths.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { apply, fixture } from '../../../test/factories.ts'
import { connectTo } from '../../../test/google-drive/drive-test-kit.ts'
import { replaceOnce } from '../../../test/private-link.ts'
import { PDF, replicatingApp, SOON } from '../../../test/stores/replicating-app.ts'
import { scheduleResumeTasks } from './resume-tasks.ts'

const site = replicatingApp()

test('a resume is replicated to the drive after its application was acknowledged, and stays on the disk', async () => {
  await site.open()
  const id = await apply(site.app)
  await site.replicated(1)
  const [file, ...others] = site.google.files()
  expect(others).toEqual([])
  expect(file?.name).toBe(`application-${id}.pdf`)
  expect(file?.content.equals(PDF)).toBe(true)
  expect((await readFile(await site.app.resumePath(id))).equals(PDF)).toBe(true)
})

test('with GOOGLE_DRIVE_KEEP_LOCAL=false the file leaves the disk once the drive has it, and is downloaded from there', async () => {
  await site.open({ keepsLocal: false })
  const id = await apply(site.app)
  await site.replicated(1)
  await vi.waitFor(async () => expect(await site.app.storedFiles()).toEqual([]), SOON)
  const response = await site.download(id)
  expect(response.headers.get('content-length')).toBe(String(PDF.length))
  expect((await site.bytesOf(response)).equals(PDF)).toBe(true)
  await vi.waitFor(async () => expect(await site.app.storedFiles()).toEqual([]), SOON)
})

test('an applicant never waits for the drive', async () => {
  await site.open()
  for (let worker = 0; worker < 3; worker++) site.google.stallNext('generateIds', 60_000)
  for (let count = 0; count < 8; count++) await apply(site.app)
  // All were acknowledged while the drive stood still.
  expect(site.google.files()).toEqual([])
  expect(await site.status()).toMatchObject({
    stores: { local: { stored: 8 }, 'google-drive': { stored: 0, waiting: 8 } },
  })
})

test('an application deleted while its resume is being replicated leaves nothing in the drive', async () => {
  await site.open()
  site.google.stallNext('chunk', 400)
  const id = await apply(site.app)
  await vi.waitFor(() => expect(site.google.requests('start')).toBe(1), SOON)
  expect(
    (await site.app.request(`/api/admin/applications/${id}`, { method: 'DELETE', headers: site.admin })).status,
  ).toBe(204)
  await vi.waitFor(() => expect(site.google.requests('delete')).toBeGreaterThan(0), SOON)
  await vi.waitFor(() => expect(site.google.files()).toEqual([]), SOON)
})

test('a deleted application leaves neither its local file nor its replica', async () => {
  await site.open()
  const id = await apply(site.app)
  await site.replicated(1)
  await site.app.request(`/api/admin/applications/${id}`, { method: 'DELETE', headers: site.admin })
  await vi.waitFor(() => expect(site.google.files()).toEqual([]), SOON)
  await vi.waitFor(async () => expect(await site.app.storedFiles()).toEqual([]), SOON)
})

test('every version of a resume gets its replica, and a deletion removes all of them from every store', async () => {
  await site.open()
  const id = await apply(site.app)
  await replaceOnce(site.app, id)
  await site.replicated(2)
  expect(site.google.files().map(({ content }) => content.length)).toEqual(
    expect.arrayContaining([PDF.length, fixture('resume.docx').length]),
  )
  await site.app.request(`/api/admin/applications/${id}`, { method: 'DELETE', headers: site.admin })
  await vi.waitFor(() => expect(site.google.files()).toEqual([]), SOON)
  await vi.waitFor(async () => expect(await site.app.storedFiles()).toEqual([]), SOON)
})

test('an erasure waits for a store that cannot be reached, and the admin sees why; then no store has any version', async () => {
  await site.open()
  const id = await apply(site.app)
  const token = await replaceOnce(site.app, id)
  await site.replicated(2)
  site.google.failNext({ on: 'delete', status: 503, reason: 'backendError' })
  const erasure = await site.app.request(API.eraseApplication, {
    method: 'POST',
    headers: { [APPLICATION_TOKEN_HEADER]: token, 'content-type': 'application/json' },
    body: JSON.stringify({ reference: formatReference('APP', id) }),
  })
  expect(erasure.status).toBe(204)
  await site.settled({ tasks: { open: 1, lastError: expect.stringMatching(/./) } })
  expect(await site.app.db.selectFrom('resumes').select('id').execute()).toHaveLength(2)
  await vi.waitFor(() => expect(site.google.files()).toEqual([]), SOON)
  for (const table of ['applications', 'resumes', 'resume_replicas', 'resume_texts', 'application_links'] as const)
    await vi.waitFor(async () => expect(await site.app.db.selectFrom(table).selectAll().execute()).toEqual([]), SOON)
  await vi.waitFor(async () => expect(await site.app.storedFiles()).toEqual([]), SOON)
})

test('resumes from before the drive was connected are replicated at the next start', async () => {
  await site.open()
  site.google.failNext({ on: 'token', times: 1, status: 400, reason: 'invalid_grant' })
  await apply(site.app)
  await site.settled({ replicas: { failed: 1 } })
  await site.app.db.deleteFrom('resume_replicas').where('store', '=', 'google-drive').execute()
  const stores = { remote: [connectTo(site.google)] }
  await scheduleResumeTasks({ db: site.app.db, stores, clock: () => new Date(), hasScanner: false })
  await apply(site.app)
  await vi.waitFor(() => expect(site.google.files()).toHaveLength(2), SOON)
})

test('a check restores what the disk has lost and replicates again what the drive has lost', async () => {
  await site.open()
  const [onDisk, inDrive] = [await apply(site.app), await apply(site.app)]
  await site.replicated(2)
  await rm(await site.app.resumePath(onDisk))
  const lost = site.google.files().find((file) => file.name === `application-${inDrive}.pdf`)
  if (lost) lost.trashed = true
  expect((await site.app.request('/api/admin/storage/check', { method: 'POST', headers: site.admin })).status).toBe(202)
  await site.settled({
    resumes: { missing: 0, lost: 0 },
    stores: { local: { stored: 2 }, 'google-drive': { stored: 2 } },
    check: { finishedAt: expect.any(String) },
  })
  expect((await readFile(await site.app.resumePath(onDisk))).equals(PDF)).toBe(true)
  expect(site.google.files().filter((file) => !file.trashed)).toHaveLength(2)
})
