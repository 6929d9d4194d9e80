import { afterEach, beforeEach, expect, test } from 'vitest'
import { apply } from '../../../test/factories.ts'
import { textsAreRead } from '../../../test/resume-files/stored-texts.ts'
import { testStores } from '../../../test/stores/test-stores.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import type { ResumeRow } from '../../platform/database/tables.ts'
import { type RemoteStore, StoreFault } from '../../platform/file-stores/file-store.ts'
import { type LocalStore, openLocalStore } from '../../platform/file-stores/local-store.ts'
import { queueReplicas } from './queue-replicas.ts'
import { replicateResume } from './replicate-resume.ts'
import { findCurrentResume, findReplica } from './resume-queries.ts'
import { findResumeText, outdateTexts } from './resume-text-queries.ts'

let app: TestApp
let store: LocalStore
let id: number
let resume: ResumeRow
beforeEach(async () => {
  app = await startTestApp()
  store = await openLocalStore(app.dataDir)
  id = await apply(app)
  resume = (await findCurrentResume(app.db, id)) as ResumeRow
  await queueReplicas(app.db, [resume.id], 'google-drive', new Date())
  await app.db.deleteFrom('outbox_tasks').where('kind', '=', 'replicate-resume').execute()
})
afterEach(async () => {
  await store.close()
  await app.stop()
})

const log = { warn: () => {}, error: () => {} } as never

/** A worker with a made-up store. It knows nothing of a worker whose lease has run out. */
const work = (put: RemoteStore['put'], changes: Partial<RemoteStore> = {}) => {
  const target = { name: 'google-drive', newKey: async () => 'key-1', describe: intact, put, ...changes } as RemoteStore
  return replicateResume(
    { db: app.db, stores: testStores(store, [target]), target, clock: () => new Date(), log },
    resume.id,
  )
}
const intact = async () => ({ size: resume.size, sha256: resume.sha256 })
const driveReplica = () => findReplica(app.db, resume.id, 'google-drive')

test('a worker that fails after another has made the replica leaves that alone', async () => {
  const slow = work(async () => {
    await work(async () => {})
    throw new StoreFault('too late', { isPermanent: false })
  })
  await expect(slow).rejects.toThrow('too late')
  expect(await driveReplica()).toMatchObject({ state: 'stored', key: 'key-1', last_error: null })
})

test('a worker that fails in passing after another has given up for good does not report the replica as in progress', async () => {
  const refuse = () => Promise.reject(new StoreFault('refused', { isPermanent: true }))
  const slow = work(async () => {
    await work(refuse, { describe: async () => undefined })
    throw new StoreFault('too late', { isPermanent: false })
  })
  await expect(slow).rejects.toThrow('too late')
  expect(await driveReplica()).toMatchObject({ state: 'failed', last_error: 'refused' })
})

test('a worker that finds its replica altered after another has made one under a new key leaves that alone', async () => {
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
  expect(await driveReplica()).toMatchObject({ state: 'stored', key: 'key-2' })
})

test('a worker whose key is no longer wanted has its file deleted', async () => {
  await work(async () => {
    await app.db
      .updateTable('resume_replicas')
      .set({ key: 'key-2', state: 'stored' })
      .where('key', '=', 'key-1')
      .execute()
  })
  expect(await driveReplica()).toMatchObject({ state: 'stored', key: 'key-2' })
  const tasks = app.db.selectFrom('outbox_tasks').select('payload').where('kind', '=', 'delete-resume')
  expect(await tasks.execute()).toEqual([{ payload: '{"store":"google-drive","key":"key-1"}' }])
})

test('a text that could not be read is read once a store has the file again', async () => {
  await textsAreRead(app.db)
  const before = await findResumeText(app.db, id)
  await outdateTexts(app.db)
  await work(async () => {})
  // It wakes the outbox.
  await apply(app)
  await textsAreRead(app.db)
  expect((await findResumeText(app.db, id))?.parser_version).toBe(before?.parser_version)
})
