import { beforeEach, expect, test } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import type { UndoneChange } from '../../../../contract/applications/application-changes.ts'
import type { HistoryEntry } from '../../../../contract/applications/history.ts'
import type { FilledJob, OpenApplications } from '../../../../contract/filling/filling.ts'
import type { Job } from '../../../../contract/jobs/job.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../../contract/wire/error.ts'
import { API, pathTo } from '../../../../contract/wire/paths.ts'
import { adminClient, signInAs } from '../../../../test/admin-client.ts'
import { createJob, insertApplicant, insertApplicants } from '../../../../test/factories.ts'
import { MINUTE, NOON, prepareMail } from '../../../../test/smtp/mail-kit.ts'

const { app, smtp, admin, ...mail } = prepareMail({ perMinute: 10_000, clears: ['jobs', 'application_changes'] })
let jobId: number
beforeEach(async () => {
  jobId = await createJob(app())
})

/** Goes to so many minutes after noon, and lets the outbox look for due tasks. */
const goTo = (minutes: number) => mail.goTo(minutes * MINUTE)
const ALWAYS = { rule: 'always', text: { subject: 'About {job}', body: 'Sorry, {first_name}.' } }
const arrive = (name: string, status: Application['status'] = 'pending') =>
  insertApplicant(app().db, { job_id: jobId, name, email: `${name.toLowerCase()}@example.com`, status })
const fill = (body: object, client = admin()) =>
  client.request<FilledJob & ErrorBody>('POST', pathTo(ADMIN_API.fillJob, jobId), { hired: null, reject: [], ...body })
const undo = (changeId: number) =>
  admin().request<UndoneChange & ErrorBody>('POST', pathTo(ADMIN_API.undoApplicationChange, changeId))
const job = async () => (await admin().request<Job>('GET', pathTo(API.job, jobId))).body
const statuses = async () =>
  Object.fromEntries(
    (await app().db.selectFrom('applications').select(['name', 'status']).execute()).map((row) => [
      row.name,
      row.status,
    ]),
  )
const historyOf = async (address: string, id: number) =>
  (await admin().request<HistoryEntry[]>('GET', pathTo(address, id))).body.map(({ event }) => event)
const plan = async (id: number) => {
  const details = { date: '2026-03-10', time: '15:00', minutes: 45, timeZone: 'UTC', kind: 'phone', place: null }
  const body = { ...details, interviewers: [{ name: 'Kim', address: 'kim@example.com' }] }
  await admin().send('POST', pathTo(ADMIN_API.applicationInterviews, id), body)
}
const interviewStates = async () =>
  (await app().db.selectFrom('interviews').select('state').orderBy('id').execute()).map(({ state }) => state)

test('the open applications of a posting are listed, the furthest first', async () => {
  const [ana, ben, cy] = [await arrive('Ana'), await arrive('Ben', 'interview'), await arrive('Cy', 'reviewing')]
  await arrive('Dee', 'hired')
  await insertApplicant(app().db, { job_id: jobId, archived: 1 })
  await insertApplicant(app().db, { job_id: jobId, quarantined: 1 })
  await insertApplicant(app().db)
  const { body } = await admin().request<OpenApplications>('GET', pathTo(ADMIN_API.openApplications, jobId))
  expect(body.total).toBe(3)
  expect(body.applications.map(({ id, name, status }) => [id, name, status])).toEqual([
    [ben, 'Ben', 'interview'],
    [cy, 'Cy', 'reviewing'],
    [ana, 'Ana', 'pending'],
  ])
  expect((await admin().send('GET', pathTo(ADMIN_API.openApplications, 2_147_483_647))).status).toBe(404)
})

