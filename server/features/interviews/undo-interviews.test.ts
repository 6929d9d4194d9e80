import { expect, test } from 'vitest'
import type { MadeChange } from '../../../contract/applications/application-changes.ts'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { calendarIn, prepareInterviews } from '../../../test/smtp/interview-kit.ts'
import { MINUTE, NOON } from '../../../test/smtp/mail-kit.ts'

const {
  undo,
  smtp,
  admin,
  goTo,
  withLink,
  mailTo,
  arrive,
  plan,
  change,
  act,
  setDate,
  readApplication,
  interviewsOf,
  readOwnInterviews,
  app,
} = prepareInterviews()

const archive = (id: number, archived: boolean, interviews?: 'keep') =>
  admin().send('PATCH', pathTo(ADMIN_API.adminApplication, id), { archived, ...(interviews && { interviews }) })
const reject = async (id: number) => {
  const body = { change: { status: 'rejected' }, applications: [{ id }] }
  return (await admin().request<MadeChange>('POST', ADMIN_API.applicationChanges, body)).body.id
}

test('planning moves an application that is not as far to Interview, the invitation tells it, and one undo takes both back', async () => {
  const { id, token } = await arrive()
  const planned = await plan(id)
  expect(await readApplication(id)).toMatchObject({ status: 'interview', answered: null })
  const { body } = await admin().request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, id))
  expect(body.map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ action: 'status_changed', from: 'pending', to: 'interview', changeId: planned.changeId }),
  )
  expect((await undo(planned)).body.changed).toMatchObject([{ id, status: 'pending', interviewDate: null }])
  expect(await interviewsOf(id)).toMatchObject([{ state: 'cancelled' }])
  await goTo(30 * MINUTE)
  expect(smtp().received).toEqual([])

  const again = await plan(id)
  await admin().request('PATCH', pathTo(ADMIN_API.application, id), { status: 'reviewing' })
  await goTo(40 * MINUTE)
  await smtp().untilReceived(2)
  expect(mailTo('ana@example.com')).toHaveLength(1)
  expect(await readOwnInterviews(token)).toHaveLength(1)
  const undone = await undo(again)
  expect(undone.body).toMatchObject({ refused: [{ id, reason: 'changed_meanwhile' }] })
})

test('the undo of an interview within the hour cancels what has been sent, and brings the status back', async () => {
  const { id } = await arrive()
  const planned = await plan(id, { date: '2026-03-02', time: '12:30', timeZone: 'UTC' })
  await smtp().untilReceived(2)
  await undo(planned)
  await smtp().untilReceived(4)
  expect(mailTo('ana@example.com').map((mail) => calendarIn(mail).method)).toEqual(['REQUEST', 'CANCEL'])
  expect(await readApplication(id)).toMatchObject({ status: 'pending', interviewDate: null })
})

test('moving and cancelling can be undone, newest first; in time nobody hears of it, and the response holds again', async () => {
  const { id, token } = await arrive()
  const planned = await plan(id)
  expect(planned.mails).toMatchObject({ count: 2, leaveAt: new Date(NOON + 10 * MINUTE).toISOString() })
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  smtp().received.length = 0
  const answer = { response: 'accepted', version: planned.version }
  expect((await withLink('POST', pathTo(API.respondToInterview, planned.id), token, answer)).status).toBe(204)
  const accepted = { ...planned, version: planned.version + 1 }
  const moved = (await change(accepted, { time: '17:00', interviewers: [] })).body
  expect(moved).toMatchObject({ response: 'none', mails: { count: 2 } })
  const cancelled = (await act(ADMIN_API.cancelInterview, moved)).body
  expect(cancelled).toMatchObject({ state: 'cancelled', mails: { count: 2 } })
  expect((await undo(cancelled)).body).toMatchObject({ changed: [{ id, interviewDate: moved.startsAt }], notified: [] })
  expect((await undo(moved)).body).toMatchObject({ changed: [{ id, interviewDate: planned.startsAt }], refused: [] })
  expect(await interviewsOf(id)).toMatchObject([{ startsAt: planned.startsAt, response: 'accepted' }])
  expect((await interviewsOf(id))[0]?.interviewers).toEqual(planned.interviewers)
  const later = await arrive({ email: 'later@example.com' })
  await plan(later.id, { interviewers: [] })
  await goTo(40 * MINUTE)
  await smtp().untilReceived(1)
  expect(smtp().received.map(({ envelopeTo }) => envelopeTo)).toEqual([['later@example.com']])
})

