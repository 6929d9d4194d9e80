import { expect, test } from 'vitest'
import type { StorageStatus } from '../../contract/storage.ts'
import { ApiError } from '../api/api-error.ts'
import {
  describeAge,
  describeAlarms,
  describeCheck,
  describeCopyRemedy,
  describeNoDrive,
  describeProgress,
  describeRemedy,
  describeSoundFiles,
  describeTest,
  driveStateOf,
  fileStateOf,
  pollInterval,
} from './storage-texts.ts'

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

const AT = '2026-03-02T10:00:00.000Z'
const ENDED = { startedAt: AT, finishedAt: AT, total: 5_310, checked: 5_310 }
const UNDERWAY = { ...ENDED, finishedAt: null, checked: 1_204 }
const SOUND = { total: 5_310, local: 5_310, cloud: 0, missing: 0, altered: 0, lost: 0 }
const NO_COPIES = { isConfigured: false, waiting: 0, oldestWaiting: null, failed: 0, lastError: null }

/** A status in which everything is sound, checked and not copied, changed as a test needs it. */
function statusWith(changes: {
  resumes?: Partial<StorageStatus['resumes']>
  copies?: Partial<StorageStatus['copies']>
  check?: StorageStatus['check']
}): StorageStatus {
  return {
    resumes: { ...SOUND, ...changes.resumes },
    copies: { ...NO_COPIES, ...changes.copies },
    tasks: { open: 0, oldest: null, mostAttempts: 0 },
    check: changes.check === undefined ? ENDED : changes.check,
  }
}

test('the status is read every second during a check, every ten while copies wait, and otherwise not', () => {
  expect(pollInterval(undefined)).toBe(false)
  expect(pollInterval(statusWith({}))).toBe(false)
  expect(pollInterval(statusWith({ check: null }))).toBe(false)
  expect(pollInterval(statusWith({ copies: { waiting: 1 } }))).toBe(10_000)
  expect(pollInterval(statusWith({ check: UNDERWAY, copies: { waiting: 1 } }))).toBe(1_000)
})

test.each([
  ['2026-03-02T09:59:01.000Z', 'less than a minute'],
  ['2026-03-02T09:59:00.000Z', '1 minute'],
  ['2026-03-02T08:59:00.000Z', '1 hour'],
  ['2026-02-28T09:00:00.000Z', '2 days'],
  ['2026-03-02T11:00:00.000Z', 'less than a minute'],
])('%s is %s ago', (instant, words) => {
  expect(describeAge(instant, Date.parse(AT))).toBe(words)
})

test.each([
  ['Alarm', { resumes: { missing: 1 } }],
  ['Alarm', { resumes: { altered: 1 }, check: UNDERWAY }],
  ['Alarm', { resumes: { lost: 1 }, copies: { failed: 1 } }],
  ['Copies failed', { copies: { failed: 1 } }],
  ['Checking', { check: UNDERWAY }],
  ['In order', {}],
  [undefined, { check: null }],
  [undefined, { resumes: { total: 0 } }],
])('the state is %s with %o', (word, changes) => {
  expect(fileStateOf(statusWith(changes))?.word).toBe(word)
})

test('only a check that has ended calls the files sound', () => {
  expect(describeSoundFiles(statusWith({}))).toBe('All files are as they were received.')
  expect(describeSoundFiles(statusWith({ check: UNDERWAY }))).toBe('Nothing has been found amiss so far.')
  expect(describeSoundFiles(statusWith({ check: null }))).toBe('The files have not been checked yet.')
  expect(describeSoundFiles(statusWith({ resumes: { total: 0 } }))).toBe('No resumes have been received yet.')
})

test('every kind of alarm is told with its number, and no other', () => {
  expect(describeAlarms({ ...SOUND, missing: 1, lost: 1_200 })).toEqual([
    '1 file is missing: not where the server stored it.',
    '1,200 resumes are lost: no sound file is left in any place.',
  ])
  expect(describeAlarms({ ...SOUND, altered: 2 })).toEqual([
    '2 files are altered: the content is not what was received.',
  ])
})

test('the way out names the backup, and calms only where nothing is lost', () => {
  const calm = 'Every resume still has a sound file in another place.'
  expect(describeRemedy({ ...SOUND, missing: 1 })).toContain(calm)
  expect(describeRemedy({ ...SOUND, lost: 1 })).not.toContain(calm)
  expect(describeRemedy({ ...SOUND, lost: 1 })).toContain('Check the backup')
})

test('without a drive the disk is the only place, unless there was a drive before', () => {
  expect(describeNoDrive(statusWith({}))).toMatch(/^Google Drive is not configured. Nothing is copied/)
  expect(describeNoDrive(statusWith({ resumes: { cloud: 1 } }))).toMatch(/no longer configured/)
  expect(describeNoDrive(statusWith({ copies: { waiting: 1 } }))).toMatch(/no longer configured/)
  expect(describeNoDrive(statusWith({ copies: { isConfigured: true } }))).toBeUndefined()
})

test('what to do about a copy depends on whether it is tried again', () => {
  const copies = { ...NO_COPIES, isConfigured: true }
  expect(describeCopyRemedy(copies)).toMatch(/by itself/)
  expect(describeCopyRemedy({ ...copies, failed: 1 })).toMatch(/press Test Connection/)
  expect(describeCopyRemedy({ ...NO_COPIES, failed: 1 })).toMatch(/once Google Drive is configured/)
})

test('progress never passes the end, however many resumes came in meanwhile', () => {
  expect(describeProgress(UNDERWAY)).toEqual({ percent: 22, words: '1,204 of 5,310 checked' })
  expect(describeProgress({ ...UNDERWAY, checked: 5_400 })).toEqual({ percent: 100, words: '5,310 of 5,310 checked' })
  expect(describeProgress({ ...UNDERWAY, total: 0, checked: 0 }).percent).toBe(0)
})

test('the latest check is told with its end and its size', () => {
  expect(describeCheck(null)).toBe('No check has been made yet.')
  expect(describeCheck(UNDERWAY)).toMatch(/under way/)
  expect(describeCheck({ ...ENDED, checked: 1 })).toMatch(/^The last check ended Mar 2, 2026, .*: 1 resume\.$/)
  expect(describeCheck(ENDED)).toMatch(/: 5,310 resumes\.$/)
})