test('filling a posting hires one, rejects the named and leaves the others, and its undo takes everything back', async () => {
  const [ana, ben, cy] = [await arrive('Ana', 'interview'), await arrive('Ben'), await arrive('Cy', 'reviewing')]
  const dee = await arrive('Dee', 'interview')
  for (const id of [ana, ben, dee]) await plan(id)
  const before = await statuses()
  const { body: filled } = await fill({
    ...{ version: 1, hired: { id: ana, version: 2 }, reject: [{ id: ben }, { id: cy, version: 1 }] },
    message: ALWAYS,
  })
  expect(filled).toMatchObject({
    job: { status: 'filled', isActive: false },
    hired: { id: ana, name: 'Ana' },
    ...{ rejected: 2, refused: [], stillOpen: 1 },
    messages: { drafts: [], waiting: [expect.any(Number), expect.any(Number)], sendsMail: true },
  })
  expect(await statuses()).toEqual({ Ana: 'hired', Ben: 'rejected', Cy: 'rejected', Dee: 'interview' })
  expect(await interviewStates()).toEqual(['planned', 'cancelled', 'planned'])
  expect((await app().request(pathTo(API.job, jobId))).status).toBe(404)
  const mark = { changeId: filled.changeId, undoableUntil: '2026-03-02T12:10:00.000Z' }
  expect((await historyOf(ADMIN_API.jobHistory, jobId))[0]).toEqual({
    ...{ action: 'filled', hired: 1, rejected: 2 },
    ...mark,
  })
  expect(await historyOf(ADMIN_API.applicationHistory, cy)).toContainEqual({
    ...{ action: 'status_changed', from: 'reviewing', to: 'rejected' },
    ...mark,
  })

  await goTo(9)
  const { body: undone } = await undo(filled.changeId)
  expect(undone).toMatchObject({ posting: { outcome: 'reopened' }, refused: [], unchanged: [], notified: [] })
  expect(undone.changed).toHaveLength(3)
  expect(await statuses()).toEqual(before)
  expect(await interviewStates()).toEqual(['planned', 'planned', 'planned'])
  expect(await job()).toMatchObject({ status: 'active', isActive: true, closedDate: null })
  expect((await app().request(pathTo(API.job, jobId))).status).toBe(200)
  expect((await historyOf(ADMIN_API.jobHistory, jobId)).slice(0, 2)).toEqual([
    { action: 'filled', undone: true },
    { action: 'filled', hired: 1, rejected: 2 },
  ])
  expect((await undo(filled.changeId)).body.code).toBe('already_undone')
  await goTo(30)
  await smtp().untilReceived(6)
  expect(smtp().received.filter(({ mail }) => mail.subject?.startsWith('About'))).toEqual([])
})

test('after the undo time those who are rejected get the message that the request asks for, in their name', async () => {
  const [ana, ben] = [await arrive('Ana'), await arrive('Ben')]
  const { body } = await fill({ reject: [{ id: ana }, { id: ben }], message: ALWAYS })
  await goTo(11)
  await smtp().untilReceived(2)
  expect(
    smtp()
      .received.map(({ envelopeTo }) => envelopeTo[0])
      .toSorted(),
  ).toEqual(['ana@example.com', 'ben@example.com'])
  expect((await undo(body.changeId)).body.code).toBe('undo_expired')
  expect(await job()).toMatchObject({ status: 'filled' })
})

test('a message that has left before the undo is named by it, and planned interviews can be kept', async () => {
  const ana = await arrive('Ana', 'interview')
  await plan(ana)
  const { body: filled } = await fill({ reject: [{ id: ana }], message: ALWAYS, interviews: 'keep' })
  expect(await interviewStates()).toEqual(['planned'])
  await admin().send('POST', ADMIN_API.messageActions, { action: 'send', ids: filled.messages.waiting })
  await smtp().untilReceived(1)
  const { body: undone } = await undo(filled.changeId)
  expect(undone).toMatchObject({ notified: [ana], posting: { outcome: 'reopened' } })
  expect(await statuses()).toEqual({ Ana: 'interview' })
})

test('who was decided about, archived or deleted meanwhile is named and stays as it is; who has just come stays open', async () => {
  const [ana, ben, cy, dee] = [await arrive('Ana'), await arrive('Ben'), await arrive('Cy'), await arrive('Dee')]
  const named = [ana, ben, cy, dee].map((id) => ({ id, version: 1 }))
  await admin().send('PATCH', pathTo(ADMIN_API.application, ana), { status: 'interview' })
  await admin().send('PATCH', pathTo(ADMIN_API.application, ben), { feedback: 'Good.' })
  await admin().send('PATCH', pathTo(ADMIN_API.adminApplication, cy), { archived: true })
  await admin().send('DELETE', pathTo(ADMIN_API.adminApplication, dee))
  await arrive('Eve')
  const gone = await fill({ reject: named })
  expect(gone.body).toMatchObject({ rejected: 1, stillOpen: 2 })
  expect(gone.body.refused.map(({ name, reason }) => [name, reason])).toEqual([
    [null, 'not_found'],
    ['Ana', 'changed_meanwhile'],
    ['Cy', 'changed_meanwhile'],
  ])
  expect(await statuses()).toEqual({ Ana: 'interview', Ben: 'rejected', Cy: 'pending', Eve: 'pending' })
})

test('where others have decided about who is to be hired, nothing is done at all', async () => {
  const [ana, ben] = [await arrive('Ana', 'interview'), await arrive('Ben')]
  await admin().send('PATCH', pathTo(ADMIN_API.application, ana), { status: 'rejected' })
  const reject = [{ id: ben, version: 1 }]
  expect((await fill({ hired: { id: ana, version: 1 }, reject })).body.code).toBe('changed_meanwhile')
  await admin().send('PATCH', pathTo(ADMIN_API.adminApplication, ana), { archived: true })
  expect((await fill({ hired: { id: ana }, reject })).body.code).toBe('changed_meanwhile')
  expect(await statuses()).toEqual({ Ana: 'rejected', Ben: 'pending' })
  expect(await job()).toMatchObject({ status: 'active', version: 1 })
})

