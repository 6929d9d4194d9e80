import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { apply } from '../../test/factories.ts'
import { freePort } from '../../test/free-port.ts'
import { type S3Server, startS3Server } from '../../test/s3-server.ts'
import { connectToS3 } from '../../test/s3-test-kit.ts'
import { startTestApp, type TestApp } from '../../test/test-app.ts'
import { readConfig } from '../config.ts'
import { checkHomeMarks, HOME_MARK } from './home-mark.ts'
import { openResumeStore, type ResumeStore } from './resume-store.ts'

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

/** What a start does with these settings. */
async function check(settings: ReturnType<typeof settingsOf>, of: TestApp = app): Promise<string[]> {
  const store: ResumeStore = await openResumeStore(settings.isDataDirShared ? settings.dataDir : of.dataDir)
  return checkHomeMarks(of.db, store, settings).finally(() => store.close())
}

test('a bucket gets its mark at the first start and is known by it; another one is refused once files are named', async () => {
  app = await startTestApp({ resumeHome: 's3' }, connectToS3(s3.environment(bucket)))
  expect(await check(atBucket(bucket))).toEqual([])
  await apply(app)
  expect(await check(atBucket(bucket))).toEqual([])
  const other = await s3.newBucket()
  await expect(check(atBucket(other))).rejects.toThrow(`The bucket "${other}" at 127.0.0.1:${s3.port} has neither`)
  await expect(s3.read(other, HOME_MARK)).rejects.toThrow('404')
})

test('a bucket with the files but without a mark, as of an earlier version or a copy, is marked', async () => {
  app = await startTestApp({ resumeHome: 's3' }, connectToS3(s3.environment(bucket)))
  await apply(app)
  expect(await check(atBucket(bucket))).toEqual([])
  expect((await s3.read(bucket, HOME_MARK)).toString()).toMatch(/^[0-9a-f]{64}\n$/)
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

test('a shared folder is known by its mark; another one, or one that is not mounted, is refused', async () => {
  app = await startTestApp()
  expect(await check(atFolder(app.dataDir))).toEqual([])
  await apply(app)
  expect(await check(atFolder(app.dataDir))).toEqual([])
  const other = await newFolder()
  const fault = await check(atFolder(other)).catch((error) => error)
  expect(fault.message).toContain(`The folder ${other} has neither`)
  // What the words tell to do for a folder that is right all the same.
  const mark = (await readFile(join(app.dataDir, HOME_MARK), 'utf8')).trim()
  expect(fault.message).toContain(`called ${HOME_MARK} with this in it: ${mark}`)

  await rm(join(app.dataDir, HOME_MARK))
  expect(await check(atFolder(app.dataDir))).toEqual([])
  const stranger = await startTestApp()
  await expect(check(atFolder(app.dataDir), stranger)).rejects.toThrow('another installation')
  await stranger.stop()
})
