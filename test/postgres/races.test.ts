import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { APPLICATION_STATUSES } from '../../contract/applications/status-lists.ts'
import type { FilledJob } from '../../contract/filling/filling.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import { countAttempt } from '../../server/features/accounts/attempts/failed-attempts.ts'
import { removeApplications } from '../../server/features/applications/changes/remove-applications.ts'
import { listHistory } from '../../server/features/audit/audit-queries.ts'
import { removeAccount } from '../../server/features/people/operate-people.ts'
import { queueMissingReplicas } from '../../server/features/resumes/queue-replicas.ts'
import { assignKey, expectReplicas, insertResume } from '../../server/features/resumes/resume-queries.ts'
import { scanResumesTask } from '../../server/features/resumes/resume-task-kinds.ts'
import { scheduleResumeTasks } from '../../server/features/resumes/resume-tasks.ts'
import { createKeyedHash } from '../../server/platform/http/client-address.ts'
import { claimTask } from '../../server/platform/outbox/claim-task.ts'
import { scheduleTask } from '../../server/platform/outbox/outbox-queries.ts'
import { adminClient } from '../admin-client.ts'
import { makeTestDatabase } from '../databases/test-database.ts'
import { applicationForm, createJob, insertApplicant } from '../factories.ts'
import { insertRacers } from '../racing-choices.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../test-app.ts'

/** What SQLite rules out by letting one transaction write at a time. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ submissionsPerHour: 3 })
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('outbox_tasks').execute()
})

const now = () => new Date()
const times = <Result>(count: number, act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))
const tasksOf = (kind: string) => app.db.selectFrom('outbox_tasks').selectAll().where('kind', '=', kind).execute()

/** Waits until a transaction waits for a lock of another one. */
const untilOneWaits = () => {
  const waiting = () =>
    sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(app.db)
  return vi.waitFor(async () => expect((await waiting()).rows).toHaveLength(1), { timeout: 2_500, interval: 20 })
}

/** @returns the ids of an application and its resume */
async function insertWithResume(): Promise<{ id: number; resumeId: number }> {
  const id = await insertApplicant(app.db)
  const facts = { original_name: 'a.pdf', kind: 'pdf', size: 1, sha256: 'x', scan: null, key: `key-${id}` } as const
  const resumeId = await insertResume(app.db, { application_id: id, ...facts, store: 'local', now: now() })
  return { id, resumeId }
}

test.each([1, 2, 3, 4, 5])('of the last two owners only one can be removed (%i)', async () => {
  await app.db.deleteFrom('accounts').execute()
  const names = ['ana', 'bea']
  await app.db
    .insertInto('accounts')
    .values(names.map((username) => ({ username, password_hash: '', created_at: '' })))
    .execute()
  const removals = await Promise.allSettled(names.map((name) => removeAccount(app.db, name, now())))
  expect(removals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await app.db.selectFrom('accounts').select('id').execute()).toHaveLength(1)
})

test('a sign-in with a password that is being changed waits for the change, and fails', async () => {
  await app.db.deleteFrom('accounts').execute()
  await app.signIn()
  let signingIn: Promise<Response> | undefined
  await app.db.transaction().execute(async (trx) => {
    await trx.updateTable('accounts').set({ password_hash: 'another' }).execute()
    signingIn = app.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(TEST_ADMIN),
    })
    await untilOneWaits()
  })
  expect((await signingIn)?.status).toBe(401)
  await app.db.deleteFrom('accounts').execute()
})

test('an applicant who is erased while offers of times are looked after holds up none of the others', async () => {
  const [erased, other] = await insertRacers(app.db, 2, ['2026-03-09T15:00:00.000Z'])
  let looking: Promise<void> | undefined
  await app.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('applications')
      .where('id', '=', erased?.applicationId ?? 0)
      .execute()
    looking = app.runWork('look-after-interview-offers')
    await untilOneWaits()
  })
  await looking
  const offers = await app.db.selectFrom('interview_offers').select(['id', 'state']).execute()
  expect(offers).toEqual([{ id: other?.offerId, state: 'expired' }])
})

test('changes made at once are recorded in the order in which they were made', async () => {
  const id = await insertApplicant(app.db)
  const headers = { ...(await app.signIn()), 'content-type': 'application/json' }
  await times(12, (index) => {
    const status = APPLICATION_STATUSES[index % APPLICATION_STATUSES.length]
    return app.request(`/api/applications/${id}`, { method: 'PATCH', headers, body: JSON.stringify({ status }) })
  })
  const history = await listHistory<{ from: string; to: string }>(app.db, 'application', id)
  const events = history.map(({ event }) => event).toReversed()
  expect(events.length).toBeGreaterThan(1)
  expect(events.map(({ from }) => from)).toEqual(['pending', ...events.map(({ to }) => to).slice(0, -1)])
})

