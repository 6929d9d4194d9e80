import { expect, test } from 'vitest'
import { statusWith } from '../../../test/stores/storage-statuses.ts'
import { describeBucket, describeCopyRemedy, describeErrorStore } from './replica-texts.ts'

const AT = '2026-03-02T10:00:00.000Z'
const ofDrive = { store: 'google-drive', message: 'Refused', at: AT } as const
const ofS3 = { store: 's3', message: 'Refused', at: AT } as const

test('the remedy for a failed copy depends on retries and names the button of its store', () => {
  const remedyOf = (...of: Parameters<typeof statusWith>) => describeCopyRemedy(statusWith(...of))
  const drive = { isConfigured: true, waiting: 1 }
  const s3 = { isConfigured: true }
  const ofDriveOnly = (changes: object) => ({
    stores: { 'google-drive': { ...drive, ...changes } },
    replicas: { lastError: ofDrive },
  })
  expect(remedyOf(ofDriveOnly({}))).toMatch(/tries again at least every 15 minutes/)
  expect(remedyOf(ofDriveOnly({ failed: 1 }))).toMatch(
    /choose Test Connection: every copy is retried as soon as the drive responds/,
  )
  expect(remedyOf({ stores: { 'google-drive': { failed: 1 } } })).toMatch(/once Google Drive is configured/)
  expect(remedyOf({ stores: { s3: { ...s3, failed: 1 } }, replicas: { lastError: ofS3 } })).toMatch(
    /choose Test S3 Connection: every copy is retried as soon as the bucket responds/,
  )
  expect(remedyOf({ stores: { s3: { ...s3, failed: 1 } } })).toMatch(/choose Test S3 Connection/)
  expect(remedyOf({ stores: { s3: { ...s3, waiting: 1 } }, replicas: { lastError: ofS3 } })).toMatch(
    /tries again at least every 15 minutes/,
  )
  expect(remedyOf({ stores: { s3: { failed: 1 } }, replicas: { lastError: ofS3 } })).toMatch(/once S3 is configured/)
})

test('the last error names its store where both are in use', () => {
  const storeOf = (...of: Parameters<typeof statusWith>) => describeErrorStore(statusWith(...of))
  const [s3, drive] = [{ s3: { isConfigured: true } }, { 'google-drive': { isConfigured: true } }]
  expect(storeOf({ stores: { ...s3, ...drive }, replicas: { lastError: ofS3 } })).toBe('S3: ')
  expect(storeOf({ stores: { ...s3, ...drive }, replicas: { lastError: ofDrive } })).toBe('Google Drive: ')
  expect(storeOf({ stores: s3, replicas: { lastError: ofS3 } })).toBe('')
  expect(storeOf({ stores: drive, replicas: { lastError: ofDrive } })).toBe('')
})

test('the bucket tells what it lacks only where it lacks something', () => {
  const bucket = { isConfigured: true, isPrimary: false, stored: 41, waiting: 0, failed: 0 }
  expect(describeBucket(bucket)).toBe('41 resumes in the bucket.')
  expect(describeBucket({ ...bucket, waiting: 1 })).toBe('41 resumes in the bucket; 1 copy waits.')
  expect(describeBucket({ ...bucket, waiting: 3, failed: 1 })).toBe(
    '41 resumes in the bucket; 3 copies wait, 1 has failed.',
  )
})
