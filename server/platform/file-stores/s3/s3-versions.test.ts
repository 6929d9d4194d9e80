import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultOf, resumeOf } from '../../../../test/google-drive/drive-test-kit.ts'
import { type S3Server, startS3Server } from '../../../../test/s3/s3-server.ts'
import { connectToS3 } from '../../../../test/s3/s3-test-kit.ts'
import { readVersions } from './s3-versions.ts'

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3.stop())

test('a bucket that keeps versions has none of a file once it is removed, nor a mark of it, and all of others', async () => {
  const bucket = await s3.newBucket()
  const store = connectToS3(s3.environment(bucket))
  await s3.keepVersions(bucket)
  const key = await store.newKey()
  for (const size of [1_000, 2_000, 3_000]) await store.put(key, resumeOf(size))
  await s3.remove(bucket, key)
  const longer = `${key}-of-another`
  await store.put(longer, resumeOf(10))
  const versions = await s3.versionsIn(bucket)
  expect(versions.filter((each) => each.key === key)).toHaveLength(4)

  await store.remove(key)
  await store.remove(key)
  expect((await s3.versionsIn(bucket)).map((each) => each.key)).toEqual([longer])
})

test('more versions than one list has are removed all, and each once', async () => {
  const versions = new Set(Array.from({ length: 250 }, (_, number) => `v${number}`))
  const removed: string[] = []
  const { store, stop } = await serve((method, query) => {
    if (method === 'DELETE') {
      const id = query.get('versionId') ?? ''
      removed.push(id)
      return { status: versions.delete(id) ? 204 : 404 }
    }
    const most = Number(query.get('max-keys'))
    const listed = [...versions]
      .slice(0, most)
      .map((id) => `<Version><Key>key</Key><VersionId>${id}</VersionId></Version>`)
    return { status: 200, body: `<IsTruncated>${versions.size > most}</IsTruncated>${listed.join('')}` }
  })
  await store.remove('key')
  expect(versions.size).toBe(0)
  expect(removed).toHaveLength(250)
  stop()
})

type Answer = { status: number; body?: string; headers?: Record<string, string> }

/** A store on a server that answers as a test says. */
async function serve(answer: (method: string, query: URLSearchParams) => Answer) {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(String(request.url), 'http://s3')
    const { status, body = '', headers = {} } = answer(String(request.method), searchParams)
    response.writeHead(status, headers).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { store: connectToS3({ ...s3.environment('bucket'), S3_ENDPOINT: endpoint }), stop: () => server.close() }
}

/** One that refuses to list versions, and deletes in its own way. */
async function refusing({ status, code }: { status: number; code: string }, headers: Record<string, string>) {
  const sent: string[] = []
  const served = await serve((method, query) => {
    sent.push(`${method} ${[...query.keys()].toSorted().join()}`.trim())
    return method === 'DELETE' ? { status: 204, headers } : { status, body: `<Error><Code>${code}</Code></Error>` }
  })
  return { ...served, sent }
}

test.each([
  { status: 501, code: 'NotImplemented' },
  { status: 400, code: 'InvalidArgument' },
  { status: 405, code: 'MethodNotAllowed' },
  { status: 403, code: 'AccessDenied' },
])(
  'a server that says $code to a list of versions has its file deleted all the same, without retries',
  async (list) => {
    const { store, sent, stop } = await refusing(list, {})
    await store.remove('key')
    expect(sent).toEqual(['GET max-keys,prefix,versions', 'DELETE'])
    stop()
  },
)

test('a bucket whose versions the key may not list is a fault that lasts and says what to allow', async () => {
  const denied = { status: 403, code: 'AccessDenied' }
  const { store, stop } = await refusing(denied, { 'x-amz-delete-marker': 'true', 'x-amz-version-id': 'v1' })
  expect(await faultOf(store.remove('key'))).toMatchObject({
    isPermanent: true,
    message: expect.stringMatching(/keeps earlier versions.*s3:ListBucketVersions.*s3:DeleteObjectVersion/),
  })
  stop()
})

test('a list is read by the exact key, with names of versions as the server meant them', () => {
  const version = (tag: string, key: string, id: string) =>
    `<${tag}><Key>${key}</Key><VersionId>${id}</VersionId><IsLatest>false</IsLatest></${tag}>`
  const xml = `<ListVersionsResult><IsTruncated>true</IsTruncated>${version('Version', 'a/b', 'x&amp;y')}${version('DeleteMarker', 'a/b', 'null')}${version('Version', 'a/bc', 'z')}</ListVersionsResult>`
  expect(readVersions(xml, 'a/b')).toEqual({ ids: ['x&y', 'null'], hasMore: true })
  expect(readVersions('', 'a/b')).toEqual({ ids: [], hasMore: false })
})
