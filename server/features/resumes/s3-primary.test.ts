import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { applicationForm, apply, createJob } from '../../../test/factories.ts'
import { connectTo } from '../../../test/google-drive/drive-test-kit.ts'
import { startFakeGoogle } from '../../../test/google-drive/fake-google.ts'
import { startTcpProxy, type TcpProxy } from '../../../test/requests/tcp-proxy.ts'
import { type S3Server, startS3Server } from '../../../test/s3/s3-server.ts'
import { connectToS3 } from '../../../test/s3/s3-test-kit.ts'
import { PDF, SOON } from '../../../test/stores/replicating-app.ts'
import { testStores } from '../../../test/stores/test-stores.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { fileToStore, type NewFile, type RemoteStore } from '../../platform/file-stores/file-store.ts'
import { type LocalStore, openLocalStore } from '../../platform/file-stores/local-store.ts'
import { createComparison } from './compare-replica.ts'
import { openResume } from './open-resume.ts'
import { savePrimary } from './primary-store.ts'
import { queueReplicas } from './queue-replicas.ts'
import { replicateResume } from './replicate-resume.ts'
import { findCurrentResume, isKept, listReplicas } from './resume-queries.ts'

let s3: S3Server
let proxy: TcpProxy
beforeAll(async () => {
  s3 = await startS3Server()
  proxy = await startTcpProxy(s3.port)
})
afterAll(async () => {
  await proxy.stop()
  await s3.stop()
})

let bucket: string
let bucketStore: RemoteStore
let app: TestApp
beforeEach(async () => {
  bucket = await s3.newBucket()
  bucketStore = connectToS3({ ...s3.environment(bucket), S3_ENDPOINT: proxy.url })
})
afterEach(() => app.stop())

const PRIMARY = { primaryStore: 's3' } as const
const log = { warn: () => {}, error: () => {} } as never
const clock = () => new Date()
const submit = (changes = {}) => app.request(API.submitApplication, { method: 'POST', body: applicationForm(changes) })
const download = async (id: number) => app.request(`/api/applications/${id}/resume`, { headers: await app.signIn() })
/** The text of a resume is read from a temporary file, which goes again. */
const untilNoFile = () => vi.waitFor(async () => expect(await app.storedFiles()).toEqual([]), SOON)
const rows = async (id: number) => listReplicas(app.db, (await findCurrentResume(app.db, id))?.id ?? 0)

test('a resume is in the bucket before its application is accepted, and on no disk', async () => {
  app = await startTestApp(PRIMARY, bucketStore)
  const id = await apply(app)
  const [replica, ...others] = await rows(id)
  expect(replica).toMatchObject({ store: 's3', state: 'stored' })
  expect(others).toEqual([])
  expect(await s3.keysIn(bucket)).toEqual([replica?.key])
  expect((await s3.read(bucket, String(replica?.key))).equals(PDF)).toBe(true)
  expect(await readdir(join(app.dataDir, 'resumes'))).toEqual([])
  await untilNoFile()
  expect(Buffer.from(await (await download(id)).arrayBuffer()).equals(PDF)).toBe(true)
  const status = await (await app.request(ADMIN_API.storage, { headers: await app.signIn() })).json()
  expect(status).toMatchObject({
    stores: { s3: { isPrimary: true, stored: 1 } },
    resumes: { lost: 0 },
    tasks: { open: 0 },
  })
})

test('while the bucket is away nothing is accepted or stored; afterwards everything is as before', async () => {
  app = await startTestApp(PRIMARY, bucketStore)
  const earlier = await apply(app)
  await proxy.stopListening()
  const refused = await submit()
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('60')
  expect((await download(earlier)).status).toBe(503)
  expect(await app.db.selectFrom('applications').select('id').execute()).toHaveLength(1)
  await untilNoFile()
  await proxy.listenAgain()
  expect((await submit()).status).toBe(201)
  expect((await download(earlier)).status).toBe(200)
})

