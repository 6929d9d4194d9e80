import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Insights } from '../../../contract/applications/insights.ts'
import { readAnswerClock } from '../../../contract/promise/answer-clock.ts'
import { createJob, insertApplicants } from '../../../test/factories.ts'
import { type History, insertHistories } from '../../../test/status-history.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

/** A Thursday; its ISO week began on Monday, 13 April 2026. */
const NOW = new Date('2026-04-16T12:00:00.000Z')

let app: TestApp
beforeEach(async () => {
  await app?.stop()
  app = await startTestApp()
  app.setNow(NOW)
})
afterAll(() => app.stop())

async function insights(query = ''): Promise<Insights> {
  const response = await app.request(`/api/admin/insights${query}`, { headers: await app.signIn() })
  expect(response.status, query).toBe(200)
  return response.json() as Promise<Insights>
}

const send = async (method: string, path: string, body?: object) => {
  const headers = { ...(await app.signIn()), ...(body && { 'content-type': 'application/json' }) }
  const response = await app.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  expect(response.ok, path).toBe(true)
  return response.status === 204 ? undefined : response.json()
}

test('the figures of a small history equal those computed by hand', async () => {
  const [scada, edge] = [await createJob(app), await createJob(app, { title: 'Edge Engineer' })]
  const [first, , waiting] = await insertHistories(app.db, [
    // Decided after 2 days, hired after 10; stays: pending 1, reviewing 1, interview 8.
    {
      created_at: '2026-03-02T08:00:00.000Z',
      job_id: scada,
      moves: [
        ['2026-03-03T08:00:00.000Z', 'reviewing'],
        ['2026-03-04T08:00:00.000Z', 'interview'],
        ['2026-03-12T08:00:00.000Z', 'hired'],
      ],
    },
    // Decided after 4 days; stays: pending 4. It is archived, and counts.
    {
      created_at: '2026-03-08T23:59:59.999Z',
      job_id: scada,
      archived: 1,
      moves: [['2026-03-12T23:59:59.999Z', 'rejected']],
    },
    { created_at: '2026-04-13T00:00:00.000Z', job_id: edge, name: 'Waits Shorter' },
    { created_at: '2026-03-09T00:00:00.000Z', name: 'Waits Longest' },
    // Stays: pending 3. No decision yet.
    { created_at: '2026-04-01T06:00:00.000Z', job_id: edge, moves: [['2026-04-04T06:00:00.000Z', 'reviewing']] },
  ])
  expect(first).toBeDefined()
  const figures = await insights('?period=8')
  expect(figures.weeks).toEqual([
    '2026-02-23',
    '2026-03-02',
    '2026-03-09',
    '2026-03-16',
    '2026-03-23',
    '2026-03-30',
    '2026-04-06',
    '2026-04-13',
  ])
  expect(figures.received).toEqual([
    { jobId: scada, weekly: [0, 2, 0, 0, 0, 0, 0, 0] },
    { jobId: edge, weekly: [0, 0, 0, 0, 0, 1, 0, 1] },
    { jobId: null, weekly: [0, 0, 1, 0, 0, 0, 0, 0] },
  ])
  expect(figures.funnel).toEqual({ received: 5, reviewing: 2, interview: 1, hired: 1, rejected: 1 })
  expect(figures.firstDecision).toEqual({ count: 2, days: 3 })
  expect(figures.hire).toEqual({ count: 1, days: 10 })
  expect(figures.stages).toEqual({
    pending: { count: 3, days: 3 },
    reviewing: { count: 1, days: 1 },
    interview: { count: 1, days: 8 },
  })
  expect(figures.waiting.count).toBe(2)
  expect(figures.waiting.oldest.map(({ name, jobId }) => [name, jobId])).toEqual([
    ['Waits Longest', null],
    ['Waits Shorter', edge],
  ])
  expect(figures.waiting.oldest[1]).toEqual({
    id: waiting,
    name: 'Waits Shorter',
    jobId: edge,
    createdAt: '2026-04-13T00:00:00.000Z',
    answerBy: '2026-04-22',
  })
})

test('medians count the days of the company, as the answer clock does, and not periods of 24 hours', async () => {
  const timeZone = 'America/Chicago'
  const answerBy = '2026-03-12'
  const median = async (createdAt: string, decidedAt: string) => {
    const job = await createJob(app)
    await insertHistories(app.db, [{ created_at: createdAt, job_id: job, moves: [[decidedAt, 'hired']] }])
    const clock = readAnswerClock({ createdAt, answerBy }, { timeZone, now: new Date(decidedAt) })
    const { firstDecision, hire, stages } = await insights(`?jobId=${job}`)
    expect([firstDecision.days, hire.days, stages.pending.days]).toEqual(Array(3).fill(clock?.day))
    return hire.days
  }
  // In Chicago from 11 p.m. to half past midnight, from midnight to its end, and over a night of 23 hours.
  expect(await median('2026-03-02T05:00:00.000Z', '2026-03-02T06:30:00.000Z')).toBe(1)
  expect(await median('2026-03-02T06:00:00.000Z', '2026-03-03T05:59:00.000Z')).toBe(0)
  expect(await median('2026-03-08T05:59:00.000Z', '2026-03-09T05:00:00.000Z')).toBe(2)
  expect(await median('2026-03-03T12:00:00.000Z', '2026-03-03T11:00:00.000Z'), 'a clock that was set back').toBe(0)
})

