import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectTo, faultOf, resumeOf } from '../../../../test/google-drive/drive-test-kit.ts'
import { type FakeGoogle, startFakeGoogle } from '../../../../test/google-drive/fake-google.ts'
import type { RemoteStore } from '../file-store.ts'

const MIB = 1024 * 1024

let google: FakeGoogle
let drive: RemoteStore

beforeEach(async () => {
  google = await startFakeGoogle()
  drive = connectTo(google)
})
afterEach(() => google.stop())

test.each(['service-account', 'refresh-token'] as const)(
  'a resume is stored, read and removed with a %s',
  async (kind) => {
    drive = connectTo(google, { environment: google.environment(kind) })
    const resume = resumeOf(40_000)
    const key = await drive.newKey()
    await drive.put(key, resume)
    expect(google.files()).toMatchObject([
      { id: key, name: 'ana-nunez.pdf', mimeType: 'application/pdf', parents: ['folder-1'], content: resume.content },
    ])
    expect(await drive.describe(key)).toEqual({ size: resume.size, sha256: resume.sha256 })
    const stored = await drive.open(key)
    expect(stored && (await buffer(stored))).toEqual(resume.content)
    await drive.remove(key)
    expect(google.files()).toEqual([])
    expect(google.requests('token')).toBe(1)
  },
)

test('what is not there is undefined, and removing it is no error', async () => {
  expect(await drive.describe('nothing')).toBeUndefined()
  expect(await drive.open('nothing')).toBeUndefined()
  await drive.remove('nothing')
})

test.each<[string, (store: RemoteStore) => Promise<unknown>]>([
  ['describe', (store) => store.describe('file')],
  ['open', (store) => store.open('file')],
  ['remove', (store) => store.remove('file')],
])('%s does not report a file as missing when the folder is out of reach', async (_name, perform) => {
  google.items.delete('folder-1')
  const fault = await faultOf(perform(drive))
  expect(fault.isPermanent).toBe(true)
  expect(fault.message).toContain('it is not shared with the account')
})

test('a file in the trash counts as absent', async () => {
  const key = await drive.newKey()
  await drive.put(key, resumeOf(10))
  const item = google.items.get(key)
  if (item) item.trashed = true
  expect(await drive.describe(key)).toBeUndefined()
})

test('content that was altered on the way shows in its checksum', async () => {
  google.corruptNext()
  const resume = resumeOf(10)
  const key = await drive.newKey()
  await drive.put(key, resume)
  const facts = await drive.describe(key)
  expect(facts?.size).toBe(10)
  expect(facts?.sha256).not.toBe(resume.sha256)
})

test('an empty file and one of several chunks are stored completely', async () => {
  for (const resume of [resumeOf(0), resumeOf(2 * MIB + 5), resumeOf(2 * MIB)]) {
    const key = await drive.newKey()
    await drive.put(key, resume)
    expect(google.items.get(key)?.content.equals(resume.content)).toBe(true)
  }
})

test('storing under a key that is taken succeeds and changes nothing', async () => {
  const key = await drive.newKey()
  const first = resumeOf(10)
  await drive.put(key, first)
  await drive.put(key, resumeOf(20))
  expect(google.files()).toMatchObject([{ content: first.content }])
})

test('an access token that Google no longer takes is replaced at once', async () => {
  await drive.newKey()
  google.expireTokens()
  await drive.newKey()
  expect(google.requests('token')).toBe(2)
})

describe('an upload that breaks off', () => {
  test('is done by a later put with the same key', async () => {
    const resume = resumeOf(3 * MIB)
    const key = await drive.newKey()
    google.dropNext('chunk', { skip: 1, after: 700_000 })
    expect(await faultOf(drive.put(key, resume))).toMatchObject({ isPermanent: false })
    expect(google.files()).toHaveLength(0)
    await drive.put(key, resume)
    expect(google.files()).toMatchObject([{ id: key, content: resume.content }])
  })

  test('is found complete by a later put when only the response was lost', async () => {
    const resume = resumeOf(10)
    const key = await drive.newKey()
    google.dropNext('chunk', { after: 'reply' })
    expect(await faultOf(drive.put(key, resume))).toMatchObject({ isPermanent: false })
    await drive.put(key, resume)
    expect(google.files()).toMatchObject([{ id: key, content: resume.content }])
    expect(google.requests('chunk')).toBe(1)
  })

  test('is left to a later put when Google has forgotten it', async () => {
    const key = await drive.newKey()
    google.failNext({ on: 'chunk', status: 410, reason: 'gone' })
    expect(await faultOf(drive.put(key, resumeOf(10)))).toMatchObject({ isPermanent: false })
    await drive.put(key, resumeOf(10))
    expect(google.files()).toHaveLength(1)
  })

  test('needs a person when the drive is full', async () => {
    google.failNext({ on: 'chunk', status: 403, reason: 'storageQuotaExceeded' })
    expect(await faultOf(drive.put(await drive.newKey(), resumeOf(10)))).toMatchObject({ isPermanent: true })
  })

  test('a file that is shorter than its stated size is no fault of the drive', async () => {
    const short = { ...resumeOf(10), size: 20 }
    await expect(drive.put(await drive.newKey(), short)).rejects.toThrow('The file ends after 10 of 20 bytes')
  })
})
