import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectTo } from '../../../../test/google-drive/drive-test-kit.ts'
import { type FakeGoogle, startFakeGoogle } from '../../../../test/google-drive/fake-google.ts'
import type { GoogleOperation } from '../../../../test/google-drive/fake-google-script.ts'

/** Longer than any test may take. */
const FOREVER_MS = 600_000

let google: FakeGoogle

beforeEach(async () => {
  google = await startFakeGoogle()
})
afterEach(() => google.stop())

test('says where it is connected to, and leaves no file behind', async () => {
  expect(await connectTo(google).check()).toEqual({
    connected: true,
    message: 'Connected to the folder “Resumes” on the shared drive “HR”.',
  })
  expect(google.requests('delete')).toBe(1)
  expect(google.files()).toEqual([])
})

test('does without the name of a shared drive that it may not see, and of one that is none', async () => {
  google.failNext({ on: 'drive', status: 403, reason: 'insufficientFilePermissions' })
  expect((await connectTo(google).check()).message).toBe('Connected to the folder “Resumes” on a shared drive.')
  delete google.items.get('folder-1')?.driveId
  expect((await connectTo(google).check()).message).toBe('Connected to the folder “Resumes”.')
})

test.each<[GoogleOperation, number, string, string]>([
  ['token', 400, 'invalid_grant', "Could not sign in at Google: Google refuses the service account's key"],
  ['get', 404, 'notFound', 'Could not find the folder: There is no folder with the id in GOOGLE_DRIVE_FOLDER_ID'],
  ['get', 403, 'accessNotConfigured', 'Could not find the folder: The Google Drive API is switched off'],
  ['start', 403, 'storageQuotaExceeded', 'Could not write a file: There is no room left for files'],
  ['media', 503, 'backendError', 'Could not read the file back: Google cannot take the request for the time being'],
  ['delete', 403, 'insufficientFilePermissions', 'Could not delete the file: The account that is used here lacks'],
])('names the step and the reason when the response to %s is %d %s', async (on, status, reason, words) => {
  google.failNext({ on, status, reason })
  const { connected, message } = await connectTo(google).check()
  expect(connected).toBe(false)
  expect(message.slice(0, words.length)).toBe(words)
  expect(google.files()).toEqual([])
})

test('names the service account that a right has to be given to', async () => {
  google.failNext({ on: 'get', status: 404, reason: 'notFound' })
  const { message } = await connectTo(google).check()
  expect(message).toContain('The service account is wellhead@wellhead.iam.gserviceaccount.com')
})

test('sees content that comes back different', async () => {
  google.corruptNext()
  expect(await connectTo(google).check()).toEqual({
    connected: false,
    message: 'Could not read the file back: it came back different from what was written.',
  })
  expect(google.files()).toEqual([])
})

test.each([
  ['a file instead of a folder', { mimeType: 'application/pdf' }, 'names a file that is not a folder'],
  ['a folder in the trash', { trashed: true }, 'The folder is in the trash'],
])('refuses %s', async (_what, changes, words) => {
  Object.assign(google.items.get('folder-1') ?? {}, changes)
  const { connected, message } = await connectTo(google).check()
  expect({ connected, message }).toMatchObject({ connected: false, message: expect.stringContaining(words) })
})

test.each<GoogleOperation>(['token', 'get', 'chunk', 'media', 'delete'])(
  'ends within its limit when %s stands still, without a file',
  async (operation) => {
    // Nothing but the limit ends it before this test is given up.
    google.stallNext(operation, FOREVER_MS)
    const { connected, message } = await connectTo(google, { testMs: 2_000, callMs: FOREVER_MS }).check()
    expect(connected).toBe(false)
    expect(message).toMatch(/^Could not .+: there was no response within 1\.6 seconds\.$/)
    expect(google.files()).toEqual([])
  },
)
