import { expect, test } from 'vitest'
import { formatAppliedDate, formatAppliedMoment, isRecovery, jobPositionOf, previewNote } from './application-texts.ts'

test('a day is short and American', () => {
  expect(formatAppliedDate('2025-06-13T12:00:00.000Z')).toBe('Jun 13, 2025')
})

test('a moment has the time beside the day', () => {
  expect(formatAppliedMoment('2025-06-13T12:17:00.000Z')).toMatch(/^Jun 13, 2025, \d{1,2}:\d\d\s[AP]M$/)
})

test('no day and no readable day say so', () => {
  expect([formatAppliedDate(null), formatAppliedDate('soon')]).toEqual(['N/A', 'Invalid date'])
})

test('the position is the title, general, or unknown', () => {
  const titles = new Map([[1, 'Ignition Developer']])
  expect([1, null, 2].map((jobId) => jobPositionOf({ jobId }, titles))).toEqual([
    'Ignition Developer',
    'General Application',
    'Unknown Position',
  ])
})

test('a note is cut after 30 characters, and only then gets its dots', () => {
  const note = 'x'.repeat(30)
  expect([note, `${note}y`, '', null].map(previewNote)).toEqual([note, `${note}...`, 'No notes', 'No notes'])
})

test('a note is never cut inside a character', () => {
  expect(previewNote('🛢️'.repeat(20))).toBe(`${'🛢️'.repeat(15)}...`)
})

test('the marker in the note tells a recovery', () => {
  expect([null, 'DATA RECOVERY', 'DATA RECOVERY RESUBMISSION\nJob: SCADA'].map((note) => isRecovery({ note }))).toEqual(
    [false, false, true],
  )
})
