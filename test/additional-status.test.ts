import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApplicantBoard } from '../contract/applications/applicant-board.ts'
import type { ApplicationSummary } from '../contract/applications/application-list.ts'
import {
  APPLICATION_STATUS,
  type ApplicationStatus,
  type StatusEntry,
} from '../contract/applications/application-statuses.ts'
import type { Insights } from '../contract/applications/insights.ts'
import type { MyApplication } from '../contract/applications/my-application.ts'
import type { Interview } from '../contract/interviews/interview.ts'
import { MESSAGE_KIND, MESSAGE_KINDS, TEMPLATE_KINDS, type TemplateKind } from '../contract/messages/message-kinds.ts'
import type { MessageList } from '../contract/messages/messages.ts'
import type { Settings } from '../contract/site/settings.ts'
import { ADMIN_API } from '../contract/wire/admin-paths.ts'
import { API, APPLICATION_TOKEN_HEADER, pathTo } from '../contract/wire/paths.ts'
import { DEFAULT_TEMPLATES } from '../server/features/messages/templates/default-templates.ts'
import type { AdminClient } from './admin-client.ts'
import type { TestApp } from './test-app.ts'

/*
 * One more final status, written where `docs/architecture.md` says: its entry, its kind of message, and the text of that.
 * Everything else is loaded after that and has to follow. This test runs apart from all others, which share their modules.
 */
const ADDED = 'withdrawn_by_company' as ApplicationStatus
const KIND = ADDED as TemplateKind
const ENTRY: StatusEntry = {
  name: 'Withdrawn by company',
  move: 'Mark as Withdrawn by company',
  key: 6,
  tone: 'grey',
  isOpen: false,
  isBeforeInterview: false,
  isDecision: true,
  isRefusal: true,
  stage: 'decided',
  message: 'ask',
}

