import { expect, test } from 'vitest'
import type { Job } from '../../../contract/jobs/job.ts'
import {
  formatDaysAloud,
  formatShortDays,
  formatTitle,
  isRecovery,
  jobPositionOf,
  previewNote,
  titlesById,
} from './application-texts.ts'

test('the position is the title, general, or unknown', () => {
  const titles = new Map([[1, { title: 'Ignition Developer' }]])
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

test('a title that only one posting has is given as it is; others are told apart by location, code or number', () => {
  const jobs = [
    [1, 'SCADA Engineer', 'Midland, TX', 'A-1'],
    [2, 'Ignition Developer', 'Midland, TX', null],
    [3, 'Ignition Developer', 'Houston, TX', 'A-1'],
    [4, 'Ignition Developer', 'Houston, TX', 'A-2'],
    [5, 'Ignition Developer', 'Houston, TX', null],
    [6, 'PLC Programmer', 'Paris, TX', null],
    [7, 'PLC Programmer', 'Paris, France', null],
  ].map(([id, title, location, internalJobCode]) => ({ id, title, location, internalJobCode }) as Job)
  expect([...titlesById(jobs).values()].map(formatTitle)).toEqual([
    'SCADA Engineer',
    'Ignition Developer · Midland',
    'Ignition Developer · A-1',
    'Ignition Developer · A-2',
    'Ignition Developer · JOB-0005',
    'PLC Programmer · Paris, TX',
    'PLC Programmer · Paris, France',
  ])
})

test('days are short on the screen and in full to be read out', () => {
  expect([0, 1, 12].map(formatShortDays)).toEqual(['today', '1 d', '12 d'])
  expect([0, 1, 12].map(formatDaysAloud)).toEqual(['since today', '1 day', '12 days'])
})