test('the job narrows everything down, none means without a job, and an unknown one has nothing', async () => {
  const job = await createJob(app)
  await insertHistories(app.db, [
    { created_at: '2026-04-14T08:00:00.000Z', job_id: job, moves: [['2026-04-15T08:00:00.000Z', 'hired']] },
    { created_at: '2026-04-14T09:00:00.000Z', name: 'General' },
  ])
  const ofJob = await insights(`?jobId=${job}`)
  expect(ofJob.received.map(({ jobId }) => jobId)).toEqual([job])
  expect(ofJob.funnel).toEqual({ received: 1, reviewing: 0, interview: 0, hired: 1, rejected: 0 })
  expect(ofJob.hire).toEqual({ count: 1, days: 1 })
  expect(ofJob.waiting.count).toBe(0)
  // The two applications of the job are far apart, and the one between them is not read as theirs.
  await insertHistories(app.db, [
    ...Array.from(
      { length: 4 },
      (): History => ({
        created_at: '2026-04-14T10:00:00.000Z',
        moves: [['2026-04-14T11:00:00.000Z', 'rejected']],
      }),
    ),
    { created_at: '2026-04-14T08:00:00.000Z', job_id: job, moves: [['2026-04-17T08:00:00.000Z', 'hired']] },
  ])
  expect((await insights(`?jobId=${job}`)).hire).toEqual({ count: 2, days: 2 })
  const general = await insights('?jobId=none')
  expect([general.funnel.received, general.funnel.rejected]).toEqual([5, 4])
  expect(general.waiting.oldest.map(({ name }) => name)).toEqual(['General'])
  expect((await insights('?jobId=2147483647')).received).toEqual([])
})

test('the period is 26 weeks unless 8 or 52 are requested; older applications only still wait', async () => {
  await insertHistories(app.db, [
    { created_at: '2025-04-21T00:00:00.000Z', name: 'A year ago' },
    { created_at: '2025-04-20T23:59:59.999Z', name: 'Longer ago' },
    { created_at: '2025-10-20T00:00:00.000Z' },
    { created_at: '2026-02-23T00:00:00.000Z' },
  ])
  const received = async (query: string) => (await insights(query)).funnel.received
  expect(await received('?period=8')).toBe(1)
  expect(await received('')).toBe(2)
  expect(await received('?period=26')).toBe(2)
  expect(await received('?period=52')).toBe(3)
  expect((await insights('?period=8')).waiting.oldest.map(({ name }) => name).slice(0, 2)).toEqual([
    'Longer ago',
    'A year ago',
  ])
})

test('a status that is set, undone and set again counts from the last time, and one moved back by hand counts', async () => {
  const [kept = 0, again = 0, undone = 0, back = 0] = await insertHistories(
    app.db,
    Array.from({ length: 4 }, () => ({ created_at: '2026-04-14T12:00:00.000Z' })),
  )
  const move = async (id: number, status: string) => {
    const body = { change: { status }, applications: [{ id }] }
    return (await send('POST', '/api/admin/application-changes', body)) as { id: number }
  }
  const undo = ({ id }: { id: number }) => send('POST', `/api/admin/application-changes/${id}/undo`)
  await send('PATCH', `/api/applications/${kept}`, { status: 'interview' })
  await undo(await move(again, 'hired'))
  await undo(await move(undone, 'hired'))
  await move(back, 'rejected')
  await move(back, 'pending')
  app.setNow(new Date(NOW.getTime() + 2 * 24 * 60 * 60_000))
  await move(again, 'hired')
  const { funnel, firstDecision, hire, stages } = await insights()
  expect(funnel).toEqual({ received: 4, reviewing: 0, interview: 1, hired: 1, rejected: 1 })
  expect(firstDecision).toEqual({ count: 3, days: 2 })
  expect(hire).toEqual({ count: 1, days: 4 })
  expect(stages.pending).toEqual({ count: 3, days: 2 })
})

test('what was done to many applications at once counts, and does not once it is undone', async () => {
  const ids = await insertHistories(app.db, [
    { created_at: '2026-04-14T12:00:00.000Z' },
    { created_at: '2026-04-14T12:00:00.000Z', moves: [['2026-04-15T12:00:00.000Z', 'reviewing']] },
  ])
  const body = { change: { status: 'rejected' }, applications: ids.map((id) => ({ id })) }
  const { id } = (await send('POST', '/api/admin/application-changes', body)) as { id: number }
  const rejected = await insights()
  expect(rejected.funnel).toEqual({ received: 2, reviewing: 1, interview: 0, hired: 0, rejected: 2 })
  expect(rejected.firstDecision).toEqual({ count: 2, days: 2 })
  await send('POST', `/api/admin/application-changes/${id}/undo`)
  const undone = await insights()
  expect(undone.funnel).toEqual({ received: 2, reviewing: 1, interview: 0, hired: 0, rejected: 0 })
  expect([undone.firstDecision.count, undone.stages.pending.count]).toEqual([0, 1])
})

