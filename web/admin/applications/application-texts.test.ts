import { expect, test } from 'vitest'
import { isRecovery, jobPositionOf, previewNote } from './application-texts.ts'

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

test('the marker in the note identifies a recovery', () => {
  expect([null, 'DATA RECOVERY', 'DATA RECOVERY RESUBMISSION\nJob: SCADA'].map((note) => isRecovery({ note }))).toEqual(
    [false, false, true],
  )
})
