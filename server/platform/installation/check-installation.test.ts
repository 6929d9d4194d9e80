import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { apply } from '../../../test/factories.ts'
import { freePort } from '../../../test/free-port.ts'
import { startTcpProxy } from '../../../test/requests/tcp-proxy.ts'
import { type S3Server, startS3Server } from '../../../test/s3/s3-server.ts'
import { connectToS3 } from '../../../test/s3/s3-test-kit.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'
import { listLatestKeys } from '../../features/resumes/resume-queries.ts'
import { openLocalStore } from '../file-stores/local-store.ts'
import { checkInstallation } from './check-installation.ts'
import { confirmedStore } from './confirmed-store.ts'
import { INSTALLATION_FILE } from './store-owner.ts'

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3.stop())

let bucket: string
let app: TestApp
let folders: string[]
beforeEach(async () => {
  bucket = await s3.newBucket()
  folders = []
})
afterEach(async () => {
  await app.stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const DATABASE_URL = 'postgres://ana@db/wellhead'
type Settings = Record<string, string>
/** Settings with a bucket as the primary store, and with one as a replica. */
const asPrimary = (name: string): Settings => ({ ...s3.environment(name), DATABASE_URL })
const asReplica = (name: string): Settings => s3.environment(name)
const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wellhead-folder-'))
  folders.push(folder)
  return folder
}

/** Does what a start does with these settings. */
async function look(settings: Settings, of: TestApp = app, folder = of.dataDir) {
  const store = await openLocalStore(folder)
  const config = readConfig({ ...settings, DATA_DIR: folder }, 'production')
  return checkInstallation({ db: of.db, listLatestKeys }, store, config).finally(() => store.close())
}
const check = async (settings: Settings, of: TestApp = app) => (await look(settings, of)).warnings
const refusalOf = (settings: Settings, of?: TestApp, folder?: string): Promise<string> =>
  look(settings, of, folder).then(
    () => 'started',
    (error: Error) => error.message,
  )
const lineIn = (refusal: string) => String(/must say: (.+)/.exec(refusal)?.[1])
const idOf = async (of: TestApp) =>
  (await of.db.selectFrom('installation').select('installation_id').executeTakeFirstOrThrow()).installation_id

test('a primary bucket gets the installation id at the first start; another one is refused once files are named', async () => {
  app = await startTestApp({ primaryStore: 's3' }, connectToS3(s3.environment(bucket)))
  expect(await check(asPrimary(bucket))).toEqual([])
  expect((await s3.read(bucket, INSTALLATION_FILE)).toString()).toBe(`${await idOf(app)}\n`)
  await apply(app)
  expect(await check(asPrimary(bucket))).toEqual([])
  const other = await s3.newBucket()
  expect(await refusalOf(asPrimary(other))).toContain(
    `The database names files that are not there: The bucket "${other}" at 127.0.0.1:${s3.port} has none`,
  )
  await expect(s3.read(other, INSTALLATION_FILE)).rejects.toThrow('404')
})

test('a copy of the primary bucket without the id is taken; without id and files it is refused, unless its operator insists', async () => {
  app = await startTestApp({ primaryStore: 's3' }, connectToS3(s3.environment(bucket)))
  await apply(app)
  expect(await check(asPrimary(bucket))).toEqual([])
  const line = (await s3.read(bucket, INSTALLATION_FILE)).toString().trim()
  await s3.remove(bucket, INSTALLATION_FILE)
  expect(await check(asPrimary(bucket))).toEqual([])
  expect((await s3.read(bucket, INSTALLATION_FILE)).toString().trim()).toBe(line)
  for (const key of await s3.keysIn(bucket)) await s3.remove(bucket, key)
  await s3.remove(bucket, INSTALLATION_FILE)
  const refusal = await refusalOf(asPrimary(bucket))
  expect(refusal).toContain(`the object ${INSTALLATION_FILE} in it must say: ${line}`)
})

test('the bucket of another installation is refused, as the primary store and as a replica', async () => {
  app = await startTestApp()
  const stranger = await startTestApp()
  await check(asPrimary(bucket), stranger)
  await stranger.stop()
  for (const settings of [asPrimary(bucket), asReplica(bucket)]) {
    expect(await refusalOf(settings)).toContain('belongs to another installation of Wellhead than the database')
  }
})

test('a replica bucket may become the primary one, and a replica may move to an empty bucket', async () => {
  app = await startTestApp({}, connectToS3(s3.environment(bucket)))
  expect(await check(asReplica(bucket))).toEqual([])
  await apply(app)
  expect(await check(asPrimary(bucket))).toEqual([])
  expect(await check(asReplica(await s3.newBucket()))).toEqual([])
})

test('a bucket that cannot be reached, or is not there, does not stop a start', async () => {
  app = await startTestApp()
  const away = { ...asPrimary(bucket), S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` }
  expect(await check(away)).toEqual([expect.stringContaining('was not checked: S3 cannot be reached')])
  expect(await check(asPrimary('not-there'))).toEqual([expect.stringContaining('There is no bucket')])
})

test('a bucket that was silent at the start is checked before anything is done in it', async () => {
  app = await startTestApp()
  const stranger = await startTestApp()
  await check(asPrimary(bucket), stranger)
  await stranger.stop()
  const proxy = await startTcpProxy(s3.port)
  await proxy.stopListening()
  const { warnings, confirmBucket } = await look({ ...asPrimary(bucket), S3_ENDPOINT: proxy.url })
  expect(warnings).toEqual([expect.stringContaining('was not checked')])
  const store = confirmedStore(connectToS3(s3.environment(bucket)), confirmBucket)
  await expect(store.remove('any')).rejects.toThrow('S3')
  await proxy.listenAgain()
  const fault = 'belongs to another installation'
  await expect(store.describe('any')).rejects.toThrow(fault)
  await expect(store.open('any')).rejects.toMatchObject({ isPermanent: false })
  expect(await store.check()).toMatchObject({ connected: false, message: expect.stringContaining(fault) })
  await proxy.stop()
})

test('a data folder gets the installation id; an empty one, such as one that is not mounted, is refused', async () => {
  app = await startTestApp()
  expect(await check({})).toEqual([])
  expect(await readFile(join(app.dataDir, INSTALLATION_FILE), 'utf8')).toBe(`${await idOf(app)}\n`)
  await apply(app)
  expect(await check({})).toEqual([])
  const other = await newFolder()
  const refusal = await refusalOf({}, app, other)
  expect(refusal).toContain(`The database names files that are not there: The folder ${other}`)
  await writeFile(join(other, INSTALLATION_FILE), lineIn(refusal))
  expect(await refusalOf({}, app, other)).toBe('started')
})

test('a folder with files but without an id is taken by the database that names them, and by no other', async () => {
  app = await startTestApp()
  const stranger = await startTestApp()
  await apply(app)
  expect(await refusalOf({}, stranger, app.dataDir)).toContain('the database names none of them')
  await stranger.stop()
  expect(await check({})).toEqual([])
})

test('the folder of another installation is refused, and accepted once it says what the refusal names', async () => {
  app = await startTestApp()
  const stranger = await startTestApp()
  await check({})
  const refusal = await refusalOf({}, stranger, app.dataDir)
  expect(refusal).toContain(`The folder ${app.dataDir} belongs to another installation`)
  await writeFile(join(app.dataDir, INSTALLATION_FILE), lineIn(refusal))
  expect(await refusalOf({}, stranger, app.dataDir)).toBe('started')
  expect(await refusalOf({})).toContain('belongs to another installation')
  await stranger.stop()
})

test('a folder whose files belong to the PostgreSQL database of the installation is refused to its SQLite database', async () => {
  app = await startTestApp()
  await writeFile(join(app.dataDir, INSTALLATION_FILE), `${await idOf(app)} 7000/16384\n`)
  expect(await refusalOf({})).toContain('belongs to another database of this installation')
})
