import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { faultOf, resumeOf } from '../../../../test/google-drive/drive-test-kit.ts'
import { startTcpProxy, type TcpProxy } from '../../../../test/requests/tcp-proxy.ts'
import { type S3Server, startS3Server } from '../../../../test/s3/s3-server.ts'
import { connectToS3 } from '../../../../test/s3/s3-test-kit.ts'
import type { RemoteStore } from '../file-store.ts'

let s3: S3Server
let proxy: TcpProxy
let bucket: string
let store: RemoteStore
beforeAll(async () => {
  s3 = await startS3Server()
  proxy = await startTcpProxy(s3.port)
  bucket = await s3.newBucket()
  store = connectToS3(s3.environment(bucket))
})
afterAll(async () => {
  await proxy.stop()
  await s3.stop()
})

const onLine = () => connectToS3({ ...s3.environment(bucket), S3_ENDPOINT: proxy.url })

test.each([0, 1, 5_000_000])('a resume of %i bytes is stored, described, read back and removed', async (size) => {
  const resume = resumeOf(size)
  const key = await store.newKey()
  await store.put(key, resume)
  expect(await store.describe(key)).toEqual({ size, sha256: resume.sha256 })
  const content = await store.open(key)
  expect(content && (await buffer(content)).equals(resume.content)).toBe(true)
  await store.remove(key)
  expect(await store.describe(key)).toBeUndefined()
  expect(await store.open(key)).toBeUndefined()
})

test('storing under the same key again, and removing what is gone, are no faults', async () => {
  const resume = resumeOf(1_000)
  const key = await store.newKey()
  await store.put(key, resume)
  await store.put(key, resume)
  expect(await store.describe(key)).toEqual({ size: 1_000, sha256: resume.sha256 })
  expect((await s3.keysIn(bucket)).filter((each) => each === key)).toHaveLength(1)
  await store.remove(key)
  await store.remove(key)
  expect(await s3.keysIn(bucket)).not.toContain(key)
})

test('every key is its own and begins with the prefix', async () => {
  const prefixed = connectToS3({ ...s3.environment(bucket), S3_KEY_PREFIX: 'careers/resumes' })
  const [one, other] = [await prefixed.newKey(), await prefixed.newKey()]
  expect(one).toMatch(/^careers\/resumes\/[\da-f-]{36}$/)
  expect(other).not.toBe(one)
  await prefixed.put(one, resumeOf(10))
  expect(await s3.keysIn(bucket)).toContain(one)
  await prefixed.remove(one)
})

test('content that does not have its checksum is refused by the server, and nothing is stored', async () => {
  const resume = resumeOf(100_000)
  const altered = Buffer.from(resume.content)
  altered[50_000] = altered[50_000] === 0 ? 1 : 0
  const key = await store.newKey()
  const fault = await faultOf(store.put(key, { ...resume, read: () => Readable.from([altered]) }))
  expect(fault).toMatchObject({ isPermanent: false, message: expect.stringContaining('BadDigest') })
  expect(await store.describe(key)).toBeUndefined()
})

test.each([
  ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'wrong' }, 'S3_SECRET_ACCESS_KEY'],
  ['a bucket that is not there', { S3_BUCKET: 'nowhere' }, 'create it'],
  ['an account without rights', { S3_ACCESS_KEY_ID: 'wellhead:stranger' }, 's3:PutObject'],
  ['another region', { S3_REGION: 'eu-central-1' }, 'S3_REGION'],
])('%s lasts, and the fault says what to do', async (_, changes, words) => {
  const wrong = connectToS3({ ...s3.environment(bucket), ...changes })
  const key = await wrong.newKey()
  const operations = [() => wrong.put(key, resumeOf(10)), () => wrong.describe(key), () => wrong.open(key)]
  for (const operation of [...operations, () => wrong.remove(key)]) {
    expect(await faultOf(operation())).toMatchObject({ isPermanent: true, message: expect.stringContaining(words) })
  }
  const outcome = await wrong.check()
  expect(outcome).toMatchObject({ connected: false, message: expect.stringContaining('Could not write a file') })
  expect(outcome.message).toContain(words)
})

