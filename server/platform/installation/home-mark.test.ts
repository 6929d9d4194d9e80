import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startLine } from '../../../test/cuttable-line.ts'
import { apply } from '../../../test/factories.ts'
import { freePort } from '../../../test/free-port.ts'
import { type S3Server, startS3Server } from '../../../test/s3/s3-server.ts'
import { connectToS3 } from '../../../test/s3/s3-test-kit.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'
import { type LocalStore, openLocalStore } from '../file-stores/local/local-store.ts'
import { confirmedHome } from './confirmed-home.ts'
import { checkHomeMarks } from './home-mark.ts'
import { HOME_MARK } from './marked-places.ts'

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
const settingsOf = (environment: Record<string, string>) => readConfig(environment, 'production')
const atBucket = (name: string) => settingsOf({ ...s3.environment(name), DATABASE_URL })
const asCopy = (name: string) => settingsOf(s3.environment(name))
const atFolder = (dataDir: string) => settingsOf({ DATABASE_URL, DATA_DIR: dataDir, DATA_DIR_SHARED: 'true' })
const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wellhead-mark-'))
  folders.push(folder)
  return folder
}

/** What a start finds out with these settings. */
async function look(settings: ReturnType<typeof settingsOf>, of: TestApp = app) {
  const store: LocalStore = await openLocalStore(settings.isDataDirShared ? settings.dataDir : of.dataDir)
  return checkHomeMarks(of.db, store, {
    ...settings,
    dataDir: settings.isDataDirShared ? settings.dataDir : of.dataDir,
  }).finally(() => store.close())
}
/** What it says about them. */
const check = async (settings: ReturnType<typeof settingsOf>, of: TestApp = app) => (await look(settings, of)).warnings
const withoutRecord = () => app.db.deleteFrom('resume_homes').execute()
const hashIn = (mark: Buffer | string) => mark.toString().split(' ')[0]?.trim()

test('a bucket gets its mark at the first start and is known by it; another one is refused once files are named', async () => {
  app = await startTestApp({ primaryStore: 's3' }, connectToS3(s3.environment(bucket)))
  expect(await check(atBucket(bucket))).toEqual([])
  await apply(app)
  expect(await check(atBucket(bucket))).toEqual([])
  const other = await s3.newBucket()
  await expect(check(atBucket(other))).rejects.toThrow(`The bucket "${other}" at 127.0.0.1:${s3.port} has not the mark`)
  await withoutRecord()
  await expect(check(atBucket(other))).rejects.toThrow(`The bucket "${other}" at 127.0.0.1:${s3.port} has neither`)
  await expect(s3.read(other, HOME_MARK)).rejects.toThrow('404')
})

test('of two processes that start with a bucket each on a new installation, one is refused', async () => {
  app = await startTestApp()
  const buckets = [bucket, await s3.newBucket()]
  const starts = await Promise.allSettled(buckets.map((name) => check(atBucket(name))))
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(starts.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      message: expect.stringContaining('has not the mark of the place where this installation keeps its files'),
    },
  })
})

test('a bucket that lost its mark is refused, and right again with what the words say', async () => {
  app = await startTestApp({ primaryStore: 's3' }, connectToS3(s3.environment(bucket)))
  await check(atBucket(bucket))
  const mark = (await s3.read(bucket, HOME_MARK)).toString().trim()
  await s3.remove(bucket, HOME_MARK)
  await expect(check(atBucket(bucket))).rejects.toThrow(`called ${HOME_MARK} with this in it: ${mark}`)
})

test('a bucket with the files but without a mark, as of an earlier version or a copy, is marked', async () => {
  app = await startTestApp({ primaryStore: 's3' }, connectToS3(s3.environment(bucket)))
  await apply(app)
  expect(await check(atBucket(bucket))).toEqual([])
  const mark = await s3.read(bucket, HOME_MARK)
  expect(mark.toString()).toMatch(/^[0-9a-f]{64} [0-9a-f-]{36} \S+\n$/)

  // What an earlier version wrote, and a process that ended before it had noted the mark.
  await withoutRecord()
  expect(await check(atBucket(bucket))).toEqual([])
  expect(await s3.read(bucket, HOME_MARK)).toEqual(mark)
  // The next start compares with what was noted now.
  expect(await check(atBucket(bucket))).toEqual([])
  await withoutRecord()
  await s3.remove(bucket, HOME_MARK)
  await check(asCopy(bucket))
  expect((await s3.read(bucket, HOME_MARK)).toString()).toBe(`${hashIn(mark)}\n`)
  expect(await check(atBucket(bucket))).toEqual([])
  expect((await s3.read(bucket, HOME_MARK)).toString()).toMatch(new RegExp(`^${hashIn(mark)} [0-9a-f-]{36} `))
})

