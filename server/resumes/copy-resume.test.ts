import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StorageStatus } from '../../contract/storage.ts'
import { connectTo } from '../../test/drive-test-kit.ts'
import { apply, fixture } from '../../test/factories.ts'
import { type GoogleStandIn, startGoogleStandIn } from '../../test/google-stand-in.ts'
import { startTestApp, type TestApp } from '../../test/test-app.ts'
import { planResumeTasks } from './resume-tasks.ts'

/** Longer than a first retry and what a busy machine adds. */
const SOON = { timeout: 8_000, interval: 50 }

let google: GoogleStandIn
let app: TestApp
let admin: { authorization: string }

async function open(settings: { keepsLocalCopies?: boolean; callMs?: number } = {}): Promise<void> {
  const { callMs, ...config } = settings
  app = await startTestApp(config, connectTo(google, callMs === undefined ? {} : { callMs }))
  admin = await app.signIn()
}

beforeEach(async () => {
  google = await startGoogleStandIn()
})
afterEach(async () => {
  await app.stop()
  await google.stop()
})

const status = async () => (await (await app.call('/api/admin/storage', { headers: admin })).json()) as StorageStatus
const settled = (wanted: object) => vi.waitFor(async () => expect(await status()).toMatchObject(wanted), SOON)
const copied = (count: number) =>
  settled({ resumes: { cloud: count }, copies: { waiting: 0, failed: 0 }, tasks: { open: 0 } })
const download = (id: number) => app.call(`/api/applications/${id}/resume`, { headers: admin })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const PDF = fixture('resume.pdf')

test('a resume is copied to the drive after its application was acknowledged, and kept on the disk', async () => {
  await open()
  const id = await apply(app)
  await copied(1)
  const [file, ...others] = google.files()
  expect(others).toEqual([])
  expect(file?.name).toBe(`application-${id}.pdf`)
  expect(file?.content.equals(PDF)).toBe(true)
  expect((await readFile(await app.resumePath(id))).equals(PDF)).toBe(true)
})

test('with GOOGLE_DRIVE_KEEP_LOCAL=false the file leaves the disk once the drive has it, and is handed out from there', async () => {
  await open({ keepsLocalCopies: false })
  const id = await apply(app)
  await copied(1)
  await vi.waitFor(async () => expect(await app.storedFiles()).toEqual([]), SOON)
  const answer = await download(id)
  expect(answer.headers.get('content-length')).toBe(String(PDF.length))
  expect((await bytesOf(answer)).equals(PDF)).toBe(true)
  await vi.waitFor(async () => expect(await app.storedFiles()).toEqual([]), SOON)
})

test('an applicant never waits for the drive', async () => {
  await open()
  for (let worker = 0; worker < 3; worker++) google.stallNext('generateIds', 60_000)
  for (let count = 0; count < 8; count++) await apply(app)
  // All were acknowledged while the drive stood still.
  expect(google.files()).toEqual([])
  expect(await status()).toMatchObject({ resumes: { local: 8, cloud: 0 }, copies: { waiting: 8 } })
})

describe('what passes by itself is tried again, and makes one file', () => {
  const calls = ['token', 'generateIds', 'start', 'chunk', 'get'] as const
  test.each(
    calls.flatMap((on) => [
      { on, fail: '500', status: 500, reason: 'backendError' },
      { on, fail: 'a cut connection' },
    ]),
  )('$fail on $on', async ({ on, ...failure }) => {
    await open()
    if ('status' in failure && failure.status)
      google.failNext({ on, times: 1, status: failure.status, reason: failure.reason ?? '' })
    else google.dropNext(on)
    await apply(app)
    await copied(1)
    expect(google.files().map((file) => file.content.equals(PDF))).toEqual([true])
  })

  test.each([
    [429, 'rateLimitExceeded'],
    [403, 'userRateLimitExceeded'],
    [503, 'backendError'],
  ])('several times %i %s', async (code, reason) => {
    await open()
    google.failNext({ on: 'start', times: 2, status: code, reason })
    await apply(app)
    await copied(1)
    expect(google.files()).toHaveLength(1)
  })
})