test('the undo of a move that people have heard of tells them the old time, and says so; what was changed since stays', async () => {
  const { id } = await arrive()
  const planned = await plan(id)
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  const moved = (await change(planned, { date: '2026-03-02', time: '12:40', timeZone: 'UTC' })).body
  expect(moved.mails).toMatchObject({ count: 2, leaveAt: null })
  await smtp().untilReceived(4)
  await goTo(11 * MINUTE)
  const later = (await change(moved, { date: '2026-03-02', time: '12:50', timeZone: 'UTC' })).body
  await smtp().untilReceived(6)
  expect((await undo(moved)).body).toMatchObject({ changed: [], refused: [{ id, reason: 'changed_meanwhile' }] })
  await goTo(12 * MINUTE)
  await undo(later)
  await smtp().untilReceived(8)
  await goTo(13 * MINUTE)
  expect((await undo(moved)).body).toMatchObject({ changed: [{ id }], notified: [id] })
  expect(await interviewsOf(id)).toMatchObject([{ startsAt: planned.startsAt }])
})

test('a date that comes with a refusal leaves the interview that the refusal cancels, and the undo brings it back', async () => {
  const { id } = await arrive()
  const planned = await plan(id, { invites: false })
  const body = { status: 'rejected', interviewDate: '2026-03-17T15:00:00.000Z' }
  expect((await admin().request('PATCH', pathTo(ADMIN_API.application, id), body)).status).toBe(200)
  const history = await admin().request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, id))
  const changes = history.body.map(({ event }) => event).filter((event) => event.action === 'status_changed')
  const refusal = changes.find(({ to }) => to === 'rejected') ?? expect.fail()
  const { changeId = expect.fail() } = refusal
  expect((await undo({ changeId })).body.changed).toMatchObject([{ id, interviewDate: planned.startsAt }])
  expect(await interviewsOf(id)).toContainEqual(
    expect.objectContaining({ state: 'planned', startsAt: planned.startsAt }),
  )
})

test('the undo of a cancellation restores no interview of an applicant who was rejected since', async () => {
  const { id } = await arrive()
  const cancelled = (await act(ADMIN_API.cancelInterview, await plan(id))).body
  await admin().request('PATCH', pathTo(ADMIN_API.application, id), { status: 'rejected' })
  expect((await undo(cancelled)).body).toMatchObject({ refused: [{ id, reason: 'rejected' }], changed: [] })
  expect(await interviewsOf(id)).toMatchObject([{ state: 'cancelled', cancellation: null }])
})

test('nor one of an applicant who has withdrawn since, and none is offered', async () => {
  const { id, token } = await arrive()
  const cancelled = (await act(ADMIN_API.cancelInterview, await plan(id))).body
  expect((await withLink('POST', API.withdrawApplication, token, {})).status).toBeLessThan(300)
  expect(await interviewsOf(id)).toMatchObject([{ state: 'cancelled', cancellation: null }])
  expect((await undo(cancelled)).body).toMatchObject({ refused: [{ id, reason: 'withdrawn' }], changed: [] })
})

test('nor one of an application that was archived since, until that is taken back', async () => {
  const { id } = await arrive()
  const planned = await plan(id)
  const cancelled = (await act(ADMIN_API.cancelInterview, planned)).body
  await archive(id, true)
  expect(await interviewsOf(id)).toMatchObject([{ state: 'cancelled', cancellation: null }])
  expect((await undo(cancelled)).body).toMatchObject({ refused: [{ id, reason: 'archived' }], changed: [] })
  expect(await interviewsOf(id)).toMatchObject([{ state: 'cancelled' }])
  await archive(id, false)
  expect(await interviewsOf(id)).toMatchObject([{ cancellation: { changeId: cancelled.changeId } }])
  expect((await undo(cancelled)).body).toMatchObject({ changed: [{ id, interviewDate: planned.startsAt }] })
})

