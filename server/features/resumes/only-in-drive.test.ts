import { expect, test, vi } from 'vitest'
import { apply } from '../../../test/factories.ts'
import { PDF, replicatingApp, SOON } from '../../../test/stores/replicating-app.ts'

const site = replicatingApp()

const testConnection = () => site.app.request('/api/admin/google-drive/test', { headers: site.admin })

async function applyAndDropLocal(): Promise<number> {
  await site.open({ keepsLocal: false })
  const id = await apply(site.app)
  await site.replicated(1)
  await vi.waitFor(async () => expect(await site.app.storedFiles()).toEqual([]), SOON)
  return id
}

test('a resume that is only in the drive, and was in the trash for a while, is found again', async () => {
  const id = await applyAndDropLocal()
  const [file] = site.google.files()
  if (file) file.trashed = true
  expect((await site.app.request('/api/admin/storage/check', { method: 'POST', headers: site.admin })).status).toBe(202)
  await site.settled({ replicas: { failed: 1, waiting: 0 }, check: { finishedAt: expect.any(String) } })
  expect((await site.status()).resumes.lost).toBe(1)

  if (file) file.trashed = false
  await testConnection()
  await site.replicated(1)
  expect((await site.bytesOf(await site.download(id))).equals(PDF)).toBe(true)
  expect(site.google.files()).toEqual([file])
})

test('a resume that is only in the drive, and once came from there altered, is downloaded again', async () => {
  const id = await applyAndDropLocal()
  const [file] = site.google.files()
  const content = file?.content ?? Buffer.alloc(0)
  if (file) file.content = content.subarray(0, 100)
  expect((await site.download(id)).status).toBe(404)
  if (file) file.content = content
  await testConnection()
  await site.replicated(1)
  expect((await site.bytesOf(await site.download(id))).equals(PDF)).toBe(true)
})
