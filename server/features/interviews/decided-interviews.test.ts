import { beforeEach, expect, test } from 'vitest'
import type { ApplicantBoard } from '../../../contract/applications/applicant-board.ts'
import type { MadeChange, UndoneChange } from '../../../contract/applications/application-changes.ts'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import type { Interview, InterviewOfApplication, SavedInterview } from '../../../contract/interviews/interview.ts'
import type { ChangedJob } from '../../../contract/jobs/job.ts'
import type { Settings } from '../../../contract/site/settings.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { changeSettings } from '../../../test/change-settings.ts'
import { createJob, insertApplicant } from '../../../test/factories.ts'
import { insertPrivateLink } from '../../../test/private-link.ts'
import { MINUTE, NOON, prepareMail } from '../../../test/smtp/mail-kit.ts'

const { app, smtp, admin, withLink, ...mail } = prepareMail({ perMinute: 1_000, clears: ['settings', 'audit_trail'] })
beforeEach(() => useRule('always'))

/** Goes to so many minutes after noon, and lets the outbox look for due tasks. */
const goTo = (minutes: number) => mail.goTo(minutes * MINUTE)
const useRule = async (rejected: Settings['decisionMessages']['rejected']) => {
  const { body } = await admin().request<{ settings: Settings }>('GET', ADMIN_API.settings)
  await changeSettings(admin(), { decisionMessages: { ...body.settings.decisionMessages, rejected } })
}
/** Plans an interview, held by Kim. */
const plan = async (id: number, date = '2026-03-10', time = '15:00') => {
  const details = { date, time, minutes: 45, timeZone: 'UTC', kind: 'phone', place: null }
  const interviewers = [{ name: 'Kim Lee', address: 'kim@example.com' }]
  const path = pathTo(ADMIN_API.applicationInterviews, id)
  return (await admin().request<Interview>('POST', path, { ...details, interviewers })).body
}
/** Plans an interview whose invitations have arrived ten minutes after noon. */
const invite = async (...others: string[]) => {
  const invited: Array<{ id: number; interview: Interview }> = []
  for (const email of ['ana@example.com', ...others]) {
    const id = await insertApplicant(app().db, { email })
    invited.push({ id, interview: await plan(id) })
  }
  await goTo(10)
  await smtp().untilReceived(2 * invited.length)
  smtp().received.length = 0
  return invited as [(typeof invited)[0], ...typeof invited]
}
const decide = async (status: string, ...ids: number[]) => {
  const body = { change: { status }, applications: ids.map((id) => ({ id })) }
  return (await admin().request<MadeChange>('POST', ADMIN_API.applicationChanges, body)).body
}
const undo = async (change: Pick<MadeChange, 'id'>) =>
  (await admin().request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, change.id as number))).body
const interviewsOf = async (id: number) =>
  (await admin().request<{ interviews: InterviewOfApplication[] }>('GET', pathTo(ADMIN_API.applicationInterviews, id)))
    .body.interviews
const statesOf = async (id: number) => (await interviewsOf(id)).map(({ state }) => state)
const arrived = () =>
  smtp()
    .received.map(({ envelopeTo, source }) => `${envelopeTo[0]} ${methodOf(source)}`)
    .sort()
const methodOf = (source: string) => /method=(\w+)/i.exec(source)?.[1]?.toUpperCase() ?? 'no calendar'

test('a refusal cancels what is planned: interviewer and applicant get a cancellation for their calendars', async () => {
  const [{ id }] = await invite()
  const { changed } = await decide('rejected', id)
  expect(changed).toMatchObject([{ id, status: 'rejected', interviewDate: null }])
  expect(await statesOf(id)).toEqual(['cancelled'])
  const { body: history } = await admin().request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, id))
  expect(history.map(({ by, event }) => [by, event.action])).toContainEqual(['admin', 'interview_cancelled'])
  await goTo(19)
  expect(smtp().received).toEqual([])
  await goTo(20)
  await smtp().untilReceived(3)
  expect(arrived()).toEqual(['ana@example.com CANCEL', 'ana@example.com no calendar', 'kim@example.com CANCEL'])
})

test('the same holds for many at once and for a single application, and undoing the refusal brings every interview back', async () => {
  const [one, other = expect.fail()] = await invite('ben@example.com')
  const made = await decide('rejected', one.id, other.id)
  expect([await statesOf(one.id), await statesOf(other.id)]).toEqual([['cancelled'], ['cancelled']])
  const { changed } = await undo(made)
  const interviewDate = '2026-03-10T15:00:00.000Z'
  expect(changed).toMatchObject([{ interviewDate }, { interviewDate }])
  const { version } = changed[0] ?? expect.fail()
  expect([await statesOf(one.id), await statesOf(other.id)]).toEqual([['planned'], ['planned']])
  const path = pathTo(ADMIN_API.application, one.id)
  const refused = await admin().request<{ version: number }>('PATCH', path, { status: 'rejected', version })
  expect(refused).toMatchObject({ status: 200, body: { interviewDate: null } })
  expect(await statesOf(one.id)).toEqual(['cancelled'])
  await goTo(30)
  await smtp().untilReceived(3)
  expect(arrived()).toEqual(['ana@example.com CANCEL', 'ana@example.com no calendar', 'kim@example.com CANCEL'])
})