test('the undo of a refusal restores no interview of an application that was archived since, but one that had been kept before', async () => {
  const [since, before] = [(await arrive()).id, (await arrive({ email: 'kept@example.com' })).id]
  for (const id of [since, before]) await plan(id)
  await archive(before, true, 'keep')
  const refusals = [await reject(since), await reject(before)]
  await archive(since, true)
  for (const changeId of refusals)
    expect((await undo({ changeId })).body.changed).toMatchObject([{ status: 'interview' }])
  expect(await interviewsOf(since)).toMatchObject([{ state: 'cancelled' }])
  expect(await interviewsOf(before)).toMatchObject([{ state: 'planned' }])
})

test('the undo of a removed date brings back nothing once another date was set or removed, and says so', async () => {
  const { id } = await arrive()
  const cancellation = async () => (await interviewsOf(id))[0]?.cancellation ?? expect.fail()
  const remove = async () => {
    await setDate(id, null)
    return cancellation()
  }
  const [first, second] = ['2026-03-10T15:00:00.000Z', '2026-03-12T15:00:00.000Z']
  await setDate(id, first)
  const removed = await remove()
  await setDate(id, second)
  expect((await undo(removed)).body).toMatchObject({ changed: [], refused: [{ id, reason: 'changed_meanwhile' }] })
  expect((await readApplication(id)).interviewDate).toBe(second)
  // At the same instant as the first removal.
  const removedAgain = await remove()
  expect((await undo(removed)).body).toMatchObject({ changed: [], refused: [{ id, reason: 'changed_meanwhile' }] })
  // PostgreSQL reads a row that was written anew behind the others.
  const change = app().db.selectFrom('application_changes').selectAll().where('id', '=', removed.changeId)
  const stored = await change.executeTakeFirstOrThrow()
  await app().db.deleteFrom('application_changes').where('id', '=', stored.id).execute()
  await app().db.insertInto('application_changes').values(stored).execute()
  expect(await cancellation()).toEqual(removedAgain)
  expect((await undo(removedAgain)).body).toMatchObject({ changed: [{ id, interviewDate: second }] })
})

test('a date that is set or moved is no change to undo, its removal is one', async () => {
  const { id } = await arrive()
  const recorded = async () => (await app().db.selectFrom('application_changes').select('id').execute()).length
  // The first one also moves the application to Interview, which is a change to undo.
  await setDate(id, '2026-03-10T15:00:00.000Z')
  const before = await recorded()
  await setDate(id, '2026-03-12T15:00:00.000Z')
  expect(await recorded()).toBe(before)
  await setDate(id, null)
  expect(await recorded()).toBe(before + 1)
  await setDate(id, '2026-03-13T15:00:00.000Z')
  expect(await recorded()).toBe(before + 1)
})

test('an undo counts the invitations that it has written, and says when they leave', async () => {
  const { id } = await arrive()
  const planned = await plan(id)
  await goTo(10 * MINUTE)
  await smtp().untilReceived(2)
  const cancelled = (await act(ADMIN_API.cancelInterview, planned)).body
  expect((await undo(cancelled)).body.mails, 'no cancellation has left').toMatchObject({ invitations: 0 })
  const again = (await act(ADMIN_API.cancelInterview, { ...cancelled, version: cancelled.version + 1 })).body
  await goTo(20 * MINUTE)
  await smtp().untilReceived(4)
  const leaveAt = new Date(NOON + 30 * MINUTE).toISOString()
  expect((await undo(again)).body).toMatchObject({
    ...{ notified: [id], mails: { invitations: 2, cancellations: 0, leaveAt, sendsMail: true } },
  })
  await goTo(30 * MINUTE)
  await smtp().untilReceived(6)
})
