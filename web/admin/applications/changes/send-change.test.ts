import { afterEach, expect, test, vi } from 'vitest'
import type { Application } from '../../../../contract/application.ts'
import type { MadeChange } from '../../../../contract/application-changes.ts'
import { sendChange } from './send-change.ts'

afterEach(() => vi.unstubAllGlobals())

const applicant = (id: number, changes: Partial<Application> = {}): Application => ({
  id,
  version: 1,
  name: 'Amy First',
  email: 'amy@example.com',
  phone: null,
  note: null,
  status: 'pending',
  archived: false,
  quarantined: false,
  jobId: null,
  createdAt: '2025-06-14T09:00:00.000Z',
  feedback: null,
  interviewDate: null,
  resume: null,
  ...changes,
})

const NOTHING: MadeChange = { id: null, undoableUntil: null, changed: [], refused: [], unchanged: [] }

test('the change to undo is the one that the response names, and the history is not searched', async () => {
  const application = applicant(1)
  const stored = applicant(1, { version: 2, status: 'hired' })
  const sent = serve({ ...NOTHING, id: 7, changed: [stored] })
  expect(await sendChange({ kind: 'status', application, status: 'hired' })).toEqual({ stored, changeId: 7 })
  expect(sent).toEqual([
    ['POST', '/api/admin/application-changes', { change: { status: 'hired' }, applications: [{ id: 1, version: 1 }] }],
  ])
})

test('where another admin had made the same change, there is nothing of ours to undo', async () => {
  serve({ ...NOTHING, unchanged: [2] })
  const sent = await sendChange({ kind: 'archive', application: applicant(2), archived: true })
  expect(sent).toEqual({ stored: undefined, changeId: null })
})

test('another decision of another admin refuses the change, and another admin’s feedback does not', async () => {
  const refuse = (stored: Application): MadeChange => ({
    ...NOTHING,
    refused: [{ id: stored.id, name: stored.name, reason: 'changed_meanwhile', stored }],
  })
  const decided = refuse(applicant(3, { version: 2, status: 'rejected' }))
  serve(decided)
  const refused = await sendChange({ kind: 'status', application: applicant(3), status: 'hired' })
  expect(refused).toEqual({ stored: undefined, changeId: null, refusal: decided.refused[0] })

  const stored = applicant(3, { version: 3, status: 'hired', feedback: 'Strong' })
  const sent = serve(refuse(applicant(3, { version: 2, feedback: 'Strong' })), { ...NOTHING, id: 8, changed: [stored] })
  const made = await sendChange({ kind: 'status', application: applicant(3), status: 'hired' })
  expect(made).toEqual({ stored, changeId: 8 })
  expect(sent.map(([, , body]) => body)).toMatchObject([
    { applications: [{ id: 3, version: 1 }] },
    { applications: [{ id: 3, version: 2 }] },
  ])
})

/** Answers the next requests with these bodies; returns what was sent. */
function serve(...answers: MadeChange[]): unknown[][] {
  const sent: unknown[][] = []
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    sent.push([method, url, JSON.parse(String(body))])
    return Response.json(answers.shift())
  })
  return sent
}
