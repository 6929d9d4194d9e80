import ical, { type VEvent } from 'node-ical'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApplicantBoard } from '../contract/applications/applicant-board.ts'
import type { Application } from '../contract/applications/application.ts'
import type { ApplicationSummary, ListedApplication } from '../contract/applications/application-list.ts'
import type { Insights } from '../contract/applications/insights.ts'
import type { MyApplication } from '../contract/applications/my-application.ts'
import type { OpenApplications } from '../contract/filling/filling.ts'
import type { Agenda, Interview } from '../contract/interviews/interview.ts'
import { ADMIN_API } from '../contract/wire/admin-paths.ts'
import { API, APPLICATION_TOKEN_HEADER, PAGE, pathTo } from '../contract/wire/paths.ts'
import { type AdminClient, adminClient } from './admin-client.ts'
import { createJob, insertApplicant } from './factories.ts'
import { insertPrivateLink } from './private-link.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** A Monday. */
const NOW = new Date('2026-03-02T12:00:00.000Z')
const AFTER_THE_UNDO_TIME = new Date('2026-03-02T12:30:00.000Z')
const [WEDNESDAY, THURSDAY, NEXT_WEEK] = [
  '2026-03-04T15:00:00.000Z',
  '2026-03-05T15:00:00.000Z',
  '2026-03-10T16:00:00.000Z',
] as const

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp()
  app.setNow(NOW)
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())

const read = async <Body>(path: string) => (await admin.request<Body>('GET', path)).body
const setDate = async (id: number, interviewDate: string | null) =>
  (await admin.request<Application>('PATCH', pathTo(ADMIN_API.application, id), { interviewDate })).body

/** What every view that shows interviews says of an applicant, the date of each as the view gives it. */
async function lookEverywhere(seen: { id: number; jobId: number; feed: string; token: string }) {
  const { id, jobId, feed, token } = seen
  const own = { headers: { [APPLICATION_TOKEN_HEADER]: token } }
  const ordered = await read<ListedApplication[]>(`${ADMIN_API.applications}?sort=interview`)
  const board = await read<ApplicantBoard>(pathTo(ADMIN_API.applicantBoard, jobId))
  const [column] = board.columns.filter(({ cards }) => cards.some((card) => card.id === id))
  const open = await read<OpenApplications>(pathTo(ADMIN_API.openApplications, jobId))
  const march = new URLSearchParams({ from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' })
  const agenda = await read<Agenda>(`${ADMIN_API.interviews}?${march}`)
  const ofApplication = await read<{ interviews: Interview[] }>(pathTo(ADMIN_API.applicationInterviews, id))
  const calendar = Object.values(ical.parseICS(await (await app.request(feed)).text()))
  const events = calendar.filter((part): part is VEvent => part?.type === 'VEVENT')
  const { funnel, firstDecision, stages } = await read<Insights>(ADMIN_API.insights)
  const page = await app.request(PAGE.myApplication, own)
  const { stage, interviews, answer } = (await (await app.request(API.myApplication, own)).json()) as MyApplication
  return {
    list: ordered.find((row) => row.id === id)?.interviewDate,
    order: ordered.map(({ name }) => name),
    details: (await read<Application>(pathTo(ADMIN_API.adminApplication, id))).interviewDate,
    board: [column?.status, column?.cards.find((card) => card.id === id)?.interviewDate],
    filling: open.applications.find((row) => row.id === id)?.interviewDate,
    agenda: agenda.interviews.filter(({ applicationId }) => applicationId === id).map(({ startsAt }) => startsAt),
    ofApplication: ofApplication.interviews.map(({ startsAt, state }) => [startsAt, state]),
    thisWeek: (await read<ApplicationSummary>(ADMIN_API.applicationSummary)).interviewsThisWeek,
    feed: events.filter(({ summary }) => String(summary).includes('Ana Ode')).map(({ start }) => start.toISOString()),
    insights: { interview: funnel.interview, firstDecision: firstDecision.count, pendingEnded: stages.pending.count },
    myApplication: { stage, interviews, answer },
    page: [page.status, (await page.text()).includes('Ana Ode')],
  }
}

test('every view that shows interviews follows a date that is set, moved and cleared, and the applicant is told nothing', async () => {
  const jobId = await createJob(app)
  const created_at = '2026-03-01T12:00:00.000Z'
  const id = await insertApplicant(app.db, { name: 'Ana Ode', job_id: jobId, created_at })
  const other = await insertApplicant(app.db, { name: 'Ben Ode', job_id: jobId, created_at })
  await insertApplicant(app.db, { name: 'Cy Ode', job_id: jobId, created_at })
  await setDate(other, THURSDAY)
  const token = await insertPrivateLink(app.db, id)
  const feed = new URL((await admin.request<{ url: string }>('POST', ADMIN_API.calendarFeed)).body.url).pathname
  const look = () => lookEverywhere({ id, jobId, feed, token })
  const shows = (date: string | null) => ({
    ...{ list: date, details: date, board: [date ? 'interview' : 'pending', date], filling: date },
    ...{ agenda: date ? [date] : [], feed: date ? [date] : [], ofApplication: date ? [[date, 'planned']] : [] },
  })
  const unseen = { page: [200, false], myApplication: { stage: 'received', interviews: [] } }

  expect(await look()).toMatchObject({
    ...{ ...shows(null), ...unseen, order: ['Ben Ode', 'Cy Ode', 'Ana Ode'], thisWeek: 1 },
    insights: { interview: 1, firstDecision: 1, pendingEnded: 1 },
  })

  const dated = await setDate(id, WEDNESDAY)
  expect(dated).toMatchObject({ status: 'interview', interviewDate: WEDNESDAY })
  const moved = { interview: 2, firstDecision: 2, pendingEnded: 2 }
  expect(await look()).toMatchObject({
    ...{ ...shows(WEDNESDAY), ...unseen, order: ['Ana Ode', 'Ben Ode', 'Cy Ode'], thisWeek: 2, insights: moved },
  })

  expect((await setDate(id, NEXT_WEEK)).interviewDate).toBe(NEXT_WEEK)
  expect(await look()).toMatchObject({
    ...{ ...shows(NEXT_WEEK), ...unseen, order: ['Ben Ode', 'Ana Ode', 'Cy Ode'], thisWeek: 1, insights: moved },
  })

  expect(await setDate(id, null)).toMatchObject({ status: 'interview', interviewDate: null })
  expect(await look()).toMatchObject({
    ...{ ...shows(null), ...unseen, order: ['Ben Ode', 'Cy Ode', 'Ana Ode'], thisWeek: 1, insights: moved },
    ...{ board: ['interview', null], ofApplication: [[NEXT_WEEK, 'cancelled']] },
  })

  app.setNow(AFTER_THE_UNDO_TIME)
  admin = adminClient(app, await app.signIn())
  expect(await look(), 'of a date that was removed nothing is left').toMatchObject({
    ...{ ...shows(null), board: ['interview', null], insights: moved },
    myApplication: { stage: 'interview', interviews: [], answer: null },
  })
  expect(await app.db.selectFrom('mails').select('id').execute(), 'nobody is told').toEqual([])
})
