import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApplicantBoard, ApplicantCounts } from '../../../../contract/applications/applicant-board.ts'
import { createJob, insertApplicant, insertApplicants } from '../../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

let app: TestApp
let admin: { authorization: string }
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn()
})
afterAll(() => app.stop())

const get = (path: string, headers: Record<string, string> = admin) => app.request(path, { headers })
const counts = async () => (await (await get('/api/admin/jobs/applicant-counts')).json()) as ApplicantCounts[]
const board = async (jobId: number, query = '') =>
  (await (await get(`/api/admin/jobs/${jobId}/board${query}`)).json()) as ApplicantBoard
const column = ({ columns }: ApplicantBoard, status: string) => columns.find((one) => one.status === status)
const setStatus = async (id: number, status: string, at: string) => {
  app.setNow(new Date(at))
  const headers = { ...(await app.signIn()), 'content-type': 'application/json' }
  const body = JSON.stringify({ status })
  expect((await app.request(`/api/applications/${id}`, { method: 'PATCH', headers, body })).status).toBe(200)
  app.setNow(undefined)
}

test('GET /api/admin/jobs/applicant-counts counts each posting, archived ones in the total alone, quarantined ones never', async () => {
  expect(await counts()).toEqual([])
  const job = await createJob(app)
  const other = await createJob(app)
  await createJob(app, { title: 'Without applications' })
  await insertApplicants(app.db, [
    { job_id: job },
    { job_id: job },
    { job_id: job, status: 'reviewing' },
    { job_id: job, status: 'interview' },
    { job_id: job, status: 'hired' },
    { job_id: job, status: 'rejected' },
    { job_id: job, status: 'pending', archived: 1 },
    { job_id: other, status: 'rejected' },
    { job_id: null },
  ])
  await insertApplicant(app.db, { job_id: job, quarantined: 1 })
  expect((await counts()).toSorted((one, two) => one.jobId - two.jobId)).toEqual([
    { jobId: job, total: 7, pending: 2, open: 4 },
    { jobId: other, total: 1, pending: 0, open: 0 },
  ])
})

test('GET /api/admin/jobs/applicant-counts sends 304 to a caller that has the counts', async () => {
  const etag = (await get('/api/admin/jobs/applicant-counts')).headers.get('etag') ?? ''
  const again = await get('/api/admin/jobs/applicant-counts', { ...admin, 'if-none-match': etag })
  expect(again.status).toBe(304)
})

test('the public list of postings carries no counts, and nor does the admin’s', async () => {
  for (const headers of [{}, admin]) {
    const [job] = (await (await get('/api/jobs', headers)).json()) as object[]
    expect(Object.keys(job ?? {}).filter((key) => /counts?$|applica|pending|total/i.test(key))).toEqual([])
  }
})

test('GET /api/admin/jobs/{id}/board has a column for each status, the oldest application first', async () => {
  const jobId = await createJob(app)
  const created_at = '2026-03-01T08:00:00.000Z'
  const answered = { question: 'Which rotation suits you?', kind: 'short_text' }
  const question_answers = JSON.stringify([
    { question: 'Anything else?', kind: 'short_text', answer: [], mark: null },
    { ...answered, answer: [`7/7 ${'or so '.repeat(50)}`], mark: 'look_at_first' },
  ])
  const first = await insertApplicant(app.db, { job_id: jobId, name: 'First', created_at, question_answers })
  const interview_date = '2026-04-01T15:00:00.000Z'
  const second = await insertApplicant(app.db, { job_id: jobId, name: 'Second', created_at, interview_date })
  await insertApplicant(app.db, { job_id: jobId, archived: 1 })
  await insertApplicant(app.db, { job_id: jobId, quarantined: 1 })
  await insertApplicant(app.db, { status: 'hired' })

  const { columns } = await board(jobId)
  expect(columns.map(({ status, total }) => [status, total])).toEqual([
    ['pending', 2],
    ['reviewing', 0],
    ['interview', 0],
    ['rejected', 0],
    ['hired', 0],
  ])
  expect(column({ columns }, 'pending')?.cards).toEqual([
    {
      id: first,
      version: 1,
      name: 'First',
      createdAt: created_at,
      inStageSince: created_at,
      interviewDate: null,
      answerBy: expect.any(String),
      firstAnswer: `7/7 ${'or so '.repeat(50)}`.slice(0, 120),
      marks: ['look_at_first'],
      isWithdrawn: false,
    },
    {
      id: second,
      version: 1,
      name: 'Second',
      createdAt: created_at,
      inStageSince: created_at,
      interviewDate: interview_date,
      answerBy: expect.any(String),
      firstAnswer: null,
      marks: [],
      isWithdrawn: false,
    },
  ])
})

