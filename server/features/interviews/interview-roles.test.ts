import { expect, test, vi } from 'vitest'
import type { Agenda, SavedInterview } from '../../../contract/interviews/interview.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import type { AdminClient } from '../../../test/admin-client.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { expectOnlyOwn, prepareManagers } from '../../../test/managers/manager-kit.ts'
import { DETAILS, prepareInterviews } from '../../../test/smtp/interview-kit.ts'
import { DAY, MINUTE, NOON, PATIENT } from '../../../test/smtp/mail-kit.ts'

const { app, smtp, admin, goTo, arrive, plan, interviewsOf, readApplication } = prepareInterviews()

const SILENT = { ...DETAILS, invites: false }
const AGENDA = `${ADMIN_API.interviews}?${new URLSearchParams({
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-03-30T00:00:00.000Z',
})}`

type Answer = { status: number; body: SavedInterview & ErrorBody }
const planAs = (client: AdminClient, id: number, details: object): Promise<Answer> =>
  client.request('POST', pathTo(ADMIN_API.applicationInterviews, id), details)
const changeAs = (client: AdminClient, { id, version }: SavedInterview, details: object): Promise<Answer> =>
  client.request('PUT', pathTo(ADMIN_API.interview, id), { ...details, version })
const cancelAs = (client: AdminClient, { id, version }: SavedInterview): Promise<Answer> =>
  client.request('POST', pathTo(ADMIN_API.cancelInterview, id), { version })

/** All that a change of an interview could leave behind. */
const stored = async () => ({
  interviews: await app().db.selectFrom('interviews').selectAll().orderBy('id').execute(),
  applications: await app().db.selectFrom('applications').selectAll().orderBy('id').execute(),
  mails: await app().db.selectFrom('mails').selectAll().orderBy('id').execute(),
  changes: await app().db.selectFrom('application_changes').selectAll().orderBy('id').execute(),
  trail: await app().db.selectFrom('audit_trail').selectAll().orderBy('id').execute(),
})
const HEARD =
  'The applicant would hear of this. For this position you may plan, move and cancel interviews to which nobody is invited.'

test('a hiring manager reads the agenda, what is overdue, and the usual places and people of the own postings alone', async () => {
  const { mine, other, plain } = await prepareManagers(app(), NOON)
  const interviewers = [{ name: 'Secret Sam', address: 'sam@example.com' }]
  for (const job_id of [other, null, mine]) {
    const [ahead, over] = [await insertApplicant(app().db, { job_id }), await insertApplicant(app().db, { job_id })]
    const isMine = job_id === mine
    await plan(ahead, isMine ? {} : { interviewers, place: 'https://secret.example.com', timeZone: 'Asia/Tokyo' })
    const past = await plan(over, isMine ? {} : { interviewers })
    const times = { starts_at: '2026-03-01T10:00:00.000Z', ends_at: '2026-03-01T11:00:00.000Z' }
    await app().db.updateTable('interviews').set(times).where('id', '=', past.id).execute()
  }
  const quarantined = await insertApplicant(app().db, { job_id: mine })
  await plan(quarantined)
  await app().db.updateTable('applications').set({ quarantined: 1 }).where('id', '=', quarantined).execute()

  const { body } = await plain.request<Agenda>('GET', AGENDA)
  expect(new Set([...body.interviews, ...body.overdue].map(({ jobId }) => jobId))).toEqual(new Set([mine]))
  expect([body.interviews.length, body.overdue.length]).toEqual([2, 1])
  const paths = [AGENDA, ADMIN_API.interviewDefaults]
  await expectOnlyOwn(app(), { manager: plain, owner: admin(), jobId: mine, paths })
})

test('an interview of another posting is for a hiring manager as if it did not exist', async () => {
  const { mine, other, deciding } = await prepareManagers(app(), NOON)
  const [own, others, general] = [mine, other, null].map((job_id) => insertApplicant(app().db, { job_id }))
  expect((await deciding.request('GET', pathTo(ADMIN_API.applicationInterviews, (await own) ?? 0))).status).toBe(200)
  const missing = await planAs(deciding, 999_999, DETAILS)
  for (const id of [await others, await general]) {
    const planned = await plan(id ?? 0)
    const before = await stored()
    expect(await planAs(deciding, id ?? 0, DETAILS)).toEqual(missing)
    expect(await deciding.request('GET', pathTo(ADMIN_API.applicationInterviews, id ?? 0))).toEqual(missing)
    const none = { ...planned, id: 999_999 }
    expect(await changeAs(deciding, planned, { ...DETAILS, time: '16:00' })).toEqual(
      await changeAs(deciding, none, { ...DETAILS, time: '16:00' }),
    )
    const refused = await cancelAs(deciding, planned)
    expect([refused.status, refused]).toEqual([404, await cancelAs(deciding, none)])
    expect(await stored()).toEqual(before)
  }
})