test('no task is taken twice, and no worker stays idle while there are tasks', async () => {
  // Without an app: its own outbox would take one of them whenever it looks.
  const { db, remove } = await makeTestDatabase(app.dataDir)
  onTestFinished(remove)
  const due = new Date(1)
  for (let count = 0; count < 8; count++) await scheduleTask(db, scanResumesTask({ afterId: count }), due)
  const claimed = await times(8, () => claimTask(db, due, { leaseMs: 60_000 }))
  expect(new Set(claimed.map((each) => each?.task.id)).size).toBe(8)
  expect(claimed).not.toContain(undefined)
})

test('processes that start together plan one check, and one replica of every resume', async () => {
  await times(20, insertWithResume)
  const parts = { db: app.db, stores: { remote: [] }, clock: now, hasScanner: true }
  await times(4, () => scheduleResumeTasks(parts))
  expect(await tasksOf('check-resumes')).toHaveLength(1)
  expect(await tasksOf('scan-resumes')).toHaveLength(1)
  await times(4, () => queueMissingReplicas(app.db, 'google-drive', now))
  expect(await tasksOf('replicate-resume')).toHaveLength(20)
})

test('a replica that gets its key while its application is deleted is deleted too, or not made', async () => {
  const inserted = await times(20, insertWithResume)
  const resumeIds = inserted.map(({ resumeId }) => resumeId)
  await expectReplicas(app.db, resumeIds, 'google-drive', now())
  const outbox = { wake: () => undefined }
  const author = { by: { id: 1, username: 'admin', displayName: null }, now: now() }
  const [named] = await Promise.all([
    Promise.all(resumeIds.map((id) => assignKey(app.db, id, 'google-drive', `name-${id}`))),
    ...inserted.map(({ id }) => removeApplications({ db: app.db, outbox }, author, [id])),
  ])
  const left = new Set((await tasksOf('delete-resume')).map(({ payload }) => JSON.parse(payload).key))
  for (const name of named.filter((name) => name !== undefined)) expect(left).toContain(name)
})

test('concurrent guesses and forms are each counted, while old counts are removed', async () => {
  await app.db
    .insertInto('sign_in_failures')
    .values(Array.from({ length: 20 }, (_, index) => ({ key_hash: `${index}`, count: 9, expires_at: '2020' })))
    .execute()
  const context = { db: app.db, clock: now, hash: createKeyedHash() }
  const counted = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => countAttempt(context, { address: '192.0.2.1', username: `${index % 2}` })),
  )
  expect(counted.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  const counts = await app.db.selectFrom('sign_in_failures').select('count').orderBy('count').execute()
  expect(counts, 'of both usernames, and of the network').toEqual([{ count: 10 }, { count: 10 }, { count: 20 }])

  await app.db.insertInto('submission_counts').values({ address_hash: 'x', hour: '2020-01-01T00', count: 1 }).execute()
  const responses = await times(8, () =>
    app.request('/api/submit-application', { method: 'POST', body: applicationForm() }),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 429, 429, 429, 429, 429])
  expect(await app.db.selectFrom('submission_counts').select('count').execute()).toEqual([{ count: 3 }])
})

test('fillings, decisions and undos at the same time wait in no circle, and each applicant has one outcome', async () => {
  const jobId = await createJob(app)
  const ids = await times(20, () => insertApplicant(app.db, { job_id: jobId }))
  const { send } = adminClient(app, await app.signIn())
  const named = ids.map((id) => ({ id, version: 1 }))
  const [hired, ...reject] = named
  const filling = { version: 1, hired, reject }
  const [filled, refilled, ...decided] = await Promise.all([
    send('POST', pathTo(ADMIN_API.fillJob, jobId), filling),
    send('POST', pathTo(ADMIN_API.fillJob, jobId), { ...filling, hired: null, reject: named }),
    ...named
      .slice(10)
      .toReversed()
      .map(({ id, version }) => send('PATCH', pathTo(ADMIN_API.application, id), { status: 'interview', version })),
  ])
  expect([filled?.status, refilled?.status].toSorted()).toEqual([200, 409])
  const { changeId, rejected, refused } = (await (filled?.ok ? filled : (refilled as Response)).json()) as FilledJob
  const moved = decided.filter(({ ok }) => ok).length
  expect(decided.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
  expect(refused).toHaveLength(moved)
  expect(rejected + (filled?.ok ? 1 : 0) + moved).toBe(20)
  const undo = () => send('POST', pathTo(ADMIN_API.undoApplicationChange, changeId))
  const undone = await Promise.all([
    undo(),
    undo(),
    send('PATCH', pathTo(ADMIN_API.adminJob, jobId), { title: 'Another title' }),
  ])
  expect(undone.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
  const rows = await app.db.selectFrom('applications').select('status').where('job_id', '=', jobId).execute()
  expect(rows.filter(({ status }) => status === 'pending')).toHaveLength(20 - moved)
})