test('a clock that is wrong lasts, and the fault says so', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60 * 60 * 1000 })
  const fault = await faultOf(store.open('any')).finally(() => vi.useRealTimers())
  expect(fault).toMatchObject({ isPermanent: true, message: expect.stringContaining('clock') })
})

test('an upload whose connection breaks is made again from its beginning', async () => {
  const cuttable = onLine()
  const resume = resumeOf(2_000_000)
  const key = await cuttable.newKey()
  proxy.cutAfter(500_000)
  const broken = faultOf(cuttable.put(key, resume))
  expect(await broken).toMatchObject({ isPermanent: false })
  expect(resume.reads).toEqual([0, 0, 0])
  await proxy.listenAgain()
  expect(await cuttable.describe(key)).toBeUndefined()
  await cuttable.put(key, resume)
  expect(await cuttable.describe(key)).toMatchObject({ sha256: resume.sha256 })
})

test('a download whose connection breaks ends in a passing fault', async () => {
  const resume = resumeOf(3_000_000)
  const key = await store.newKey()
  await store.put(key, resume)
  proxy.cutAfter(1_000_000)
  const content = await onLine().open(key)
  expect(content).toBeDefined()
  if (content) expect(await faultOf(buffer(content))).toMatchObject({ isPermanent: false })
  await proxy.listenAgain()
})

test('a server that is away is a passing fault; once it is back everything works again', async () => {
  const cuttable = onLine()
  await proxy.stopListening()
  const key = await cuttable.newKey()
  const fault = await faultOf(cuttable.put(key, resumeOf(10)))
  expect(fault).toMatchObject({ isPermanent: false, message: 'S3 cannot be reached (ECONNREFUSED)' })
  expect(await cuttable.check()).toMatchObject({ connected: false, message: expect.stringContaining('ECONNREFUSED') })
  await proxy.listenAgain()
  expect((await cuttable.check()).connected).toBe(true)
})

test('a server that takes a connection and says nothing is not waited for', async () => {
  const mute = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const endpoint = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`
  const waiting = connectToS3({ ...s3.environment(bucket), S3_ENDPOINT: endpoint }, { silenceMs: 50, testMs: 300 })
  expect(await faultOf(waiting.describe('key'))).toMatchObject({ message: 'S3 did not respond in time' })
  expect(await waiting.check()).toMatchObject({ connected: false })
  mute.closeAllConnections()
  mute.close()
})

test('a wrong protocol in S3_ENDPOINT is reported as such', async () => {
  const secure = connectToS3({ ...s3.environment(bucket), S3_ENDPOINT: s3.endpoint.replace('http', 'https') })
  const fault = await faultOf(secure.describe('key'))
  expect(fault).toMatchObject({ isPermanent: true, message: expect.stringContaining('http or https') })
})

test('the test writes a file, reads it back and leaves nothing', async () => {
  const empty = await s3.newBucket()
  const outcome = await connectToS3(s3.environment(empty)).check()
  expect(outcome).toEqual({
    connected: true,
    message: `Connected to the bucket “${empty}” at ${new URL(s3.endpoint).host}.`,
  })
  expect(await s3.keysIn(empty)).toEqual([])
})

test('where the server computes checksums itself, nothing is read', async () => {
  const resume = resumeOf(10)
  const methods: string[] = []
  const reckoning = createServer((request, response) => {
    methods.push(String(request.method))
    const checksum = Buffer.from(resume.sha256, 'hex').toString('base64')
    response.writeHead(200, { 'content-length': 10, 'x-amz-checksum-sha256': checksum }).end()
  }).listen(0, '127.0.0.1')
  await once(reckoning, 'listening')
  const endpoint = `http://127.0.0.1:${(reckoning.address() as AddressInfo).port}`
  const asking = connectToS3({ ...s3.environment(bucket), S3_ENDPOINT: endpoint })
  expect(await asking.describe('key')).toEqual({ size: 10, sha256: resume.sha256 })
  expect(methods).toEqual(['HEAD'])
  reckoning.close()
})
