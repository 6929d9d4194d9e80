import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectTo, faultOf, resumeOf } from '../../../../test/google-drive/drive-test-kit.ts'
import { type FakeGoogle, startFakeGoogle } from '../../../../test/google-drive/fake-google.ts'
import type { GoogleOperation } from '../../../../test/google-drive/fake-google-script.ts'
import type { RemoteStore } from '../file-store.ts'

let google: FakeGoogle
let drive: RemoteStore

beforeEach(async () => {
  google = await startFakeGoogle()
  drive = connectTo(google)
})
afterEach(() => google.stop())

test.each<[number, string]>([
  [403, 'rateLimitExceeded'],
  [403, 'userRateLimitExceeded'],
  [403, 'dailyLimitExceeded'],
  [408, 'requestTimeout'],
  [429, 'rateLimitExceeded'],
  [429, 'somethingNew'],
  [500, 'internalError'],
  [502, 'badGateway'],
  [503, 'backendError'],
])('%d %s passes: the same key gives one file later', async (status, reason) => {
  const resume = resumeOf(10)
  const key = await drive.newKey()
  google.failNext({ on: 'start', status, reason })
  const fault = await faultOf(drive.put(key, resume))
  expect(fault.isPermanent).toBe(false)
  expect(fault.message).toBe(`Google cannot take the request for the time being (${status} ${reason})`)
  await drive.put(key, resume)
  expect(google.files()).toMatchObject([{ id: key, content: resume.content }])
  expect(google.requests('start')).toBe(2)
})

test.each<[GoogleOperation, (store: RemoteStore) => Promise<unknown>]>([
  ['token', (store) => store.newKey()],
  ['generateIds', (store) => store.newKey()],
  ['get', (store) => store.describe('file')],
  ['media', (store) => store.open('file')],
  ['delete', (store) => store.remove('file')],
])('one fault of %s is one fault, and a broken connection or silence passes', async (operation, perform) => {
  google.failNext({ on: operation, status: 503, reason: 'backendError' })
  expect(await faultOf(perform(drive))).toMatchObject({ isPermanent: false })
  google.dropNext(operation)
  expect(await faultOf(perform(drive))).toMatchObject({
    isPermanent: false,
    message: 'Google cannot be reached (ECONNRESET)',
  })
  expect(google.requests(operation)).toBe(2)
  google.stallNext(operation, 10_000)
  const impatient = connectTo(google, { callMs: 500 })
  expect(await faultOf(perform(impatient))).toMatchObject({
    isPermanent: false,
    message: 'Google did not respond in time',
  })
})

test('a chunk that is not taken in time is a passing fault', async () => {
  const key = await drive.newKey()
  google.stallNext('chunk', 10_000)
  const impatient = connectTo(google, { callMs: 500 })
  expect(await faultOf(impatient.put(key, resumeOf(10)))).toMatchObject({
    isPermanent: false,
    message: 'Google did not respond in time',
  })
})

test('Google that is not there is a passing fault', async () => {
  await google.stop()
  expect(await faultOf(drive.newKey())).toMatchObject({
    isPermanent: false,
    message: 'Google cannot be reached (ECONNREFUSED)',
  })
  google = await startFakeGoogle()
})

test.each<[number, string, string]>([
  [403, 'storageQuotaExceeded', 'use a folder on a shared drive'],
  [403, 'teamDriveFileLimitExceeded', 'name a new folder or drive'],
  [403, 'activeItemCreationLimitExceeded', 'name a new folder or drive'],
  [403, 'numChildrenInNonRootLimitExceeded', 'name a new folder or drive'],
  [403, 'insufficientFilePermissions', 'add it to the shared drive as Manager'],
  [403, 'insufficientParentPermissions', 'add it to the shared drive as Manager'],
  [403, 'insufficientPermissions', 'https://www.googleapis.com/auth/drive'],
  [403, 'appNotAuthorizedToFile', 'https://www.googleapis.com/auth/drive'],
  [403, 'accessNotConfigured', 'enable it in the Google Cloud project'],
  [403, 'domainPolicy', 'ask them to allow the Drive API'],
  [403, 'parentNotAFolder', 'names a file that is not a folder'],
  [404, 'notFound', 'There is no folder with the id in GOOGLE_DRIVE_FOLDER_ID'],
  [403, 'somethingNew', 'Google refuses the request (403 somethingNew)'],
  [400, 'badRequest', 'Google refuses the request (400 badRequest)'],
])('%d %s lasts, and says what to do', async (status, reason, words) => {
  google.failNext({ on: 'start', status, reason })
  const fault = await faultOf(drive.put(await drive.newKey(), resumeOf(10)))
  expect(fault.isPermanent).toBe(true)
  expect(fault.message).toContain(words)
  expect(google.files()).toEqual([])
})

test.each([
  ['service-account', 'invalid_grant', "Google refuses the service account's key"],
  ['refresh-token', 'invalid_grant', 'make a new GOOGLE_DRIVE_REFRESH_TOKEN'],
  ['refresh-token', 'invalid_client', 'check GOOGLE_DRIVE_CLIENT_ID and GOOGLE_DRIVE_CLIENT_SECRET'],
] as const)('a %s that is refused with %s lasts', async (kind, reason, words) => {
  google.failNext({ on: 'token', status: reason === 'invalid_client' ? 401 : 400, reason })
  const fault = await faultOf(connectTo(google, { environment: google.environment(kind) }).newKey())
  expect(fault.isPermanent).toBe(true)
  expect(fault.message).toContain(words)
  expect(google.requests('token')).toBe(1)
})

test('a real refusal of the token endpoint is understood', async () => {
  const environment = { ...google.environment('refresh-token'), GOOGLE_DRIVE_REFRESH_TOKEN: 'revoked' }
  expect((await faultOf(connectTo(google, { environment }).newKey())).message).toContain('has expired or was revoked')
})

test('an account that is refused even with a fresh token lasts', async () => {
  google.failNext({ on: 'generateIds', times: 2, status: 401, reason: 'authError' })
  const fault = await faultOf(drive.newKey())
  expect(fault.isPermanent).toBe(true)
  expect(fault.message).toContain('check that it has not been suspended or deleted')
})

test('a fault carries neither a token nor what Google wrote', async () => {
  google.failNext({ on: 'media', status: 403, reason: 'cannotDownloadAbusiveFile' })
  const fault = await faultOf(drive.open('file'))
  expect(fault).toMatchObject({ isPermanent: true, cause: undefined })
  expect(Object.keys(fault).sort()).toEqual(['isPermanent', 'name'])
  expect(fault.message).not.toContain('ya29')
})
