import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { STATUSES_WITH_MESSAGE } from '../contract/applications/status-lists.ts'
import { readSource } from '../contract/jobs/link-source.ts'
import { seenBy } from '../server/features/accounts/seen-by.ts'
import { listShownOffers } from '../server/features/interview-offers/offer-queries.ts'
import { listAgenda, listOverdue } from '../server/features/interviews/stored/interview-queries.ts'
import { findLinkedApplication } from '../server/features/messages/private-links.ts'
import { listInvitations, listPeople } from '../server/features/people/people-queries.ts'
import { countPromiseMonths } from '../server/features/promise/kept-promises.ts'
import { readScorecards } from '../server/features/scorecards/scorecard-queries.ts'
import { readDocument } from '../server/features/settings/document-queries.ts'
import { SETTINGS } from '../server/features/settings/documents.ts'
import { listTags } from '../server/features/tags/tag-queries.ts'
import { openDatabase } from '../server/platform/database/sqlite/open-database.ts'
import { openLocalStore } from '../server/platform/file-stores/local-store.ts'
import { weekOf } from '../web/admin/interviews/week-view.ts'
import { DEMO_DISCUSSIONS } from './demo-comments.ts'
import { loadDemo } from './load-demo.ts'

async function load(used: AsyncDisposableStack, now: Date) {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-demo-'))
  used.defer(() => rm(dataDir, { recursive: true }))
  const db = await openDatabase(dataDir)
  used.defer(() => db.destroy())
  const store = await openLocalStore(dataDir)
  used.defer(() => store.close())
  return { db, token: await loadDemo({ db, store, now, timeZone: 'America/Chicago' }) }
}

test.each(['2026-03-01', '2026-11-22', '2026-12-31'])(
  'on %s the demo shows the promise in public, with months that kept and missed it, and some with too few to show',
  async (today) => {
    await using used = new AsyncDisposableStack()
    const { db } = await load(used, new Date(`${today}T18:00:00.000Z`))
    expect((await readDocument(db, SETTINGS)).value.isPromisePublic).toBe(true)
    const { months } = await countPromiseMonths(db, { today, timeZone: 'America/Chicago' })
    const shown = months.filter(({ kept }) => kept !== null)
    expect(shown.length).toBeGreaterThanOrEqual(5)
    expect(shown.filter(({ kept, missed }) => kept && missed).length).toBeGreaterThanOrEqual(4)
    expect(months.length).toBeGreaterThan(shown.length)
  },
)

test('the demo has interviews on its day whose invitations have left, none from before that waits for feedback, and offers of times in each state', async () => {
  await using used = new AsyncDisposableStack()
  const now = new Date('2026-11-22T12:00:00.000Z')
  const { db, token } = await load(used, now)
  const { begin, end } = weekOf(now)
  const interviews = await listAgenda(db, { from: begin.toISOString(), to: end.toISOString() })
  expect(interviews.map(({ name }) => name)).toContain('Hannah Okonkwo-Reyes')
  expect(await listOverdue(db, now)).toEqual([])
  const invited = await db
    .selectFrom('mails')
    .select(['state', 'to_interviewer'])
    .where('interview_id', '=', interviews[0]?.id ?? 0)
    .orderBy('to_interviewer')
    .execute()
  expect(invited).toEqual([
    { state: 'sent', to_interviewer: 0 },
    { state: 'sent', to_interviewer: 1 },
  ])
  const offers = await db.selectFrom('interview_offers').select(['state', 'interview_id']).orderBy('state').execute()
  expect(offers).toEqual([
    { state: 'booked', interview_id: expect.any(Number) },
    { state: 'expired', interview_id: null },
    { state: 'open', interview_id: null },
  ])
  const id = await findLinkedApplication(db, token, now)
  expect(await listShownOffers(db, id ?? 0, now)).toMatchObject([{ name: 'Ayşe Çağlar', state: 'open' }])
})

test('a message of the demo about a decision can be taken back while it waits', async () => {
  await using used = new AsyncDisposableStack()
  const { db } = await load(used, new Date('2026-11-22T12:00:00.000Z'))
  const messages = await db
    .selectFrom('mails')
    .select('change_id')
    .where('state', 'in', ['draft', 'waiting'])
    .where('kind', 'in', STATUSES_WITH_MESSAGE)
    .execute()
  expect(messages).toEqual([1, 2, 3].map(() => ({ change_id: expect.any(Number) })))
})