test('the bucket of another installation is refused as home, and told of as a copy', async () => {
  app = await startTestApp()
  const stranger = await startTestApp()
  await check(atBucket(bucket), stranger)
  await stranger.stop()
  const fault = 'is that of another installation'
  await expect(check(atBucket(bucket))).rejects.toThrow(fault)
  expect(await check(asCopy(bucket))).toEqual([expect.stringContaining(fault)])
})

test('a bucket that was the copy may become the home, and a copy may move to an empty bucket', async () => {
  app = await startTestApp({}, connectToS3(s3.environment(bucket)))
  expect(await check(asCopy(bucket))).toEqual([])
  await apply(app)
  expect(await check(atBucket(bucket))).toEqual([])
  expect(await check(asCopy(await s3.newBucket()))).toEqual([])
})

test('a bucket that cannot be reached, or is not there, does not stop a start', async () => {
  app = await startTestApp()
  const away = settingsOf({
    ...s3.environment(bucket),
    DATABASE_URL,
    S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  })
  expect(await check(away)).toEqual([expect.stringContaining('was not checked: S3 cannot be reached')])
  expect(await check(atBucket('not-there'))).toEqual([expect.stringContaining('There is no bucket')])
})

test('a bucket that was silent at the start is compared before anything is done in it', async () => {
  app = await startTestApp()
  await check(atBucket(bucket))
  const empty = await s3.newBucket()
  const line = await startLine(s3.port)
  await line.goAway()
  const settings = settingsOf({ ...s3.environment(empty), DATABASE_URL, S3_ENDPOINT: line.url })
  const { warnings, confirmHome } = await look(settings)
  expect(warnings).toEqual([expect.stringContaining('was not checked')])
  const home = confirmedHome(connectToS3(s3.environment(empty)), confirmHome)
  await expect(home.remove('any')).rejects.toThrow('S3')
  await line.comeBack()
  await expect(home.describe('any')).rejects.toThrow('has not the mark')
  await expect(home.open('any')).rejects.toMatchObject({ isPermanent: false })
  expect(await home.check()).toMatchObject({ connected: false, message: expect.stringContaining('has not the mark') })
  await line.stop()
})

test('a shared folder is known by its mark; another one, or one that is not mounted, is refused', async () => {
  app = await startTestApp()
  expect(await check(atFolder(app.dataDir))).toEqual([])
  await apply(app)
  expect(await check(atFolder(app.dataDir))).toEqual([])
  const other = await newFolder()
  const fault = await check(atFolder(other)).catch((error) => error)
  expect(fault.message).toContain(`The folder ${other} has not the mark`)
  // What the words tell to do for a folder that is right all the same.
  const file = join(app.dataDir, HOME_MARK)
  const mark = (await readFile(file, 'utf8')).trim()
  expect(fault.message).toContain(`called ${HOME_MARK} with this in it: ${mark}`)

  await withoutRecord()
  await expect(check(atFolder(other))).rejects.toThrow(`The folder ${other} has neither`)
  // As of an earlier version.
  await writeFile(file, `${hashIn(mark)}\n`)
  expect(await check(atFolder(app.dataDir))).toEqual([])
  await rm(file)
  await withoutRecord()
  expect(await check(atFolder(app.dataDir))).toEqual([])
})

test('a folder of another installation is refused, and right with what the words say if it is all the same', async () => {
  app = await startTestApp()
  const stranger = await startTestApp()
  await check(atFolder(app.dataDir))
  const file = join(app.dataDir, HOME_MARK)
  const mark = await readFile(file, 'utf8')
  // Whole, and as of an earlier version.
  for (const found of [mark, `${hashIn(mark)}\n`]) {
    await stranger.db.deleteFrom('resume_homes').execute()
    await writeFile(file, found)
    const fault = await check(atFolder(app.dataDir), stranger).catch((error) => error)
    expect(fault.message).toContain(`The folder ${app.dataDir} is that of another installation`)
    await writeFile(file, String(/with this in it: (.+)/.exec(fault.message)?.[1]))
    // Again as by the next start, which compares with what this one recorded.
    for (let times = 0; times < 2; times++) expect(await check(atFolder(app.dataDir), stranger)).toEqual([])
  }
  await stranger.stop()
})