test('nobody comes in vain where the refusal waits to be confirmed, or gives way to another status', async () => {
  await useRule('ask')
  const [unconfirmed, reconsidered = expect.fail()] = await invite('ben@example.com')
  await decide('rejected', unconfirmed.id, reconsidered.id)
  await goTo(11)
  await decide('reviewing', reconsidered.id)
  await goTo(20)
  await smtp().untilReceived(4)
  expect(arrived()).toEqual([
    'ana@example.com CANCEL',
    'ben@example.com CANCEL',
    'kim@example.com CANCEL',
    'kim@example.com CANCEL',
  ])
})

test('where refusals send no message, the applicant gets the cancellation', async () => {
  await useRule('never')
  const [{ id }] = await invite()
  await decide('rejected', id)
  await goTo(20)
  await smtp().untilReceived(2)
  expect(arrived()).toEqual(['ana@example.com CANCEL', 'kim@example.com CANCEL'])
})

test('an applicant whose refusal has left before it is undone is invited again', async () => {
  const [{ id }] = await invite()
  const made = await decide('rejected', id)
  await admin().send('POST', ADMIN_API.messageActions, { action: 'send', ids: made.messages.waiting })
  await smtp().untilReceived(1)
  await undo(made)
  await goTo(20)
  await smtp().untilReceived(2)
  expect(arrived()).toEqual(['ana@example.com REQUEST', 'ana@example.com no calendar'])
})

test('an undo brings back neither an interview that was cancelled before nor one of an applicant who has withdrawn', async () => {
  const [{ id, interview }] = await invite()
  await plan(id, '2026-03-11')
  await admin().send('POST', pathTo(ADMIN_API.cancelInterview, interview.id), { version: interview.version })
  const made = await decide('rejected', id)
  await undo(made)
  expect(await statesOf(id)).toEqual(['cancelled', 'planned'])
  const again = await decide('rejected', id)
  const token = await insertPrivateLink(app().db, id)
  await withLink('POST', API.withdrawApplication, token, {})
  await undo(again)
  expect(await statesOf(id)).toEqual(['cancelled', 'cancelled'])
})

test('an interview that has begun is not cancelled by the refusal that follows it, and no other decision cancels one', async () => {
  const [{ id }] = await invite()
  for (const status of ['reviewing', 'interview', 'hired']) await decide(status, id)
  expect(await statesOf(id)).toEqual(['planned'])
  await mail.goTo(Date.parse('2026-03-10T15:20:00.000Z') - NOON)
  await decide('rejected', id)
  expect(await statesOf(id)).toEqual(['planned'])
})

test('filling a posting cancels the interviews of those who are still open, and undoing that restores them', async () => {
  const job_id = await createJob(app())
  const ids = [
    await insertApplicant(app().db, { job_id }),
    await insertApplicant(app().db, { job_id, status: 'interview' }),
    await insertApplicant(app().db, { job_id, status: 'hired' }),
  ]
  for (const id of ids) await plan(id)
  const path = pathTo(ADMIN_API.adminJob, job_id)
  const { body: filled } = await admin().request<ChangedJob>('PATCH', path, { status: 'filled' })
  expect(await Promise.all(ids.map(statesOf))).toEqual([['cancelled'], ['cancelled'], ['planned']])
  const undone = await admin().request<UndoneChange>(
    'POST',
    pathTo(ADMIN_API.undoApplicationChange, filled.changeId ?? 0),
  )
  expect(undone.body.changed.map(({ id, interviewDate }) => [id, interviewDate])).toEqual(
    ids.slice(0, 2).map((id) => [id, '2026-03-10T15:00:00.000Z']),
  )
  expect(await Promise.all(ids.map(statesOf))).toEqual([['planned'], ['planned'], ['planned']])
})

