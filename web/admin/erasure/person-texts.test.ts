import { expect, test } from 'vitest'
import { describeCounts, isConfirmed, titleOf, whereOf } from './person-texts.ts'

const NONE = { files: 0, messages: 0, comments: 0, scorecards: 0, interviews: 0, jobAlerts: 0 }

test('what goes is counted, and what there is none of is not named', () => {
  expect(describeCounts({ ...NONE, files: 2, messages: 1, jobAlerts: 1 })).toBe('2 files, 1 message, 1 job alert')
  expect(describeCounts({ ...NONE, comments: 1_200 })).toBe('1,200 comments')
  expect(describeCounts(NONE)).toBe('')
})

test('the name or the reference confirms, however it is written, and nothing else does', () => {
  for (const typed of ['Zoë  Müller', ' zoë müller', 'Zoë Müller', 'app-0007', 'APP-0007'])
    expect(isConfirmed(typed, 'Zoë Müller', 7), typed).toBe(true)
  for (const typed of ['', 'Zoë', 'Zoe Muller', 'APP-7', 'APP-0008', '7'])
    expect(isConfirmed(typed, 'Zoë Müller', 7), typed).toBe(false)
})

test('an application is named by its posting, and by where it is', () => {
  expect(titleOf({ jobId: 1, jobTitle: 'PLC Programmer' })).toBe('PLC Programmer')
  expect(titleOf({ jobId: 1, jobTitle: null })).toBe('Unknown Position')
  expect(titleOf({ jobId: null, jobTitle: null })).toBe('General Application')
  const of = { id: 1, jobId: null, jobTitle: null, createdAt: '', status: 'pending' as const, setAside: false }
  expect(whereOf({ ...of, archived: true, quarantined: true, isErasing: true })).toBe('being erased')
  expect(whereOf({ ...of, archived: true, quarantined: true, isErasing: false })).toBe('in quarantine')
  expect(whereOf({ ...of, archived: true, quarantined: true, setAside: true, isErasing: false })).toBe('set aside')
  expect(whereOf({ ...of, archived: true, quarantined: false, isErasing: false })).toBe('archived')
  expect(whereOf({ ...of, archived: false, quarantined: false, isErasing: false })).toBe('')
})
