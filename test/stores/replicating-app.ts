import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { StorageStatus } from '../../contract/site/storage.ts'
import { fixture } from '../factories.ts'
import { connectTo } from '../google-drive/drive-test-kit.ts'
import { type FakeGoogle, startFakeGoogle } from '../google-drive/fake-google.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

/** Longer than a first retry on a busy machine. */
export const SOON = { timeout: 30_000, interval: 50 }

/** What {@link apply} sends. */
export const PDF = fixture('resume.pdf')

/** The real application with a fake Google as its remote store, new for each test of the importing file. */
export function replicatingApp() {
  let google: FakeGoogle
  let app: TestApp
  let admin: { authorization: string }
  beforeEach(async () => {
    google = await startFakeGoogle()
  })
  afterEach(async () => {
    await app.stop()
    await google.stop()
  })

  const status = async () =>
    (await (await app.request('/api/admin/storage', { headers: admin })).json()) as StorageStatus
  const settled = (wanted: object) => vi.waitFor(async () => expect(await status()).toMatchObject(wanted), SOON)

  return {
    get google() {
      return google
    },
    get app() {
      return app
    },
    get admin() {
      return admin
    },

    /** Every test calls this first. */
    open: async (settings: { keepsLocal?: boolean } = {}): Promise<void> => {
      app = await startTestApp(settings, connectTo(google))
      admin = await app.signIn()
    },

    status,
    /** Waits until the storage page says so. */
    settled,
    /** Waits until so many resumes are in the drive and no task is open. */
    replicated: (count: number) =>
      settled({
        stores: { 'google-drive': { stored: count } },
        replicas: { waiting: 0, failed: 0 },
        tasks: { open: 0 },
      }),
    download: (id: number) => app.request(`/api/applications/${id}/resume`, { headers: admin }),
    bytesOf: async (response: Response) => Buffer.from(await response.arrayBuffer()),
  }
}
