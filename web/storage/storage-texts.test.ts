import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { describeTest, driveStateOf } from './storage-texts.ts'

const CONNECTED = { connected: true, message: 'Folder found.' }
const DISCONNECTED = { connected: false, message: 'No folder.' }

test.each([
  [CONNECTED, false, 'Connected', 'Folder found.'],
  [DISCONNECTED, false, 'Disconnected', 'No folder.'],
  [CONNECTED, true, 'Disconnected', 'Unable to test Google Drive connection'],
  [undefined, false, 'Checking', 'Testing the connection...'],
])('after %o, failed %s, the card says %s', (answer, hasFailed, word, message) => {
  expect(driveStateOf(answer, hasFailed)).toMatchObject({ word, message })
})

test('a test that was asked for is told in the words of the server', () => {
  expect(describeTest(CONNECTED, null)).toEqual({ title: 'Connection Successful', description: 'Folder found.' })
  expect(describeTest(DISCONNECTED, null)).toMatchObject({ title: 'Connection Failed', description: 'No folder.' })
})

test('a test that could not be made says so, but not when the session is over', () => {
  expect(describeTest(undefined, new TypeError('Failed to fetch'))).toMatchObject({
    title: 'Test Failed',
    description: 'Unable to test Google Drive connection',
  })
  expect(describeTest(undefined, new ApiError(401, '', ''))).toBeUndefined()
})
