import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { defaultResumeName } from '../../api/application-api.ts'
import { describeDownloadFailure } from './use-resume-download.ts'

test.each([
  [new ApiError(404, '', 'Not Found'), 'Resume file not found on server'],
  [new ApiError(404, '{"message":"The file has been moved."}', ''), 'The file has been moved.'],
  [new ApiError(401, '{"message":"no"}', ''), 'Session expired. Please log in again.'],
  [new ApiError(500, '', 'Internal Server Error'), 'Failed to download resume file'],
  [new TypeError('Failed to fetch'), 'Failed to download resume file'],
])('a failed download is explained: %s', (error, words) => {
  expect(describeDownloadFailure(error)).toBe(words)
})

test('a resume without a name gets the name of its applicant', () => {
  expect(defaultResumeName('Ada King Lovelace')).toBe('Ada_King_Lovelace_Resume.pdf')
})
