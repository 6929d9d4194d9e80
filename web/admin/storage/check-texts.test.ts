import { expect, test } from 'vitest'
import { ENDED, statusWith, UNDERWAY } from '../../../test/stores/storage-statuses.ts'
import { describeCheck, describeHindrance, describeProgress, pollInterval } from './check-texts.ts'

test('the status is read every second during a check, every ten while replicas wait, and otherwise not', () => {
  expect(pollInterval(undefined)).toBe(false)
  expect(pollInterval(statusWith({}))).toBe(false)
  expect(pollInterval(statusWith({ check: null }))).toBe(false)
  expect(pollInterval(statusWith({ stores: { s3: { waiting: 1 } } }))).toBe(10_000)
  expect(pollInterval(statusWith({ check: UNDERWAY, stores: { s3: { waiting: 1 } } }))).toBe(1_000)
})

test('progress never passes the end, however many resumes came in meanwhile', () => {
  expect(describeProgress(UNDERWAY)).toEqual({ percent: 22, words: '1,204 of 5,310 checked' })
  expect(describeProgress({ ...UNDERWAY, checked: 5_400 })).toEqual({ percent: 100, words: '5,310 of 5,310 checked' })
  expect(describeProgress({ ...UNDERWAY, total: 0, checked: 0 }).percent).toBe(0)
})

test('the latest check shows its end and its size', () => {
  expect(describeCheck(null)).toEqual({ words: 'No check has been made yet.' })
  expect(describeCheck(UNDERWAY).words).toMatch(/running/)
  expect(describeCheck({ ...ENDED, checked: 1 })).toEqual({
    words: 'The last check ended ',
    moment: expect.stringMatching(/^Mar 2, 2026, /),
    size: ': 1 resume.',
  })
  expect(describeCheck(ENDED).size).toBe(': 5,310 resumes.')
})

test('the reason for a stuck check is shown only while it runs', () => {
  expect(describeHindrance({ ...UNDERWAY, lastError: 'EIO: i/o error, read' })).toMatch(
    /^The check is stuck: EIO: i\/o error, read\. The server tries again/,
  )
  expect(describeHindrance(UNDERWAY)).toBeUndefined()
  expect(describeHindrance({ ...ENDED, lastError: 'EIO' })).toBeUndefined()
  expect(describeHindrance(null)).toBeUndefined()
})