test('the demo has an owner, a recruiter, two hiring managers with open postings that have applicants, and an open invitation', async () => {
  await using used = new AsyncDisposableStack()
  const now = new Date('2026-11-22T12:00:00.000Z')
  const { db } = await load(used, now)
  const people = await listPeople(db)
  expect(people.map(({ username, role, assignments }) => [username, role, assignments.length])).toEqual([
    ['admin', 'owner', 0],
    ['priya', 'recruiter', 0],
    ['tom', 'hiring_manager', 3],
    ['ruth', 'hiring_manager', 1],
  ])
  for (const { id, role } of people.filter((person) => person.role === 'hiring_manager')) {
    const seen = seenBy(db, { id, role })
    const open = await seen.selectFrom('jobs').select('status').execute()
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set(['active']))
    expect((await seen.selectFrom('applications').select('id').execute()).length).toBeGreaterThan(0)
  }
  const [invitation] = await listInvitations(db)
  expect(invitation).toMatchObject({ displayName: 'Luis Ortega', role: 'hiring_manager', invitedBy: 'Maren Holt' })
  expect(Date.parse(invitation?.expiresAt ?? '')).toBeGreaterThan(now.getTime())
})

test('the demo has comments of each colleague, a colleague who has answered and one who is asked, all before its day', async () => {
  await using used = new AsyncDisposableStack()
  const now = new Date('2026-11-22T12:00:00.000Z')
  const { db } = await load(used, now)
  const comments = await db.selectFrom('comments').select(['author_name', 'verdict', 'created_at']).execute()
  expect(new Set(comments.map(({ author_name }) => author_name))).toEqual(
    new Set(['Priya Raman', 'Tom Sandoval', 'Ruth Adeyemi', 'denise.whitlock@example.com']),
  )
  expect(comments.flatMap(({ verdict }) => verdict ?? [])).toEqual(['talk'])
  expect(comments.filter(({ created_at }) => created_at > now.toISOString())).toEqual([])
  // The links of interviewers without an account are questions too.
  const questions = db
    .selectFrom('colleague_questions')
    .where('email', 'in', ['denise.whitlock@example.com', 'marta.quintana@example.com'])
  const asked = await questions.where('question', 'like', '%?').select('last_opened_at').execute()
  expect(asked.filter(({ last_opened_at }) => last_opened_at === null)).toHaveLength(1)
  expect(asked).toHaveLength(2)
  const named = await db
    .selectFrom('applications')
    .select('email')
    .where('email', 'in', Object.keys(DEMO_DISCUSSIONS))
    .execute()
  expect(named).toHaveLength(Object.keys(DEMO_DISCUSSIONS).length)
})

test('the demo has tags in several colors on a third of its applications, applications of each person, and their sources', async () => {
  await using used = new AsyncDisposableStack()
  const { db } = await load(used, new Date('2026-11-22T12:00:00.000Z'))
  const tags = await listTags(db)
  expect(tags.length).toBeGreaterThanOrEqual(5)
  expect(new Set(tags.map(({ color }) => color)).size).toBe(tags.length)
  const all = await db.selectFrom('applications').select(['id', 'source', 'assignee_id', 'job_id']).execute()
  const tagged = await db.selectFrom('application_tags').select('application_id').distinct().execute()
  expect(tagged.length / all.length).toBeGreaterThan(0.3)
  const sources = all.flatMap(({ source }) => source ?? [])
  expect(sources.filter((source) => readSource(source) !== source)).toEqual([])
  expect(new Set(sources)).toEqual(new Set(['linkedin', 'indeed', 'referral', 'embed', 'newsletter', 'alert']))
  expect(sources.length / all.length).toBeGreaterThan(0.7)
  const people = await listPeople(db)
  for (const { id, role, assignments } of people) {
    const own = all.filter(({ assignee_id }) => assignee_id === id)
    expect(own.length).toBeGreaterThan(2)
    const seen = assignments.map(({ jobId }) => jobId)
    if (role === 'hiring_manager') expect(own.filter(({ job_id }) => !seen.includes(job_id ?? 0))).toEqual([])
  }
})

test('the demo has scorecards by the criteria of two postings, and a mention that its owner has not read', async () => {
  await using used = new AsyncDisposableStack()
  const now = new Date('2026-11-22T12:00:00.000Z')
  const { db } = await load(used, now)
  const people = new Map((await listPeople(db)).map(({ username, id }) => [username, id]))
  const owner = people.get('admin') ?? 0
  const cards = await db.selectFrom('scorecards').selectAll().execute()
  expect(cards.filter(({ created_at }) => created_at > now.toISOString())).toEqual([])
  const read = await Promise.all(
    [...new Set(cards.map(({ application_id }) => application_id))].map((id) =>
      readScorecards(db, id, { accountId: owner }),
    ),
  )
  expect(read.filter(({ criteria }) => criteria.length > 0)).toHaveLength(2)
  expect(read.map(({ own, others }) => [own !== null, others.length]).toSorted()).toEqual([
    [false, 1],
    [false, 2],
    [true, 2],
  ])
  const notices = await db.selectFrom('notices').select(['account_id', 'kind', 'read_at']).execute()
  expect(notices.filter(({ account_id }) => account_id === owner)).toEqual([
    { account_id: owner, kind: 'mentioned', read_at: null },
  ])
})
