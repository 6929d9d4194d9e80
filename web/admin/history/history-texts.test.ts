import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import { describeActor } from '../api/history-api.ts'
import { describeEvent } from './history-texts.ts'

test.each<[HistoryEntry['event'], string]>([
  [{ action: 'received', quarantined: false }, 'Application received'],
  [{ action: 'received', quarantined: true }, 'Application received and quarantined'],
  [{ action: 'status_changed', from: 'pending', to: 'interview' }, 'Status changed from pending to interview'],
  [
    { action: 'status_changed', from: 'rejected', to: 'pending', undone: true },
    'Undone: status changed from rejected to pending',
  ],
  [{ action: 'assigned', name: 'Rita Rey' }, 'Assigned to Rita Rey'],
  [{ action: 'unassigned', name: 'Rita Rey', undone: true }, 'Undone: no longer assigned to Rita Rey'],
  [{ action: 'unarchived', undone: true }, 'Undone: unarchived'],
  [{ action: 'interview_date_changed' }, 'Interview date changed'],
  [{ action: 'edited', fields: ['title', 'salaryRange'] }, 'Edited: job title, salary range'],
  [{ action: 'cloned', fromId: 7 }, 'Cloned from JOB-0007'],
  [{ action: 'filled' }, 'Marked as filled'],
  [
    { action: 'message', kind: 'interview_cancellation', state: 'cancelled' },
    'Mail about the cancelled interview not sent',
  ],
])('an entry of the history is a sentence: %o', (event, sentence) => {
  expect(describeEvent(event)).toBe(sentence)
})

test('an entry without an admin is the applicant’s, or what the program did by itself', () => {
  const received = { action: 'received', quarantined: false } as const
  const message = { action: 'message', kind: 'receipt', state: 'sent' } as const
  expect(describeActor({ by: 'ines', event: message })).toBe('ines')
  expect(describeActor({ by: null, event: received })).toBe('Applicant')
  expect(describeActor({ by: null, event: message })).toBe('Automatic')
  expect(describeActor({ by: null, event: { action: 'scorecard_given' } })).toBe('Colleague without an account')
})