test('an application that is refused after its resume was stored leaves nothing in the bucket', async () => {
  app = await startTestApp(PRIMARY, bucketStore)
  const jobId = await createJob(app, { isActive: false, status: 'filled' })
  expect((await submit({ jobId: String(jobId) })).status).toBe(409)
  await vi.waitFor(async () => expect(await s3.keysIn(bucket)).toEqual([]), SOON)
  expect(await app.storedFiles()).toEqual([])
})

test('a file of a killed process without a row is removed after an hour; one with a row stays', async () => {
  app = await startTestApp(PRIMARY, bucketStore)
  const store = await openLocalStore(app.dataDir)
  const stores = testStores(store, [bucketStore], PRIMARY)
  const stage = async () => ({ file: await store.stage(chunks(PDF)), kind: 'pdf', originalName: 'a.pdf' }) as const
  await savePrimary({ db: app.db, stores, clock, outbox: { wake: () => undefined } }, await stage(), log)
  const stored = await apply(app)
  expect(await s3.keysIn(bucket)).toHaveLength(2)

  app.setNow(new Date(Date.now() + 61 * 60 * 1000))
  await app.request(ADMIN_API.storageCheck, { method: 'POST', headers: await app.signIn() })
  await vi.waitFor(async () => expect(await s3.keysIn(bucket)).toHaveLength(1), SOON)
  expect((await download(stored)).status).toBe(200)
  await store.close()
})

test('a file that reaches the bucket after its deletion was done, as of a process that stood still for an hour, is deleted', async () => {
  const late = async (...[key, file]: Parameters<RemoteStore['put']>) => {
    await app.db.deleteFrom('outbox_tasks').where('kind', '=', 'delete-resume').execute()
    await bucketStore.put(key, file)
  }
  app = await startTestApp(PRIMARY, { ...bucketStore, put: late })
  expect((await submit()).status).toBe(503)
  await vi.waitFor(async () => expect(await s3.keysIn(bucket)).toEqual([]), SOON)
})

test('deleting an application deletes its resume from the bucket', async () => {
  app = await startTestApp(PRIMARY, bucketStore)
  const id = await apply(app)
  const headers = await app.signIn()
  expect((await app.request(`/api/admin/applications/${id}`, { method: 'DELETE', headers })).status).toBeLessThan(300)
  await vi.waitFor(async () => expect(await s3.keysIn(bucket)).toEqual([]), SOON)
})

test('Google Drive gets its replica from the bucket', async () => {
  const google = await startFakeGoogle()
  app = await startTestApp(PRIMARY, [bucketStore, connectTo(google)])
  const id = await apply(app)
  await vi.waitFor(async () => {
    expect((await rows(id)).map(({ store, state }) => `${store} ${state}`)).toEqual([
      's3 stored',
      'google-drive stored',
    ])
  }, SOON)
  expect(google.files().map(({ content }) => content.equals(PDF))).toEqual([true])
  // The temporary file is removed after the replica is recorded.
  await untilNoFile()
  await google.stop()
})

test('an earlier resume is moved by the machine that has it, and no other reports it as missing', async () => {
  app = await startTestApp()
  const id = await apply(app)
  const resume = await findCurrentResume(app.db, id)
  if (!resume) throw new Error('no resume')
  await queueReplicas(app.db, [resume.id], 's3', clock())
  const folder = await mkdtemp(join(tmpdir(), 'wellhead-other-'))
  const [own, other] = (await Promise.all(
    [app.dataDir, folder].map((path) => openLocalStore(path, { isComplete: false })),
  )) as [LocalStore, LocalStore]
  const at = (local: LocalStore) => ({
    db: app.db,
    stores: testStores(local, [bucketStore], PRIMARY),
    target: bucketStore,
    clock,
    log,
  })
  const elsewhere = at(other)

  await expect(replicateResume(elsewhere, resume.id)).rejects.toThrow('another machine')
  await expect(openResume(elsewhere, resume)).rejects.toMatchObject({ code: 'unavailable' })
  const [local] = (await rows(id)).filter(isKept)
  const compare = createComparison({ ...elsewhere, isFull: true })
  expect(local && (await compare(resume, local))).toBeUndefined()
  expect((await rows(id)).map(({ store, state }) => `${store} ${state}`)).toEqual(['local stored', 's3 waiting'])

  await replicateResume(at(own), resume.id)
  expect((await rows(id)).map(({ store, state }) => `${store} ${state}`)).toEqual(['s3 stored'])
  const content = await openResume(elsewhere, resume)
  expect(content && (await buffer(content)).equals(PDF)).toBe(true)
  await Promise.all([own.close(), other.close()])
  await rm(folder, { recursive: true, force: true })
})