test('of two admins who fill at once one is refused; a repeated request gets the first response', async () => {
  const [ana, ben] = [await arrive('Ana'), await arrive('Ben')]
  const other = adminClient(app(), await signInAs(app(), `other-${jobId}`, { now: new Date(NOON) }))
  const ofAna = { version: 1, hired: { id: ana, version: 1 }, reject: [{ id: ben, version: 1 }] }
  const ofBen = { version: 1, hired: { id: ben, version: 1 }, reject: [{ id: ana, version: 1 }] }
  const both = await Promise.all([fill(ofAna), fill(ofBen, other)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [winner, body] = both[0].status === 200 ? ([admin(), ofAna] as const) : ([other, ofBen] as const)
  expect(Object.values(await statuses()).toSorted()).toEqual(['hired', 'rejected'])
  const first = both.find(({ status }) => status === 200)?.body
  expect((await fill(body, winner)).body).toEqual(first)
  expect(await app().db.selectFrom('application_changes').select('id').execute()).toHaveLength(1)
})

test('the undo leaves a posting that was changed since, and who was decided about since, and names them', async () => {
  const [ana, ben] = [await arrive('Ana'), await arrive('Ben')]
  const { body: filled } = await fill({ hired: { id: ana }, reject: [{ id: ben }] })
  await admin().send('PATCH', pathTo(ADMIN_API.adminJob, jobId), { status: 'cancelled' })
  await admin().send('PATCH', pathTo(ADMIN_API.application, ana), { status: 'interview' })
  const { body } = await undo(filled.changeId)
  expect(body).toMatchObject({
    posting: { outcome: 'changed_meanwhile' },
    refused: [{ name: 'Ana', reason: 'changed_meanwhile' }],
  })
  expect(await statuses()).toEqual({ Ana: 'interview', Ben: 'pending' })
  expect(await job()).toMatchObject({ status: 'cancelled' })
})

test('a fault in the middle leaves posting, people and messages as they were', async () => {
  const [ana, ben] = [await arrive('Ana'), await arrive('Ben')]
  const rename = (from: string, to: string) => app().db.schema.alterTable(from).renameTo(to).execute()
  await rename('mails', 'mails_elsewhere')
  const failed = await fill({ hired: { id: ana }, reject: [{ id: ben }], message: ALWAYS })
  await rename('mails_elsewhere', 'mails')
  expect(failed.status).toBe(500)
  expect(await statuses()).toEqual({ Ana: 'pending', Ben: 'pending' })
  expect(await job()).toMatchObject({ status: 'active', version: 1 })
  expect(await app().db.selectFrom('application_changes').select('id').execute()).toEqual([])
  expect((await fill({ hired: { id: ana }, reject: [{ id: ben }] })).status).toBe(200)
})

test('a posting that is filled with nobody named is reopened by the undo too, as it was', async () => {
  await admin().send('PATCH', pathTo(ADMIN_API.adminJob, jobId), { isActive: false })
  const { body: filled } = await fill({})
  await admin().send('PATCH', pathTo(ADMIN_API.adminJob, jobId), { title: 'Another title' })
  expect((await undo(filled.changeId)).body.posting).toEqual({ title: 'Another title', outcome: 'reopened' })
  expect(await job()).toMatchObject({ status: 'active', isActive: false, title: 'Another title' })
})

test('a thousand are rejected and brought back at once', async () => {
  const rows = Array.from({ length: 1_100 }, (_, index) => ({ job_id: jobId, email: `a${index}@example.com` }))
  await insertApplicants(app().db, rows.slice(0, 550))
  await insertApplicants(app().db, rows.slice(550))
  const { body: open } = await admin().request<OpenApplications>('GET', pathTo(ADMIN_API.openApplications, jobId))
  const reject = open.applications.map(({ id, version }) => ({ id, version }))
  const { body: filled } = await fill({ reject, message: ALWAYS })
  expect(filled).toMatchObject({ rejected: 1_100, refused: [], stillOpen: 0 })
  expect(filled.messages.waiting).toHaveLength(1_100)
  expect((await undo(filled.changeId)).body.changed).toHaveLength(1_100)
  expect(new Set(Object.values(await statuses()))).toEqual(new Set(['pending']))
  const left = app().db.selectFrom('mails').select('id').where('state', '!=', 'cancelled')
  expect(await left.execute()).toEqual([])
})

test('only applications of the posting can be named, each once, and the posting must exist', async () => {
  const [ana, other] = [await arrive('Ana'), await insertApplicant(app().db)]
  expect((await fill({ reject: [{ id: other }] })).status).toBe(400)
  expect((await fill({ hired: { id: ana }, reject: [{ id: ana }] })).status).toBe(400)
  expect((await fill({ version: 7, reject: [{ id: ana }] })).body).toMatchObject({
    ...{ code: 'changed_meanwhile', current: { id: jobId } },
  })
  expect(
    (await admin().send('POST', pathTo(ADMIN_API.fillJob, 2_147_483_647), { hired: null, reject: [] })).status,
  ).toBe(404)
  expect(await statuses()).toMatchObject({ Ana: 'pending' })
})