test('quarantined and deleted applications do not count; a released one does from its receipt on', async () => {
  const [quarantined = 0, deleted = 0] = await insertHistories(app.db, [
    { created_at: '2026-04-14T08:00:00.000Z', quarantined: 1 },
    { created_at: '2026-04-14T08:00:00.000Z', moves: [['2026-04-15T08:00:00.000Z', 'interview']] },
  ])
  await send('DELETE', `/api/admin/applications/${deleted}`)
  const none = await insights()
  expect([none.received, none.funnel.received, none.firstDecision.count, none.waiting.count]).toEqual([[], 0, 0, 0])
  await send('PATCH', `/api/admin/applications/${quarantined}`, { quarantined: false })
  const one = await insights()
  expect([one.funnel.received, one.received[0]?.weekly.at(-1), one.waiting.count]).toEqual([1, 1, 1])
})

test('an application whose changes were never recorded counts where it stands, without durations', async () => {
  await insertApplicants(app.db, [{ created_at: '2026-04-14T08:00:00.000Z', status: 'hired' }])
  const { funnel, firstDecision, hire } = await insights()
  expect(funnel).toEqual({ received: 1, reviewing: 0, interview: 0, hired: 1, rejected: 0 })
  expect([firstDecision, hire]).toEqual([
    { count: 0, days: null },
    { count: 0, days: null },
  ])
})

test('more applications than are read at once are all counted', async () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => ({
    // Many share an instant, also across the end of a page.
    created_at: new Date(NOW.getTime() - Math.floor(index / 7) * 60_000).toISOString(),
    status: index % 2 === 0 ? ('pending' as const) : ('rejected' as const),
  }))
  // SQLite takes no more than 32,766 values at once.
  for (const half of [rows.slice(0, 1_250), rows.slice(1_250)]) await insertApplicants(app.db, half)
  const { funnel, waiting, received } = await insights()
  expect([funnel.received, funnel.rejected, waiting.count, waiting.oldest.length]).toEqual([2_500, 1_250, 1_250, 10])
  expect(received[0]?.weekly.at(-1)).toBe(2_500)
})

test.each(['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])(
  'the week in which the year changes is one week, also on a server in the zone %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    try {
      app.setNow(new Date('2027-01-03T23:59:59.999Z'))
      await insertHistories(app.db, [
        { created_at: '2026-12-27T23:59:59.999Z' },
        { created_at: '2026-12-28T00:00:00.000Z', moves: [['2026-12-31T23:59:59.999Z', 'interview']] },
        { created_at: '2027-01-01T00:00:00.000Z', moves: [['2027-01-03T00:00:00.000Z', 'hired']] },
        { created_at: '2027-01-03T23:59:59.999Z' },
      ])
      const { weeks, received, firstDecision } = await insights('?period=8')
      expect(weeks.slice(-2)).toEqual(['2026-12-21', '2026-12-28'])
      expect(received.map(({ weekly }) => weekly.slice(-2))).toEqual([[1, 3]])
      expect(firstDecision).toEqual({ count: 2, days: 3 })
      app.setNow(new Date('2027-01-04T00:00:00.000Z'))
      expect((await insights('?period=8')).weeks.slice(-2)).toEqual(['2026-12-28', '2027-01-04'])
    } finally {
      vi.unstubAllEnvs()
    }
  },
)

test('an unknown period, job or parameter is refused, and so is a request without a bearer token', async () => {
  const headers = await app.signIn()
  for (const query of ['period=9', 'period=', 'jobId=0', 'jobId=x', 'weeks=8']) {
    expect((await app.request(`/api/admin/insights?${query}`, { headers })).status, query).toBe(400)
  }
  expect((await app.request('/api/admin/insights')).status).toBe(401)
})

test('sources count who was received, came to interview and was hired; the 20 with the most have names', async () => {
  const day = '2026-04-14T08:00:00.000Z'
  const moved = (to: 'interview' | 'hired'): NonNullable<History['moves']> => [['2026-04-15T08:00:00.000Z', to]]
  await insertHistories(app.db, [
    { created_at: day, source: 'indeed', moves: moved('interview') },
    { created_at: day, source: 'indeed', moves: moved('hired') },
    { created_at: day, source: 'indeed' },
    { created_at: day, source: 'indeed', quarantined: 1 },
    { created_at: day },
    { created_at: day },
    ...Array.from({ length: 20 }, (_, index) => ({ created_at: day, source: `board-${10 + index}` })),
    { created_at: day, source: 'zebra', moves: moved('interview') },
  ])
  const { named, others } = (await insights('?period=8')).sources
  expect(named).toHaveLength(20)
  expect(named.slice(0, 3)).toEqual([
    { source: 'indeed', received: 3, interview: 1, hired: 1 },
    { source: null, received: 2, interview: 0, hired: 0 },
    { source: 'board-10', received: 1, interview: 0, hired: 0 },
  ])
  expect(others).toEqual({ sources: 3, received: 3, interview: 1, hired: 0 })
})
