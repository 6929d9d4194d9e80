import { afterEach, expect, test, vi } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import type { MadeChange } from '../../../../contract/applications/application-changes.ts'
import { applicant, serve } from '../../../../test/web-test-kit.ts'
import { sendChange } from './use-changes.ts'

afterEach(() => vi.unstubAllGlobals())

const messages = { drafts: [5], waiting: [], byHand: [], sendsMail: true }
const NOTHING: MadeChange = { id: null, undoableUntil: null, changed: [], refused: [], unchanged: [], messages }
const refuse = (...stored: Application[]) =>
  stored.map((one) => ({
    ...{ id: one.id, name: one.name, reason: 'changed_meanwhile' as const, stored: one },
    since: [{ id: 1, at: one.createdAt, by: 'amy', event: one.archived ? ARCHIVED : eventOf(one) }],
  }))
const ARCHIVED = { action: 'archived' } as const
const eventOf = ({ status }: Application) => ({ action: 'status_changed', from: 'pending', to: status }) as const

test('a change names the versions that were seen, and the response names what an undo takes back', async () => {
  const stored = applicant(1, { version: 2, status: 'hired' })
  const sent = serve({ ...NOTHING, id: 7, changed: [stored] })
  const made = await sendChange({ change: { status: 'hired' }, applications: [applicant(1)] })
  expect(made).toEqual({ ids: [7], changed: [stored], refused: [], unchanged: [], messages })
  expect(sent).toEqual([
    ['POST', '/api/admin/application-changes', { change: { status: 'hired' }, applications: [{ id: 1, version: 1 }] }],
  ])
})

test('what the applicants are told goes along, also over a version that was made meanwhile', async () => {
  const newer = applicant(1, { version: 2 })
  const message = { rule: 'always', text: { subject: 'News', body: 'Dear {name}' } } as const
  const sent = serve({ ...NOTHING, refused: refuse(newer) }, { ...NOTHING, id: 8, changed: [newer] })
  await sendChange({ change: { status: 'rejected' }, message, applications: [applicant(1)] })
  expect(sent.map(([, , body]) => body)).toEqual(
    [1, 2].map((version) => ({ change: { status: 'rejected' }, message, applications: [{ id: 1, version }] })),
  )
})

test('where another admin had made the same change, there is nothing of ours to undo', async () => {
  serve({ ...NOTHING, unchanged: [2] })
  const made = await sendChange({ change: { archived: true }, applications: [applicant(2)] })
  expect(made).toMatchObject({ ids: [], unchanged: [2] })
})

test('a second decision before the response to the first is made over it; what another admin decided is refused', async () => {
  const seen = [1, 2, 3].map((id) => applicant(id, { status: 'reviewing' }))
  const [first, other] = [
    applicant(1, { version: 2, status: 'reviewing' }),
    applicant(2, { version: 2, status: 'rejected' }),
  ]
  const hired = [1, 3].map((id) => applicant(id, { version: 3, status: 'hired' }))
  const sent = serve(
    { ...NOTHING, id: 7, changed: hired.slice(1), refused: refuse(first, other) },
    { ...NOTHING, id: 8, changed: hired.slice(0, 1) },
  )
  const made = await sendChange({ change: { status: 'hired' }, applications: seen })
  expect(made).toMatchObject({
    messages: { drafts: [5, 5] },
    ids: [7, 8],
    changed: hired.toReversed(),
    refused: refuse(other),
    unchanged: [],
  })
  expect(sent[1]?.[2]).toMatchObject({ applications: [{ id: 1, version: 2 }] })
})

test('an application that is archived and unarchived at once is unarchived', async () => {
  serve({ ...NOTHING, refused: refuse(applicant(3, { version: 2, archived: true })) }, { ...NOTHING, id: 8 })
  const made = await sendChange({ change: { archived: false }, applications: [applicant(3, { archived: true })] })
  expect(made).toMatchObject({ ids: [8], refused: [] })
})

test('a late decision is not made over one that was made and taken back since', async () => {
  const back = refuse(applicant(3, { version: 3 }))
  const sent = serve({ ...NOTHING, refused: back })
  const made = await sendChange({ change: { status: 'rejected' }, applications: [applicant(3)], isLate: true })
  expect(made).toMatchObject({ ids: [], refused: back })
  expect(sent).toHaveLength(1)
})

test('when the second request fails, what the first has changed can still be undone', async () => {
  const newer = refuse(applicant(3, { version: 2 }))
  serve({ ...NOTHING, id: 7, changed: [applicant(4)], refused: newer }, 500)
  const made = await sendChange({ change: { status: 'hired' }, applications: [applicant(3), applicant(4)] })
  expect(made).toMatchObject({ ids: [7], refused: newer })
  serve({ ...NOTHING, refused: newer }, 500)
  const failed = sendChange({ change: { status: 'hired' }, applications: [applicant(3)] })
  await expect(failed).rejects.toMatchObject({ status: 500 })
})
