import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { NetworkError, UploadTimeoutError } from '../../api/upload.ts'
import { describeSubmissionFailure } from './submit-application.ts'

test('a lost connection is named', () => {
  expect(describeSubmissionFailure(new NetworkError())).toMatchObject({
    title: 'Submission Failed',
    description: 'Network error occurred. Please check your connection and try again.',
  })
})

test('a timeout is named', () => {
  expect(describeSubmissionFailure(new UploadTimeoutError())).toMatchObject({
    title: 'Upload Timeout',
    description: 'The upload took too long. Please try again with a smaller file.',
  })
})

test('a message that can be acted on is shown as the server worded it', () => {
  const closed = new ApiError(409, '{"code":"job_closed","message":"This position has closed."}', '')
  expect(describeSubmissionFailure(closed)).toMatchObject({
    title: 'Submission Failed',
    description: 'This position has closed.',
  })
})

test.each([
  new ApiError(500, '{"code":"internal","message":"oops"}', ''),
  new ApiError(502, '<html>', ''),
  new Error('?'),
])('any other failure gets the general words', (error) => {
  expect(describeSubmissionFailure(error)).toMatchObject({
    title: 'Submission Failed',
    description: 'There was a problem uploading your resume. Please try again.',
  })
})