test.each([
  ['token', 400, 'invalid_grant', /service account|sign/i],
  ['start', 403, 'storageQuotaExceeded', /use a folder on a shared drive/],
  ['start', 403, 'insufficientFilePermissions', /permission|role|Manager/i],
  ['start', 404, 'notFound', /GOOGLE_DRIVE_FOLDER_ID/],
] as const)('%s answering %i %s is not tried again before somebody has mended it', async (on, code, reason, words) => {
  await open()
  google.failNext({ on, times: 1, status: code, reason })
  await apply(app)
  await settled({ copies: { waiting: 0, failed: 1 }, tasks: { open: 0 } })
  expect((await status()).copies.lastError?.message).toMatch(words)
  expect(google.files()).toEqual([])

  const outcome = await app.call('/api/admin/google-drive/test', { headers: admin })
  expect(await outcome.json()).toMatchObject({ connected: true })
  await copied(1)
  expect(google.files()).toHaveLength(1)
})

test('a copy that arrived altered is not counted, is told, and is made anew', async () => {
  await open()
  google.corruptNext()
  await apply(app)
  await vi.waitFor(async () => expect((await status()).copies.lastError?.message).toMatch(/checksum/), SOON)
  expect(await status()).toMatchObject({ resumes: { cloud: 0 }, copies: { waiting: 1 } })
  await copied(1)
  expect(google.files().map((file) => file.content.equals(PDF))).toEqual([true])
  expect((await status()).copies.lastError).toBeNull()
})

test('an application deleted while its resume is being copied leaves nothing in the drive', async () => {
  await open()
  google.stallNext('chunk', 400)
  const id = await apply(app)
  await vi.waitFor(() => expect(google.calls('start')).toBe(1), SOON)
  expect((await app.call(`/api/admin/applications/${id}`, { method: 'DELETE', headers: admin })).status).toBe(204)
  await vi.waitFor(() => expect(google.calls('delete')).toBeGreaterThan(0), SOON)
  await vi.waitFor(() => expect(google.files()).toEqual([]), SOON)
})

test('a deleted application leaves neither its local file nor its copy', async () => {
  await open()
  const id = await apply(app)
  await copied(1)
  await app.call(`/api/admin/applications/${id}`, { method: 'DELETE', headers: admin })
  await vi.waitFor(() => expect(google.files()).toEqual([]), SOON)
  expect(await app.storedFiles()).toEqual([])
})

test('resumes from before the drive was connected are copied at the next start', async () => {
  await open()
  google.failNext({ on: 'token', times: 1, status: 400, reason: 'invalid_grant' })
  await apply(app)
  await settled({ copies: { failed: 1 } })
  await app.db.deleteFrom('resume_copies').where('place', '=', 'google-drive').execute()
  await planResumeTasks({ db: app.db, cloud: connectTo(google), clock: () => new Date() })
  await apply(app)
  await vi.waitFor(() => expect(google.files()).toHaveLength(2), SOON)
})

describe('a resume is handed out from wherever it is whole', () => {
  test('from the drive when the local file is gone or altered, and never altered', async () => {
    await open()
    const [gone, altered] = [await apply(app), await apply(app)]
    await copied(2)
    await rm(await app.resumePath(gone))
    await writeFile(await app.resumePath(altered), 'something else')
    for (const id of [gone, altered]) expect((await bytesOf(await download(id))).equals(PDF)).toBe(true)
    expect(await status()).toMatchObject({ resumes: { missing: 1, altered: 1, lost: 0 } })
  })

  test('404 when no place has it, and the storage page counts it as lost', async () => {
    await open()
    const id = await apply(app)
    await copied(1)
    await rm(await app.resumePath(id))
    google.items.delete(google.files()[0]?.id ?? '')
    const answer = await download(id)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ message: 'Resume file not found on server', code: 'resume_not_found' })
    expect(await status()).toMatchObject({ resumes: { missing: 2, lost: 1 } })
  })

  test('503 when the only place cannot be reached', async () => {
    await open()
    const id = await apply(app)
    await copied(1)
    await rm(await app.resumePath(id))
    google.dropNext('media')
    const answer = await download(id)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    expect((await bytesOf(await download(id))).equals(PDF)).toBe(true)
  })
})

test('a check puts back what the disk has lost and copies anew what the drive has lost', async () => {
  await open()
  const [onDisk, inDrive] = [await apply(app), await apply(app)]
  await copied(2)
  await rm(await app.resumePath(onDisk))
  const lost = google.files().find((file) => file.name === `application-${inDrive}.pdf`)
  if (lost) lost.trashed = true
  expect((await app.call('/api/admin/storage/check', { method: 'POST', headers: admin })).status).toBe(202)
  await settled({ resumes: { local: 2, cloud: 2, missing: 0, lost: 0 }, check: { finishedAt: expect.any(String) } })
  expect((await readFile(await app.resumePath(onDisk))).equals(PDF)).toBe(true)
  expect(google.files().filter((file) => !file.trashed)).toHaveLength(2)
})
