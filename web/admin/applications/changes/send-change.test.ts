import { afterEach, expect, test, vi } from 'vitest'
import type { Application } from '../../../../contract/application.ts'
import type { MadeChange } from '../../../../contract/application-changes.ts'
import { applicant, serve } from '../../../../test/web-test-kit.ts'
import { sendChange } from './send-change.ts'

afterEach(() => vi.unstubAllGlobals())

const NOTHING: MadeChange = { id: null, undoableUntil: null, changed: [], refused: [], unchanged: [] }
const refuse = (...stored: Application[]) =>
  stored.map((one) => ({ id: one.id, name: one.name, reason: 'changed_meanwhile' as const, stored: one }))

test('a change names the versions that were seen, and the response names what an undo takes back', async () => {
  const stored = applicant(1, { version: 2, status: 'hired' })
  const sent = serve({ ...NOTHING, id: 7, changed: [stored] })
  const made = await sendChange({ change: { status: 'hired' }, applications: [applicant(1)] })
  expect(made).toEqual({ ids: [7], changed: [stored], refused: [], unchanged: [] })
  expect(sent).toEqual([
    ['POST', '/api/admin/application-changes', { change: { status: 'hired' }, applications: [{ id: 1, version: 1 }] }],
  ])
})

test('where another admin had made the same change, there is nothing of ours to undo', async () => {
  serve({ ...NOTHING, unchanged: [2] })
  const made = await sendChange({ change: { archived: true }, applications: [applicant(2)] })
  expect(made).toMatchObject({ ids: [], unchanged: [2] })
})

test('only those of which another admin has changed the same field are refused, the others are changed', async () => {
  const decided = applicant(1, { version: 2, status: 'rejected' })
  const assessed = applicant(2, { version: 5, feedback: 'Strong' })
  const archived = applicant(3, { version: 3, archived: true })
  const stored = [assessed, archived].map((one) => ({ ...one, version: one.version + 1, status: 'hired' as const }))
  const sent = serve(
    { ...NOTHING, id: 7, changed: [applicant(4)], refused: refuse(decided, assessed, archived) },
    { ...NOTHING, id: 8, changed: stored },
  )
  const applications = [1, 2, 3, 4].map((id) => applicant(id))
  const made = await sendChange({ change: { status: 'hired' }, applications })
  expect(made).toEqual({
    ids: [7, 8],
    changed: [applicant(4), ...stored],
    refused: refuse(decided),
    unchanged: [],
  })
  expect(sent[1]).toMatchObject([
    'POST',
    '/api/admin/application-changes',
    {
      applications: [
        { id: 2, version: 5 },
        { id: 3, version: 3 },
      ],
    },
  ])
})

test('an archived application is no conflict with feedback and status of another admin', async () => {
  serve(
    { ...NOTHING, refused: refuse(applicant(3, { version: 2, status: 'hired', feedback: 'Strong' })) },
    { ...NOTHING, id: 8 },
  )
  const made = await sendChange({ change: { archived: true }, applications: [applicant(3)] })
  expect(made).toMatchObject({ ids: [8], refused: [] })
})

test('when the second request fails, what the first has changed can still be undone', async () => {
  const newer = refuse(applicant(3, { version: 2, feedback: 'Strong' }))
  serve({ ...NOTHING, id: 7, changed: [applicant(4)], refused: newer }, 500)
  const made = await sendChange({ change: { status: 'hired' }, applications: [applicant(3), applicant(4)] })
  expect(made).toMatchObject({ ids: [7], refused: newer })
  serve({ ...NOTHING, refused: newer }, 500)
  const failed = sendChange({ change: { status: 'hired' }, applications: [applicant(3)] })
  await expect(failed).rejects.toMatchObject({ status: 500 })
})
