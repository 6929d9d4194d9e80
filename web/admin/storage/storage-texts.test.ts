import { expect, test } from 'vitest'
import { ENDED, INTACT, statusWith, UNDERWAY } from '../../../test/stores/storage-statuses.ts'
import { ApiError } from '../../api/api-error.ts'
import {
  connectionStateOf,
  connectionToneOf,
  describeAlarms,
  describeIntactFiles,
  describeNoDrive,
  describeRemedy,
  describeTest,
  fileStateOf,
} from './storage-texts.ts'

const CONNECTED = { connected: true, message: 'Folder found.' }
const REFUSED = { store: 's3', message: 'Refused', at: ENDED.finishedAt } as const
const DISCONNECTED = { connected: false, message: 'No folder.' }

test.each([
  [CONNECTED, false, 'Connected', 'Folder found.'],
  [DISCONNECTED, false, 'Disconnected', 'No folder.'],
  [CONNECTED, true, 'Disconnected', 'Unable to test Google Drive connection'],
  [undefined, false, 'Checking', 'Testing the connection...'],
])('after %o, failed %s, the card says %s', (answer, hasFailed, word, message) => {
  expect(connectionStateOf(answer, hasFailed, 'google-drive')).toMatchObject({ word, message })
})

test('only a store that was set up can be at fault', () => {
  const state = connectionStateOf(DISCONNECTED, false, 'google-drive')
  expect(connectionToneOf(state, true)).toBe('amber')
  expect(connectionToneOf(state, false)).toBe('grey')
  expect(connectionToneOf(connectionStateOf(undefined, false, 'google-drive'), true)).toBe('grey')
  expect(connectionToneOf(connectionStateOf(CONNECTED, false, 'google-drive'), true)).toBe('green')
})

test('a test that an admin starts is described in the words of the server', () => {
  expect(describeTest(CONNECTED, null, 'google-drive')).toEqual({
    title: 'Connection Successful',
    description: 'Folder found.',
  })
  expect(describeTest(DISCONNECTED, null, 'google-drive')).toMatchObject({
    title: 'Connection Failed',
    description: 'No folder.',
  })
})

test('a test that could not be made says so, but not when the session is over', () => {
  expect(describeTest(undefined, new TypeError('Failed to fetch'), 'google-drive')).toMatchObject({
    title: 'Test Failed',
    description: 'Unable to test Google Drive connection',
  })
  expect(describeTest(undefined, new ApiError(401, '', ''), 'google-drive')).toBeUndefined()
})

test.each([
  ['Alarm', { resumes: { missing: 1 } }],
  ['Alarm', { resumes: { altered: 1 }, check: UNDERWAY }],
  ['Alarm', { resumes: { lost: 1 }, stores: { s3: { failed: 1 } } }],
  ['Copies failed', { stores: { s3: { failed: 1 } } }],
  ['Copies waiting', { stores: { s3: { waiting: 1 } }, replicas: { lastError: REFUSED } }],
  ['Task failing', { tasks: { lastError: 'EACCES' } }],
  ['In order', { stores: { s3: { waiting: 1 } } }],
  ['Checking', { check: UNDERWAY }],
  ['In order', {}],
  [undefined, { check: null }],
  [undefined, { resumes: { total: 0 } }],
])('the state is %s with %o', (word, changes) => {
  expect(fileStateOf(statusWith(changes))?.word).toBe(word)
})

test('only a check that has ended reports the files as intact', () => {
  expect(describeIntactFiles(statusWith({}))).toBe('All files are intact.')
  expect(describeIntactFiles(statusWith({ check: UNDERWAY }))).toBe('No problems found so far.')
  expect(describeIntactFiles(statusWith({ check: null }))).toBe('The files have not been checked yet.')
  expect(describeIntactFiles(statusWith({ resumes: { total: 0 } }))).toBe('No resumes received yet.')
})

test('every kind of alarm is described with its number, and no other', () => {
  expect(describeAlarms({ ...INTACT, missing: 1, lost: 1_200 })).toEqual([
    '1 file is missing from where the server stored it.',
    '1,200 resumes are lost: no intact copy exists anywhere.',
  ])
  expect(describeAlarms({ ...INTACT, altered: 2 })).toEqual([
    '2 files are altered: the content is not what was received.',
  ])
})

test('the remedy names the backup, and reassures only if nothing is lost', () => {
  const calm = 'Every resume still has an intact copy elsewhere.'
  expect(describeRemedy({ ...INTACT, missing: 1 })).toContain(calm)
  expect(describeRemedy({ ...INTACT, lost: 1 })).not.toContain(calm)
  expect(describeRemedy({ ...INTACT, lost: 1 })).toContain('Verify the backup')
})

test('without a drive the disk is the only store, unless there was a drive before', () => {
  expect(describeNoDrive(statusWith({}))).toMatch(/^Google Drive is not configured. Nothing is copied/)
  expect(describeNoDrive(statusWith({ stores: { 'google-drive': { stored: 1 } } }))).toMatch(/no longer configured/)
  expect(describeNoDrive(statusWith({ stores: { 'google-drive': { waiting: 1 } } }))).toMatch(/no longer configured/)
  expect(describeNoDrive(statusWith({ stores: { 'google-drive': { isConfigured: true } } }))).toBeUndefined()
})
