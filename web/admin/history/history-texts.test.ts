import { expect, test } from 'vitest'
import type { ApplicationEvent, HistoryEntry } from '../../../contract/applications/history.ts'
import { describeActor } from '../api/history-api.ts'
import { describeEvent, foldHistory } from './history-texts.ts'

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
  [{ action: 'hold_set', until: '2027-06-30' }, 'Legal hold set until Jun 30, 2027'],
  [{ action: 'hold_renewed', until: '2027-12-31' }, 'Legal hold renewed until Dec 31, 2027'],
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

test('entries that say the same are one line, but each of a legal hold has its own', () => {
  const entry = (id: number, event: ApplicationEvent) => ({
    id,
    at: '2026-03-02T12:00:00Z',
    by: 'ines',
    event,
  })
  const renewed = { action: 'hold_renewed', until: '2027-06-30' } as const
  const folded = foldHistory([
    entry(6, renewed),
    entry(5, renewed),
    entry(4, { action: 'hold_ended' }),
    entry(3, { action: 'hold_ended' }),
    entry(2, { action: 'resume_downloaded' }),
    entry(1, { action: 'resume_downloaded' }),
  ])
  expect(folded.map(({ newest, count }) => [newest.id, count])).toEqual([
    [6, 1],
    [5, 1],
    [4, 1],
    [3, 1],
    [2, 2],
  ])
})
