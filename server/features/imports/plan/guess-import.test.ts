import { expect, test } from 'vitest'
import { guessColumns, guessPreset, guessState } from './guess-import.ts'
import { findKnownJob, knownJobs } from './known-jobs.ts'
import { guessDateOrder, readDate } from './read-date.ts'

const OPENCATS = ['candidateID', 'lastName', 'firstName', 'phoneHome', 'phoneCell', 'email1', 'keySkills']

test.each([
  ['opencats', OPENCATS],
  [
    'opencats',
    [
      'First Name',
      'Last Name',
      'E-Mail',
      'Home Phone',
      'Cell Phone',
      'City',
      'Key Skills',
      'Source',
      'Created',
      'Misc Notes',
    ],
  ],
  [
    'greenhouse',
    [
      'First Name',
      'Last Name',
      'Company',
      'Title',
      'Phone',
      'Email',
      'Social Media',
      'Job',
      'Source',
      'Who gets credit',
      'Milestone',
    ],
  ],
  ['reqcore', ['first_name', 'last_name', 'email', 'phone', 'job_title', 'status', 'created_at', 'storage_key']],
  ['workable', ['Candidate name', 'Email', 'Job', 'Stage', 'Tags']],
  [null, ['Name', 'Email']],
])('a file of %s is recognised by its headers', (preset, headers) => {
  expect(guessPreset(headers)).toBe(preset)
})

test('columns are guessed by the preset, and otherwise by their names in any spelling', () => {
  expect(guessColumns(OPENCATS, 'opencats')).toEqual([
    null,
    'lastName',
    'firstName',
    'phone',
    'phone',
    'email',
    'feedback',
  ])
  expect(guessColumns(['E-MAIL address', 'Full  name', 'name', 'Shoe size', 'Date applied'], null)).toEqual([
    ...['email', 'name', null, null, 'appliedAt'],
  ])
})

test.each([
  ['Client Declined', 'rejected'],
  ['Not in Consideration', 'rejected'],
  ['Placed', 'hired'],
  ['Phone interview', 'interview'],
  ['CV screening', 'reviewing'],
  ['Candidate withdrew', 'withdrawn'],
  ['Blue', 'pending'],
])('the status %s is guessed to be %s', (text, state) => {
  expect(guessState(text, null)).toBe(state)
})

test('a position is found by title, code and number; of one title it is the open one, and else the newest', () => {
  const job = { internal_job_code: null, is_active: 0 } as const
  const known = knownJobs([
    { ...job, id: 1, title: 'Welder', is_active: 1 },
    { ...job, id: 2, title: 'Welder' },
    { ...job, id: 3, title: 'Fitter', internal_job_code: 'F-9' },
    { ...job, id: 4, title: 'FITTER ' },
  ])
  expect(['welder', 'Fitter', 'f-9', 'job-0002', 'Cook'].map((text) => findKnownJob(known, text))).toEqual([
    1,
    4,
    3,
    2,
    null,
  ])
})

const RULES = { timeZone: 'Europe/Berlin', now: new Date('2026-11-30T12:00:00Z') }

test.each([
  ['2025-03-31', 'mdy', '2025-03-31T10:00:00.000Z'],
  ['2025-03-31T08:30:00Z', 'mdy', '2025-03-31T08:30:00.000Z'],
  ['2025-03-31 08:30:00.123+02', 'mdy', '2025-03-31T06:30:00.123Z'],
  ['2025-03-31 08:30', 'mdy', '2025-03-31T06:30:00.000Z'],
  ['03-31-25', 'mdy', '2025-03-31T10:00:00.000Z'],
  ['31.3.2025', 'dmy', '2025-03-31T10:00:00.000Z'],
  ['3/31/2025 1:05 PM', 'mdy', '2025-03-31T11:05:00.000Z'],
  ['31 March 2025', 'mdy', '2025-03-31T10:00:00.000Z'],
  ['Mar 31, 2025', 'mdy', '2025-03-31T10:00:00.000Z'],
] as const)('%s in the order %s is %s', (text, order, instant) => {
  expect(readDate(text, { ...RULES, order })).toEqual({ instant })
})

test.each(['31/02/2025', '', 'soon', '1900-01-01', '2027-01-01', '12/31/99999'])(
  '%j is no date of an application',
  (text) => {
    expect(readDate(text, { ...RULES, order: 'dmy' })).toHaveProperty('fault')
  },
)

test('the order of day and month is that which fits all dates', () => {
  expect(guessDateOrder(['01/02/2025', '13/02/2025'], 'mdy')).toBe('dmy')
  expect(guessDateOrder(['01/02/2025', '02/13/2025'], 'dmy')).toBe('mdy')
  expect(guessDateOrder(['2025-01-02', '1.2.2025'], 'dmy')).toBe('dmy')
})
