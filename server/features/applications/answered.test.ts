import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Application } from '../../../contract/applications/application.ts'
import type { ApplicationSummary } from '../../../contract/applications/application-list.ts'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import type { MessageList } from '../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { changeSettings } from '../../../test/change-settings.ts'
import { apply, insertApplicant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const NOW = Date.parse('2026-03-02T12:00:00.000Z')
const DAY = 24 * 60 * 60_000
const daysAgo = (days: number) => new Date(NOW - days * DAY).toISOString()

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow(new Date(NOW))
  for (const table of ['applications', 'settings'] as const) await app.db.deleteFrom(table).execute()
  admin = adminClient(app, await app.signIn())
})

const promise = async () => (await admin.request<ApplicationSummary>('GET', ADMIN_API.applicationSummary)).body.promise
const unanswered = async (query = '') =>
  (await admin.request<Application[]>('GET', `${ADMIN_API.applications}?unanswered=true&sort=date${query}`)).body.map(
    ({ name }) => name,
  )
const mark = (id: number, answered: boolean) =>
  admin.request<Application & { message: string }>('PUT', pathTo(ADMIN_API.answeredApplication, id), { answered })
const decide = (id: number, change: object) =>
  admin.send('POST', ADMIN_API.applicationChanges, { change, applications: [{ id }] })
const actionsOf = async (id: number) =>
  (await admin.request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, id))).body.map(
    ({ event }) => event.action,
  )

test('applications that wait longer than promised are counted, by the promise of the day on which they came', async () => {
  for (const [days, changes] of [
    [10, {}],
    [11, { status: 'reviewing' }],
    [40, { quarantined: 1 }],
    [40, { archived: 1, withdrawn_at: daysAgo(1) }],
    [40, { status: 'interview' }],
    [40, { first_answered_at: daysAgo(1) }],
  ] as const)
    await insertApplicant(app.db, { created_at: daysAgo(days), ...changes })
  expect(await promise()).toEqual({ answerWithinDays: 10, overdue: 1, unanswered: 0, replied: 0 })
  await changeSettings(admin, { answerWithinDays: 3 })
  expect(await promise()).toEqual({ answerWithinDays: 3, overdue: 1, unanswered: 0, replied: 0 })
  app.setNow(new Date(NOW + DAY))
  admin = adminClient(app, await app.signIn())
  expect((await promise()).overdue).toBe(2)
  const id = await apply(app)
  const { body } = await admin.request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))
  expect(body.answerBy).toBe('2026-03-06')
})

test('what is decided but not answered is counted and listed, oldest first, and the rest is not', async () => {
  await insertApplicant(app.db, { name: 'Hal Hired', status: 'hired', created_at: daysAgo(1) })
  await insertApplicant(app.db, { name: 'Rea Rejected', status: 'rejected', created_at: daysAgo(3) })
  await insertApplicant(app.db, { name: 'Ari Archived', archived: 1, created_at: daysAgo(2) })
  await insertApplicant(app.db, { name: 'Pia Pending' })
  await insertApplicant(app.db, { name: 'Ida Interview', status: 'interview' })
  await insertApplicant(app.db, { name: 'Wim Withdrawn', archived: 1, withdrawn_at: daysAgo(1) })
  await insertApplicant(app.db, { name: 'Bot', status: 'rejected', quarantined: 1 })
  expect((await promise()).unanswered).toBe(3)
  expect(await unanswered()).toEqual(['Rea Rejected', 'Ari Archived', 'Hal Hired'])
  expect(await unanswered('&q=archived')).toEqual(['Ari Archived'])
  expect(await unanswered('&jobId=7')).toEqual([])
})

test('an admin marks an application as answered, which shows who and when, and takes the mark back', async () => {
  const id = await insertApplicant(app.db, { status: 'rejected', created_at: daysAgo(3) })
  const marked = await mark(id, true)
  expect(marked.body.answered).toEqual({ at: new Date(NOW).toISOString(), by: 'admin' })
  app.setNow(new Date(NOW + 1_000))
  expect((await mark(id, true)).body.answered).toEqual(marked.body.answered)
  expect((await promise()).unanswered).toBe(0)
  expect((await mark(id, false)).body.answered).toBeNull()
  expect((await promise()).unanswered).toBe(1)
  expect(await actionsOf(id)).toEqual(['unmarked_answered', 'marked_answered'])
  const { first_answered_at } = await app.db.selectFrom('applications').selectAll().executeTakeFirstOrThrow()
  expect(first_answered_at).toBeNull()
})

test('an answer holds for the decision that was told: another one has to be told anew, and an undo needs nothing', async () => {
  const id = await insertApplicant(app.db, { status: 'rejected' })
  await mark(id, true)
  const changed = await decide(id, { status: 'hired' })
  expect((await promise()).unanswered).toBe(1)
  const { id: change } = (await changed.json()) as { id: number }
  expect((await admin.send('POST', pathTo(ADMIN_API.undoApplicationChange, change))).status).toBe(200)
  expect((await promise()).unanswered).toBe(0)
  const invited = await insertApplicant(app.db, { status: 'interview' })
  await mark(invited, true)
  await decide(invited, { archived: true })
  expect((await promise()).unanswered).toBe(1)
})

test('only a decision can be marked: not an undecided, withdrawn, quarantined or deleted application', async () => {
  for (const changes of [
    {},
    { archived: 1, withdrawn_at: daysAgo(1) },
    { status: 'rejected', quarantined: 1 },
  ] as const) {
    const refused = await mark(await insertApplicant(app.db, changes), true)
    expect(refused.status).toBe(400)
    expect(refused.body.message).toMatch(/^Only an application that was decided/)
  }
  expect((await mark(2_000_000_000, true)).status).toBe(404)
})

test('a message that was sent by hand answers, and its application can be taken back as one that was marked', async () => {
  const id = await insertApplicant(app.db, {})
  await decide(id, { status: 'rejected' })
  const { messages } = (await admin.request<MessageList>('GET', ADMIN_API.messages)).body
  const ids = messages.map((message) => message.id)
  expect((await promise()).unanswered).toBe(1)
  await admin.send('POST', ADMIN_API.messageActions, { action: 'answered', ids })
  expect((await promise()).unanswered).toBe(0)
  const { body } = await admin.request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))
  expect(body.answered).toEqual({ at: new Date(NOW).toISOString(), by: 'admin' })
})