test('a local file from before, which the bucket has already, is dropped by a check', async () => {
  app = await startTestApp(PRIMARY, bucketStore)
  const id = await apply(app)
  const store = await openLocalStore(app.dataDir)
  const key = await store.newKey()
  await store.put(key, fileToStore(await store.stage(chunks(PDF)), { name: 'a.pdf', kind: 'pdf' }))
  const [replica] = await rows(id)
  if (replica)
    await app.db
      .insertInto('resume_replicas')
      .values({ ...replica, store: 'local', key })
      .execute()
  await app.request(ADMIN_API.storageCheck, { method: 'POST', headers: await app.signIn() })
  await vi.waitFor(async () => expect((await rows(id)).map(({ store }) => store)).toEqual(['s3']), SOON)
  await untilNoFile()
  await store.close()
})

test('where the disk is the primary store, drive and bucket each get a replica, and the file goes once both have it', async () => {
  const google = await startFakeGoogle()
  await proxy.stopListening()
  app = await startTestApp({ keepsLocal: false }, [bucketStore, connectTo(google)])
  const id = await apply(app)
  await vi.waitFor(async () => expect((await rows(id)).at(-1)?.state).toBe('stored'), SOON)
  expect(await app.storedFiles()).toHaveLength(1)
  await proxy.listenAgain()
  await vi.waitFor(async () => expect((await rows(id)).map(({ store }) => store)).toEqual(['s3', 'google-drive']), SOON)
  await untilNoFile()
  expect((await s3.read(bucket, String((await rows(id))[0]?.key))).equals(PDF)).toBe(true)
  expect((await download(id)).status).toBe(200)
  await google.stop()
})

test('a replica that the bucket has lost is made again from another store after a check', async () => {
  app = await startTestApp({}, bucketStore)
  const id = await apply(app)
  const keyInBucket = () => vi.waitUntil(async () => (await s3.keysIn(bucket))[0], SOON)
  await s3.remove(bucket, await keyInBucket())
  await vi.waitFor(async () => expect((await rows(id)).at(-1)?.state).toBe('stored'), SOON)
  await app.request(ADMIN_API.storageCheck, { method: 'POST', headers: await app.signIn() })
  expect((await s3.read(bucket, await keyInBucket())).equals(PDF)).toBe(true)
})

test.each([
  ['lost', (key: string) => s3.remove(bucket, key)],
  ['altered', (key: string) => bucketStore.put(key, fileOf(Buffer.from('something else')))],
])('a file that the bucket has %s is restored from Google Drive by a check', async (_, damage) => {
  const google = await startFakeGoogle()
  app = await startTestApp(PRIMARY, [bucketStore, connectTo(google)])
  const id = await apply(app)
  const states = async () => (await rows(id)).map(({ store, state }) => `${store} ${state}`)
  await vi.waitFor(async () => expect(await states()).toEqual(['s3 stored', 'google-drive stored']), SOON)
  const [key = ''] = await s3.keysIn(bucket)
  await damage(key)
  await app.request(ADMIN_API.storageCheck, { method: 'POST', headers: await app.signIn() })
  await vi.waitFor(async () => expect((await s3.read(bucket, key)).equals(PDF)).toBe(true), SOON)
  await vi.waitFor(async () => expect(await states()).toEqual(['s3 stored', 'google-drive stored']), SOON)
  await untilNoFile()
  await google.stop()
})

function fileOf(content: Buffer): NewFile {
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { name: 'a.pdf', kind: 'pdf', size: content.length, sha256, read: () => Readable.from([content]) }
}

async function* chunks(content: Buffer) {
  yield content
}