let app: TestApp
let admin: AdminClient
let kit: typeof import('./factories.ts') & typeof import('./private-link.ts')
beforeAll(async () => {
  Object.assign(APPLICATION_STATUS, { [ADDED]: ENTRY })
  const kind = {
    name: 'Withdrawal',
    history: 'Message about the withdrawal',
    isAutomatic: false,
    cause: 'When we stop.',
  }
  Object.assign(MESSAGE_KIND, { [KIND]: kind })
  MESSAGE_KINDS.push(KIND)
  TEMPLATE_KINDS.push(KIND)
  Object.assign(DEFAULT_TEMPLATES, { [KIND]: { subject: 'We stop ({reference})', body: 'Hello {name}.\n' } })
  const { startTestApp } = await import('./test-app.ts')
  const { adminClient } = await import('./admin-client.ts')
  kit = { ...(await import('./factories.ts')), ...(await import('./private-link.ts')) }
  app = await startTestApp()
  app.setNow(new Date('2026-03-02T12:00:00.000Z'))
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())

const get = async <Body>(path: string) => (await admin.request<Body>('GET', path)).body
const give = (id: number, status: ApplicationStatus) =>
  admin.request('PATCH', pathTo(ADMIN_API.application, id), { status })
const summary = () => get<ApplicationSummary>(ADMIN_API.applicationSummary)
const lists = async (query: string, id: number) =>
  (await get<{ id: number }[]>(`${ADMIN_API.applications}?${query}`)).some((one) => one.id === id)

test('an additional status is stored, counted in its tab, listed, and found without an answer until there is one', async () => {
  const id = await kit.insertApplicant(app.db)
  expect((await give(id, ADDED)).status).toBe(200)
  expect((await summary()).tabs).toMatchObject({ pending: 0, [ADDED]: 1 })
  expect((await summary()).promise.unanswered).toBe(1)
  expect(await lists(`status=${ADDED}`, id)).toBe(true)
  expect(await lists('unanswered=true', id)).toBe(true)
  const found = await get<ApplicationSummary>(`${ADMIN_API.applicationSummary}?q=ana`)
  expect(found.tabs).toMatchObject({ [ADDED]: 1 })
  expect((await admin.send('PUT', pathTo(ADMIN_API.answeredApplication, id), { answered: true })).status).toBe(200)
  expect(await lists('unanswered=true', id)).toBe(false)
})

test('the index of the unanswered has the condition of their query', async () => {
  const { plansOf } = await import('./databases/query-plans.ts')
  const { readUnanswered } = await import('../server/features/applications/stored/unanswered-queries.ts')
  const plans = await plansOf(app.db, (db) => readUnanswered(db, 10))
  expect(plans.join()).toContain('applications_unanswered')
})

test('a move to an additional status is a first decision, and a step of the funnel', async () => {
  const jobId = await kit.createJob(app)
  const id = await kit.insertApplicant(app.db, { job_id: jobId })
  await give(id, ADDED)
  const { funnel, firstDecision, stages } = await get<Insights>(`${ADMIN_API.insights}?jobId=${jobId}`)
  expect(funnel).toMatchObject({ received: 1, [ADDED]: 1 })
  expect([firstDecision.count, stages.pending.count]).toEqual([1, 1])
  expect(Object.keys(stages)).toEqual(['pending', 'reviewing', 'interview'])
})

test('an additional status has a column of the board, and is not open', async () => {
  const jobId = await kit.createJob(app)
  const id = await kit.insertApplicant(app.db, { job_id: jobId, status: ADDED })
  const { columns } = await get<ApplicantBoard>(pathTo(ADMIN_API.applicantBoard, jobId))
  expect(columns.find(({ status }) => status === ADDED)?.cards.map((card) => card.id)).toEqual([id])
  const counts = await get<{ jobId: number; open: number }[]>(ADMIN_API.applicantCounts)
  expect(counts.find((count) => count.jobId === jobId)).toMatchObject({ total: 1, open: 0 })
})

test('an additional refusal cancels interviews, and its applicant reads of it when its message has left', async () => {
  const id = await kit.insertApplicant(app.db)
  const token = await kit.insertPrivateLink(app.db, id)
  const stage = async () =>
    (
      (await (
        await app.request(API.myApplication, { headers: { [APPLICATION_TOKEN_HEADER]: token } })
      ).json()) as MyApplication
    ).stage
  const at = { date: '2026-03-09', time: '10:00', minutes: 45, timeZone: 'UTC' }
  const planned = { ...at, kind: 'phone', place: null, interviewers: [] }
  expect((await admin.send('POST', pathTo(ADMIN_API.applicationInterviews, id), planned)).status).toBe(201)
  await give(id, ADDED)
  const { interviews } = await get<{ interviews: Interview[] }>(pathTo(ADMIN_API.applicationInterviews, id))
  expect(interviews.map(({ state }) => state)).toEqual(['cancelled'])
  expect(await stage()).toBe('received')
  const { messages } = await get<MessageList>(`${ADMIN_API.messages}?applicationId=${id}`)
  const [draft] = messages.filter(({ kind }) => kind === KIND)
  expect(draft).toMatchObject({ state: 'draft', subject: `We stop (APP-${String(id).padStart(4, '0')})` })
  await admin.send('POST', ADMIN_API.messageActions, { action: 'answered', ids: [draft?.id] })
  expect(await stage()).toBe('decided')
  expect(await lists('unanswered=true', id)).toBe(false)
})

test('the message about an additional status has a rule in the settings and a template', async () => {
  const { settings } = await get<{ settings: Settings }>(ADMIN_API.settings)
  expect(settings.decisionMessages).toMatchObject({ [ADDED]: 'ask' })
  const templates = await get<{ kind: string }[]>(ADMIN_API.messageTemplates)
  expect(templates.map(({ kind }) => kind)).toContain(KIND)
})

test('the admin area has an additional status in tabs, keys, menus, charts and words', async () => {
  const { TABS } = await import('../web/admin/applications/application-tabs.ts')
  expect(TABS.map(({ label }) => label).slice(-2)).toEqual(['Withdrawn by company', 'Archived'])
  const { FUNNEL_STEPS } = await import('../contract/applications/insights.ts')
  expect(FUNNEL_STEPS.at(-1)).toBe(ADDED)
  const { StatusBadge } = await import('../web/admin/applications/status-badge.tsx')
  expect(renderToStaticMarkup(StatusBadge({ status: ADDED }))).toContain('withdrawn by company')
  const { describeEvent } = await import('../web/admin/history/history-texts.ts')
  expect(describeEvent({ action: 'status_changed', from: 'pending', to: ADDED })).toBe(
    'Status changed from pending to withdrawn by company',
  )
  const { DecisionButtons } = await import('../web/admin/applications/details/decision-buttons.tsx')
  const application = { status: 'pending', archived: false, quarantined: false } as Parameters<
    typeof DecisionButtons
  >[0]['application']
  const { SignedInPerson } = await import('../web/session/use-may.ts')
  const buttons = createElement(DecisionButtons, { application, onDecide: () => undefined })
  const owner = { role: 'owner', assignments: [] } as const
  const shown = renderToStaticMarkup(createElement(SignedInPerson, { value: owner }, buttons))
  expect(shown).toContain('Withdrawn by company')
})

test('a status that sends a message does not compile without a text', () => {
  // @ts-expect-error there is no text for the kind
  type Texts = Check<Record<TemplateKind | 'withdrawn_by_company', unknown>, typeof DEFAULT_TEMPLATES>
  expect<Texts | undefined>(undefined).toBeUndefined()
})

type Check<Wanted, Given extends Wanted> = Given
