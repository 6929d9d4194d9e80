import { describe, expect, test, vi } from 'vitest'
import { apply } from '../../../test/factories.ts'
import { PDF, replicatingApp, SOON } from '../../../test/stores/replicating-app.ts'

const site = replicatingApp()

describe('what passes by itself is tried again, and makes one file', () => {
  const operations = ['token', 'generateIds', 'start', 'chunk', 'get'] as const
  test.each(
    operations.flatMap((on) => [
      { on, fail: '500', status: 500, reason: 'backendError' },
      { on, fail: 'a cut connection' },
    ]),
  )('$fail on $on', async ({ on, ...failure }) => {
    await site.open()
    if ('status' in failure && failure.status)
      site.google.failNext({ on, times: 1, status: failure.status, reason: failure.reason ?? '' })
    else site.google.dropNext(on)
    await apply(site.app)
    await site.replicated(1)
    expect(site.google.files().map((file) => file.content.equals(PDF))).toEqual([true])
  })

  test.each([
    [429, 'rateLimitExceeded'],
    [403, 'userRateLimitExceeded'],
    [503, 'backendError'],
  ])('several times %i %s', async (code, reason) => {
    await site.open()
    site.google.failNext({ on: 'start', times: 2, status: code, reason })
    await apply(site.app)
    await site.replicated(1)
    expect(site.google.files()).toHaveLength(1)
  })
})

test.each([
  ['token', 400, 'invalid_grant', /service account|sign/i],
  ['start', 403, 'storageQuotaExceeded', /use a folder on a shared drive/],
  ['start', 403, 'insufficientFilePermissions', /permission|role|Manager/i],
  ['start', 404, 'notFound', /GOOGLE_DRIVE_FOLDER_ID/],
] as const)('%s with %i %s is not retried before a person has acted', async (on, code, reason, words) => {
  await site.open()
  site.google.failNext({ on, times: 1, status: code, reason })
  await apply(site.app)
  await site.settled({ replicas: { waiting: 0, failed: 1 }, tasks: { open: 0 } })
  expect((await site.status()).replicas.lastError?.message).toMatch(words)
  expect(site.google.files()).toEqual([])

  const outcome = await site.app.request('/api/admin/google-drive/test', { headers: site.admin })
  expect(await outcome.json()).toMatchObject({ connected: true })
  await site.replicated(1)
  expect(site.google.files()).toHaveLength(1)
})

test('a replica that arrived altered is not counted, is reported, and is made again', async () => {
  await site.open()
  site.google.corruptNext()
  await apply(site.app)
  await vi.waitFor(async () => expect((await site.status()).replicas.lastError?.message).toMatch(/checksum/), SOON)
  expect(await site.status()).toMatchObject({ stores: { 'google-drive': { stored: 0, waiting: 1 } } })
  await site.replicated(1)
  expect(site.google.files().map((file) => file.content.equals(PDF))).toEqual([true])
  expect((await site.status()).replicas.lastError).toBeNull()
})

test('a resume in which a virus was found is not replicated', async () => {
  await site.open()
  site.google.failNext({ on: 'start', status: 403, reason: 'insufficientFilePermissions' })
  const id = await apply(site.app)
  await site.settled({ replicas: { failed: 1 } })
  await site.app.db.updateTable('resumes').set({ scan: 'infected' }).where('application_id', '=', id).execute()
  await site.app.request('/api/admin/google-drive/test', { headers: site.admin })
  await site.settled({
    replicas: { failed: 1, lastError: { message: expect.stringContaining('virus') } },
    tasks: { open: 0 },
  })
  expect(site.google.files()).toEqual([])
})