test('an application is in its stage since its last change of status, whatever else was changed later', async () => {
  const jobId = await createJob(app)
  const id = await insertApplicant(app.db, { job_id: jobId, created_at: '2026-03-01T08:00:00.000Z' })
  await setStatus(id, 'reviewing', '2026-03-04T08:00:00.000Z')
  await setStatus(id, 'interview', '2026-03-09T08:00:00.000Z')
  const headers = { ...admin, 'content-type': 'application/json' }
  await app.request(`/api/applications/${id}`, { method: 'PATCH', headers, body: '{"feedback":"status_changed"}' })
  expect(column(await board(jobId), 'interview')?.cards).toMatchObject([
    { id, version: 4, inStageSince: '2026-03-09T08:00:00.000Z' },
  ])
})

test('a change of status that was undone does not begin a new stage', async () => {
  const jobId = await createJob(app)
  const id = await insertApplicant(app.db, { job_id: jobId, created_at: '2026-03-01T08:00:00.000Z' })
  const add = (at: string, event: { action: string; [fact: string]: unknown }) =>
    app.db
      .insertInto('audit_trail')
      .values({
        at,
        account_id: null,
        username: 'ana',
        subject: 'application',
        subject_id: id,
        action: event.action,
        event: JSON.stringify(event),
      })
      .execute()
  await add('2026-03-02T08:00:00.000Z', { action: 'status_changed', from: 'reviewing', to: 'pending' })
  await add('2026-03-03T08:00:00.000Z', { action: 'status_changed', from: 'pending', to: 'hired' })
  await add('2026-03-03T08:01:00.000Z', { action: 'status_changed', from: 'hired', to: 'pending', undone: true })
  expect(column(await board(jobId), 'pending')?.cards).toMatchObject([{ inStageSince: '2026-03-02T08:00:00.000Z' }])
})

test('a column has at most as many cards as asked for, and says how many applications there are', async () => {
  const jobId = await createJob(app)
  await insertApplicants(
    app.db,
    Array.from({ length: 130 }, () => ({ job_id: jobId })),
  )
  const shown = async (query?: string) => {
    const pending = column(await board(jobId, query), 'pending')
    return [pending?.cards.length, pending?.total]
  }
  expect(await shown()).toEqual([100, 130])
  expect(await shown('?limit=2')).toEqual([2, 130])
  expect(await shown('?limit=500')).toEqual([130, 130])
})

test('the board and the counts take nothing but a bearer token, a stored posting and a limit up to 500', async () => {
  const jobId = await createJob(app)
  expect((await get('/api/admin/jobs/applicant-counts', {})).status).toBe(401)
  expect((await get(`/api/admin/jobs/${jobId}/board`, {})).status).toBe(401)
  for (const query of ['?limit=0', '?limit=501', '?limit=1e2', '?status=pending']) {
    expect((await get(`/api/admin/jobs/${jobId}/board${query}`)).status, query).toBe(400)
  }
  const { message } = (await (await get(`/api/admin/jobs/${jobId}/board?limit=501`)).json()) as { message: string }
  expect(message).toBe('limit: Must be a whole number from 1 to 500')
  const missing = await get('/api/admin/jobs/2147483647/board')
  expect(missing.status).toBe(404)
  expect(await missing.json()).toEqual({ message: 'There is no posting with this number.', code: 'not_found' })
})
