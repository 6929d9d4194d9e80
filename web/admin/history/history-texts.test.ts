import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../../contract/history.ts'
import { describeActor, describeEvent } from './history-texts.ts'

test.each<[HistoryEntry['event'], string]>([
  [{ action: 'received', quarantined: false }, 'Application received'],
  [{ action: 'received', quarantined: true }, 'Application received and quarantined'],
  [{ action: 'status_changed', from: 'pending', to: 'interview' }, 'Status changed from pending to interview'],
  [
    { action: 'status_changed', from: 'rejected', to: 'pending', undone: true },
    'Undone: status changed from rejected to pending',
  ],
  [{ action: 'unarchived', undone: true }, 'Undone: unarchived'],
  [{ action: 'interview_date_changed' }, 'Interview date changed'],
  [{ action: 'edited', fields: ['title', 'salaryRange'] }, 'Edited: job title, salary range'],
  [{ action: 'cloned', fromId: 7 }, 'Cloned from JOB-0007'],
  [{ action: 'filled' }, 'Marked as filled'],
])('an entry of the history is a sentence: %o', (event, sentence) => {
  expect(describeEvent(event)).toBe(sentence)
})

test('an entry without an admin is the applicant’s', () => {
  expect([describeActor({ by: 'ines' }), describeActor({ by: null })]).toEqual(['ines', 'Applicant'])
})
