import { expect, test } from 'vitest'
import { statusWith } from '../../../test/storage-statuses.ts'
import { describeBucket, describeErrorStore, describeReplicaRemedy } from './replica-texts.ts'

const AT = '2026-03-02T10:00:00.000Z'
const ofDrive = { store: 'google-drive', message: 'Refused', at: AT } as const
const ofS3 = { store: 's3', message: 'Refused', at: AT } as const

test('the remedy for a failed copy depends on retries and names the button of its store', () => {
  const remedyOf = (...of: Parameters<typeof statusWith>) => describeReplicaRemedy(statusWith(...of))
  const replicas = { isConfigured: true, waiting: 1, lastError: ofDrive }
  expect(remedyOf({ replicas })).toMatch(/tries again at least every 15 minutes/)
  expect(remedyOf({ replicas: { ...replicas, failed: 1 } })).toMatch(
    /choose Test Connection: every copy is retried as soon as the drive responds/,
  )
  expect(remedyOf({ replicas: { failed: 1 } })).toMatch(/once Google Drive is configured/)
  expect(remedyOf({ replicas: { failed: 1, lastError: ofS3 }, s3: { failed: 1 } })).toMatch(
    /choose Test S3 Connection: every copy is retried as soon as the bucket responds/,
  )
  expect(remedyOf({ replicas: { failed: 1 }, s3: { failed: 1 } })).toMatch(/choose Test S3 Connection/)
  expect(remedyOf({ replicas: { waiting: 1, lastError: ofS3 }, s3: { waiting: 1 } })).toMatch(
    /tries again at least every 15 minutes/,
  )
  expect(remedyOf({ replicas: { failed: 1, lastError: ofS3 }, s3: { isConfigured: false, failed: 1 } })).toMatch(
    /once S3 is configured/,
  )
})

test('the last error names its store where both are in use', () => {
  const errorStoreOf = (...of: Parameters<typeof statusWith>) => describeErrorStore(statusWith(...of))
  expect(errorStoreOf({ replicas: { isConfigured: true, lastError: ofS3 }, s3: {} })).toBe('S3: ')
  expect(errorStoreOf({ replicas: { isConfigured: true, lastError: ofDrive }, s3: {} })).toBe('Google Drive: ')
  expect(errorStoreOf({ replicas: { waiting: 1, lastError: ofS3 }, s3: { waiting: 1 } })).toBe('')
  expect(errorStoreOf({ replicas: { isConfigured: true, lastError: ofDrive } })).toBe('')
})

test('the text of the bucket names waiting and failed replicas only where there are any', () => {
  const bucket = { isConfigured: true, isPrimary: false, stored: 41, waiting: 0, failed: 0 }
  expect(describeBucket(bucket)).toBe('41 resumes in the bucket.')
  expect(describeBucket({ ...bucket, waiting: 1 })).toBe('41 resumes in the bucket; 1 copy waits.')
  expect(describeBucket({ ...bucket, waiting: 3, failed: 1 })).toBe(
    '41 resumes in the bucket; 3 copies wait, 1 has failed.',
  )
})