test('rejecting all who are still open after a posting was filled cancels what the filling has kept, and undoing that restores it', async () => {
  const job_id = await createJob(app())
  const ids = [
    await insertApplicant(app().db, { job_id }),
    await insertApplicant(app().db, { job_id, status: 'interview' }),
  ]
  for (const id of ids) await plan(id)
  await admin().send('PATCH', pathTo(ADMIN_API.adminJob, job_id), { status: 'filled', interviews: 'keep' })
  const { body: board } = await admin().request<ApplicantBoard>('GET', pathTo(ADMIN_API.applicantBoard, job_id))
  const open = board.columns.flatMap(({ cards }) => cards.map(({ id, version }) => ({ id, version })))
  expect(open.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const body = { change: { status: 'rejected' }, applications: open }
  const made = (await admin().request<MadeChange>('POST', ADMIN_API.applicationChanges, body)).body
  expect(await Promise.all(ids.map(statesOf))).toEqual([['cancelled'], ['cancelled']])
  await undo(made)
  expect(await Promise.all(ids.map(statesOf))).toEqual([['planned'], ['planned']])
})

test('archiving cancels what is planned, and undoing it brings back archive and interview, and no one is told', async () => {
  const [{ id }] = await invite()
  const archive = async (archived: boolean) => {
    const body = { change: { archived }, applications: [{ id }] }
    return (await admin().request<MadeChange>('POST', ADMIN_API.applicationChanges, body)).body
  }
  const made = await archive(true)
  expect(await statesOf(id)).toEqual(['cancelled'])
  expect((await undo(made)).changed).toMatchObject([{ archived: false, interviewDate: '2026-03-10T15:00:00.000Z' }])
  expect(await statesOf(id)).toEqual(['planned'])
  await goTo(30)
  expect(smtp().received).toEqual([])
  await admin().send('PATCH', pathTo(ADMIN_API.adminApplication, id), { archived: true })
  expect(await statesOf(id)).toEqual(['cancelled'])
  await archive(false)
  expect(await statesOf(id)).toEqual(['cancelled'])
})

test('an interview that is to be kept stays planned when its application is rejected or archived, alone or with others', async () => {
  const [{ id }, other = expect.fail()] = await invite('ben@example.com')
  await admin().send('PATCH', pathTo(ADMIN_API.adminApplication, id), { archived: true, interviews: 'keep' })
  await admin().send('PATCH', pathTo(ADMIN_API.application, id), { status: 'rejected', interviews: 'keep' })
  const change = { status: 'rejected', interviews: 'keep' }
  await admin().send('POST', ADMIN_API.applicationChanges, { change, applications: [{ id: other.id }] })
  expect([await statesOf(id), await statesOf(other.id)]).toEqual([['planned'], ['planned']])
  await goTo(30)
  await smtp().untilReceived(2)
  expect(arrived()).toEqual(['ana@example.com no calendar', 'ben@example.com no calendar'])
  expect((await admin().send('PATCH', pathTo(ADMIN_API.application, id), { interviews: 'keep' })).status).toBe(400)
})

test('with a deleted application go its interviews, and the invitations that have not left', async () => {
  const id = await insertApplicant(app().db)
  await plan(id)
  await admin().send('POST', ADMIN_API.deleteApplications, { applications: [{ id }] })
  const agenda = `${ADMIN_API.interviews}?from=2026-03-01T00:00:00.000Z&to=2026-03-31T00:00:00.000Z`
  expect((await admin().request('GET', agenda)).body).toEqual({ interviews: [], overdue: [] })
  expect(await app().db.selectFrom('mails').select('id').execute()).toEqual([])
})

test('a cancellation cannot be undone while the applicant is rejected, and no one is invited', async () => {
  const [{ id, interview }] = await invite()
  const path = pathTo(ADMIN_API.cancelInterview, interview.id)
  const { changeId } = (await admin().request<SavedInterview>('POST', path, { version: interview.version })).body
  const made = await decide('rejected', id)
  expect(await interviewsOf(id)).toMatchObject([{ state: 'cancelled', cancellation: null }])
  expect(await undo({ id: changeId })).toMatchObject({ changed: [], refused: [{ id }] })
  await undo(made)
  const undoableUntil = new Date(NOON + 20 * MINUTE).toISOString()
  expect(await interviewsOf(id)).toMatchObject([{ cancellation: { changeId, undoableUntil } }])
  expect(await undo({ id: changeId })).toMatchObject({ changed: [{ id, interviewDate: interview.startsAt }] })
  expect(await interviewsOf(id)).toMatchObject([{ state: 'planned', cancellation: null }])
})

test('a cancellation is undone by itself only where its change has done nothing else; a date that was removed counts as one', async () => {
  const [archived, dated = expect.fail()] = await invite('ben@example.com')
  await admin().send('POST', ADMIN_API.applicationChanges, {
    applications: [{ id: archived.id }],
    change: { archived: true },
  })
  expect(await interviewsOf(archived.id)).toMatchObject([{ state: 'cancelled', cancellation: null }])
  await admin().send('PATCH', pathTo(ADMIN_API.application, dated.id), { interviewDate: null })
  const [{ cancellation } = expect.fail()] = await interviewsOf(dated.id)
  expect(await undo({ id: cancellation?.changeId ?? 0 })).toMatchObject({ changed: [{ id: dated.id }] })
  expect(await statesOf(dated.id)).toEqual(['planned'])
})