test('a plainly assigned manager plans, moves and cancels what nobody is invited to: no mail, and no other stage', async () => {
  const { mine, plain } = await prepareManagers(app(), NOON)
  const { id } = await arrive({ jobId: String(mine) })
  const planned = await planAs(plain, id, SILENT)
  expect([planned.status, planned.body.mails.count, planned.body.invites]).toEqual([201, 0, false])
  expect(await readApplication(id)).toMatchObject({ status: 'pending', interviewDate: planned.body.startsAt })
  const moved = await changeAs(plain, planned.body, { ...SILENT, time: '16:00' })
  expect([moved.status, moved.body.time]).toEqual([200, '16:00'])
  const cancelled = await cancelAs(plain, moved.body)
  expect([cancelled.status, cancelled.body.state]).toEqual([200, 'cancelled'])
  expect(await readApplication(id)).toMatchObject({ status: 'pending', interviewDate: null })
  await goTo(11 * MINUTE)
  expect(await app().db.selectFrom('mails').select('kind').where('interview_id', 'is not', null).execute()).toEqual([])
  expect(smtp().received).toEqual([])
})

test('what its applicant would hear of, a plainly assigned manager does not do, and nothing of it is stored', async () => {
  const { mine, plain } = await prepareManagers(app(), NOON)
  const { id } = await arrive({ jobId: String(mine) })
  const refused = (answer: Answer) => expect([answer.status, answer.body.message]).toEqual([403, HEARD])
  const silent = await plan(id, { invites: false })
  const before = await stored()
  refused(await planAs(plain, id, DETAILS))
  refused(await changeAs(plain, silent, { ...DETAILS, invites: true }))
  expect(await stored()).toEqual(before)

  const invited = await plan(id, { date: '2026-03-12' })
  const invitation = { ...DETAILS, date: '2026-03-12' }
  const expectNothingDone = async (at: string) => {
    const unchanged = await stored()
    refused(await changeAs(plain, invited, { ...invitation, interviewers: [] }))
    refused(await cancelAs(plain, invited))
    expect(await stored(), at).toEqual(unchanged)
  }
  await expectNothingDone('within the undo time')
  refused(await changeAs(plain, invited, { ...invitation, time: '17:00' }))
  await goTo(10 * MINUTE)
  const sent = app()
    .db.selectFrom('mails')
    .select('id')
    .where('interview_id', '=', invited.id)
    .where('state', '=', 'sent')
  await vi.waitFor(async () => expect(await sent.execute()).toHaveLength(2), PATIENT)
  await expectNothingDone('once the invitation has left')
  const times = { starts_at: '2026-03-01T10:00:00.000Z', ends_at: '2026-03-01T10:45:00.000Z' }
  await app().db.updateTable('interviews').set(times).where('id', '=', invited.id).execute()
  refused(await cancelAs(plain, invited))
  expect((await interviewsOf(id)).map(({ state }) => state)).toEqual(['planned', 'planned'])
})

test('a date that a plainly assigned manager sets moves what nobody is invited to, and no invitation', async () => {
  const { mine, plain } = await prepareManagers(app(), NOON)
  const [silent, invited] = [
    await insertApplicant(app().db, { job_id: mine }),
    await insertApplicant(app().db, { job_id: mine }),
  ]
  await plan(silent, { invites: false })
  await plan(invited)
  const setDate = async (id: number, interviewDate: string | null) =>
    (await plain.request('PATCH', pathTo(ADMIN_API.application, id), { interviewDate })).status
  const before = await stored()
  for (const date of ['2026-03-20T10:00:00.000Z', null]) expect(await setDate(invited, date)).toBe(403)
  expect(await stored()).toEqual(before)
  for (const date of ['2026-03-20T10:00:00.000Z', null]) {
    expect(await setDate(silent, date)).toBe(200)
    expect((await readApplication(silent)).interviewDate).toBe(date)
  }
})

test('a deciding manager invites for the own posting, and the application moves on to Interview', async () => {
  const { mine, deciding } = await prepareManagers(app(), NOON)
  const { id } = await arrive({ jobId: String(mine) })
  const planned = await planAs(deciding, id, DETAILS)
  expect([planned.status, planned.body.mails.count]).toEqual([201, 2])
  expect((await readApplication(id)).status).toBe('interview')
  const cancelled = await cancelAs(deciding, planned.body)
  expect(cancelled.status).toBe(200)
  await app().db.updateTable('job_assignments').set({ decides: 0 }).execute()
  await goTo(DAY / 4)
  const again = await planAs(deciding, id, { ...DETAILS, date: '2026-03-13' })
  expect([again.status, again.body.message]).toEqual([403, HEARD])
})

test('who may not decide about an application is offered no undo of an interview, as none would be taken', async () => {
  const { mine, plain, deciding } = await prepareManagers(app(), NOON)
  const id = await insertApplicant(app().db, { job_id: mine })
  const planned = await planAs(plain, id, SILENT)
  const changed = await changeAs(plain, planned.body, { ...SILENT, time: '16:00' })
  const cancelled = await cancelAs(plain, changed.body)
  expect([planned, changed, cancelled].map(({ body }) => body.changeId)).toEqual([null, null, null])
  const { changeId } = (await planAs(deciding, id, SILENT)).body
  const undoBy = (client: AdminClient) =>
    client.send('POST', pathTo(ADMIN_API.undoApplicationChange, changeId ?? expect.fail('no change')))
  expect((await undoBy(plain)).ok).toBe(false)
  expect((await undoBy(deciding)).status).toBe(200)
})
