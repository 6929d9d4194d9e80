import { afterEach, beforeEach, expect, test } from 'vitest'
import { apply } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { CloudFault, type CloudStore } from '../../platform/file-stores/cloud-store.ts'
import { openResumeStore, type ResumeStore } from '../../platform/file-stores/local/resume-store.ts'
import { copyResume } from './copy-resume.ts'
import { queueTheseCopies } from './queue-copies.ts'
import { findCopy, findResume } from './resume-queries.ts'

let app: TestApp
let store: ResumeStore
let id: number
let sha256: string
beforeEach(async () => {
  app = await startTestApp()
  store = await openResumeStore(app.dataDir)
  id = await apply(app)
  sha256 = (await findResume(app.db, id))?.sha256 ?? ''
  await queueTheseCopies(app.db, [id], 'google-drive', new Date())
  await app.db.deleteFrom('outbox_tasks').where('kind', '=', 'copy-resume').execute()
})
afterEach(async () => {
  await store.close()
  await app.stop()
})

const log = { warn: () => {}, error: () => {} } as never

/** A worker with a store of its own making; one whose lease has run out does not know of the other. */
const work = (put: CloudStore['put'], changes: Partial<CloudStore> = {}) => {
  const cloud = { place: 'google-drive', newKey: async () => 'key-1', describe: whole, put, ...changes } as CloudStore
  const places = { home: 'local', clouds: [cloud], keepsLocalCopies: true } as const
  return copyResume({ db: app.db, store, places, cloud, clock: () => new Date(), log }, id)
}
const whole = async () => ({ size: 1, sha256 })
const cloudCopy = () => findCopy(app.db, id, 'google-drive')

test('a worker that fails after another has made the copy leaves that alone', async () => {
  const slow = work(async () => {
    await work(async () => {})
    throw new CloudFault('too late', { isPermanent: false })
  })
  await expect(slow).rejects.toThrow('too late')
  expect(await cloudCopy()).toMatchObject({ state: 'stored', key: 'key-1', last_error: null })
})

test('a worker that fails in passing after another has given up for good does not call the copy under way', async () => {
  const refuse = () => Promise.reject(new CloudFault('refused', { isPermanent: true }))
  const slow = work(async () => {
    await work(refuse, { describe: async () => undefined })
    throw new CloudFault('too late', { isPermanent: false })
  })
  await expect(slow).rejects.toThrow('too late')
  expect(await cloudCopy()).toMatchObject({ state: 'failed', last_error: 'refused' })
})

test('a worker that finds its copy altered after another has made one under a new key leaves that alone', async () => {
  const slow = work(
    async () => {
      await app.db
        .updateTable('resume_replicas')
        .set({ key: 'key-2', state: 'stored' })
        .where('key', '=', 'key-1')
        .execute()
    },
    { describe: async () => ({ size: 1, sha256: 'other' }), remove: async () => {} },
  )
  await expect(slow).rejects.toThrow('checksum')
  expect(await cloudCopy()).toMatchObject({ state: 'stored', key: 'key-2' })
})

test('a worker whose key is no longer wanted has its file deleted', async () => {
  await work(async () => {
    await app.db
      .updateTable('resume_replicas')
      .set({ key: 'key-2', state: 'stored' })
      .where('key', '=', 'key-1')
      .execute()
  })
  expect(await cloudCopy()).toMatchObject({ state: 'stored', key: 'key-2' })
  const tasks = app.db.selectFrom('outbox_tasks').select('payload').where('kind', '=', 'delete-resume')
  expect(await tasks.execute()).toEqual([{ payload: '{"place":"google-drive","key":"key-1"}' }])
})
