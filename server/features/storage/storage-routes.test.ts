import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, rm, rmdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StorageStatus } from '../../../contract/site/storage.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { apply, insertApplicant } from '../../../test/factories.ts'
import { setReplicaState } from '../../../test/stores/replica-states.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import type { ReplicaRow } from '../../platform/database/tables.ts'
import { scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import { unreadableTask } from '../../platform/outbox/task-kinds.ts'
import { expectReplicas, insertResume } from '../resumes/resume-queries.ts'
import { checkResumesTask, deleteResumeTask, replicateResumeTask } from '../resumes/resume-task-kinds.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let admin: { authorization: string }
beforeEach(async () => {
  app = await startTestApp()
  admin = await app.signIn()
})
afterEach(() => app.stop())

const NOW = new Date('2026-03-02T10:00:00.000Z')
const readStatus = async () =>
  (await (await app.request(ADMIN_API.storage, { headers: admin })).json()) as StorageStatus
const requestCheck = () => app.request(ADMIN_API.storageCheck, { method: 'POST', headers: admin })

type States = { local?: ReplicaRow['state']; drive?: ReplicaRow['state']; createdAt?: string; error?: string }

/** Inserts a resume whose replicas have the given states; there is no file. @returns the id of the resume */
async function insertReplicas({ local = 'stored', drive, createdAt, error }: States): Promise<number> {
  const id = await insertApplicant(app.db, createdAt ? { created_at: createdAt } : {})
  const facts = { original_name: 'resume.pdf', kind: 'pdf', size: 1, sha256: 'none', scan: null } as const
  const resumeId = await insertResume(app.db, {
    application_id: id,
    ...facts,
    store: 'local',
    key: randomUUID(),
    now: NOW,
  })
  await setReplicaState(app.db, { resume_id: resumeId, store: 'local' }, local, { now: NOW })
  if (!drive) return resumeId
  const replica = { resume_id: resumeId, store: 'google-drive' } as const
  await expectReplicas(app.db, [resumeId], replica.store, NOW)
  await setReplicaState(app.db, replica, drive, { error: error ?? null, now: NOW })
  return resumeId
}

/** Waits until the requested check has ended. */
function checkEnded(): Promise<StorageStatus> {
  return vi.waitUntil(async () => {
    const status = await readStatus()
    return status.check?.finishedAt ? status : undefined
  })
}

test('GET /api/admin/storage of an empty installation counts nothing', async () => {
  const response = await app.request(ADMIN_API.storage, { headers: admin })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({
    resumes: { total: 0, missing: 0, altered: 0, lost: 0 },
    stores: {
      local: { isConfigured: true, isPrimary: true, stored: 0, waiting: 0, failed: 0 },
      s3: { isConfigured: false, isPrimary: false, stored: 0, waiting: 0, failed: 0 },
      'google-drive': { isConfigured: false, isPrimary: false, stored: 0, waiting: 0, failed: 0 },
    },
    replicas: { waiting: 0, failed: 0, oldestWaiting: null, lastError: null },
    tasks: { open: 0, oldest: null, mostAttempts: 0, lastError: null },
    check: null,
  })
})

test('GET /api/admin/storage counts the replicas of every state by their store', async () => {
  const oldest = '2026-01-05T08:00:00.000Z'
  await insertReplicas({})
  await insertReplicas({ drive: 'stored' })
  await insertReplicas({ drive: 'waiting' })
  await insertReplicas({ drive: 'waiting', createdAt: oldest, error: 'The drive does not respond.' })
  await insertReplicas({ drive: 'failed' })
  await insertReplicas({ drive: 'altered' })
  await insertReplicas({ local: 'altered', drive: 'stored' })
  await insertReplicas({ local: 'missing', drive: 'stored' })

  const { resumes, stores, replicas } = await readStatus()
  expect(resumes).toEqual({ total: 8, missing: 1, altered: 2, lost: 0 })
  expect(stores).toMatchObject({
    local: { stored: 6 },
    'google-drive': { isConfigured: false, stored: 3, waiting: 2, failed: 1 },
  })
  expect(replicas).toEqual({
    waiting: 2,
    failed: 1,
    oldestWaiting: oldest,
    lastError: { store: 'google-drive', message: 'The drive does not respond.', at: NOW.toISOString() },
  })
})

test('GET /api/admin/storage counts a resume as lost when no store has it as it was received', async () => {
  await insertReplicas({ local: 'missing' })
  await insertReplicas({ local: 'altered', drive: 'missing' })
  await insertReplicas({ local: 'missing', drive: 'waiting' })
  await insertReplicas({ local: 'missing', drive: 'stored' })
  expect((await readStatus()).resumes).toMatchObject({ missing: 4, altered: 1, lost: 3 })
})

test('GET /api/admin/storage still counts a resume as lost once its only replica could not be made again', async () => {
  const id = await insertReplicas({ drive: 'failed', error: 'No other store has the file as it was received.' })
  await app.db.deleteFrom('resume_replicas').where('store', '=', 'local').where('resume_id', '=', id).execute()
  expect((await readStatus()).resumes).toMatchObject({ total: 1, missing: 0, altered: 0, lost: 1 })
})

test('GET /api/admin/storage reports open tasks, but not the planned check', async () => {
  const now = new Date()
  await scheduleTask(app.db, deleteResumeTask({ store: 'local', key: randomUUID() }), now, HOUR_MS)
  await scheduleTask(app.db, replicateResumeTask({ resumeId: 1, store: 'google-drive' }), now, HOUR_MS)
  await scheduleTask(app.db, checkResumesTask({ afterId: 0, isFull: false }), now, HOUR_MS)
  await app.db.updateTable('outbox_tasks').set({ attempts: 7 }).where('kind', '=', 'replicate-resume').execute()
  const tasks = { open: 2, oldest: now.toISOString(), mostAttempts: 7 }
  expect((await readStatus()).tasks).toEqual({ ...tasks, lastError: null })
  await app.db.updateTable('outbox_tasks').set({ last_error: 'lacks a right' }).execute()
  expect((await readStatus()).tasks).toEqual({ ...tasks, lastError: 'lacks a right' })
})

test('GET /api/admin/storage says which task cannot be read, whatever its kind and time', async () => {
  await scheduleTask(app.db, replicateResumeTask({ resumeId: 1, store: 's3' }), new Date(), HOUR_MS)
  const lastError = unreadableTask({ id: 1 })
  await app.db.updateTable('outbox_tasks').set({ payload: '{', created_at: 'never', last_error: lastError }).execute()
  expect((await readStatus()).tasks).toEqual({ open: 1, oldest: null, mostAttempts: 0, lastError })
})

test('POST /api/admin/storage/check reads every file and finds what is missing or altered', async () => {
  const [, altered, missing] = [await apply(app), await apply(app), await apply(app)]
  await appendFile(await app.resumePath(altered), 'x')
  await rm(await app.resumePath(missing))

  const response = await requestCheck()
  expect(response.status).toBe(202)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(((await response.json()) as StorageStatus).check).toMatchObject({ total: 3 })
  const { resumes, stores, check } = await checkEnded()
  const next = await app.db.selectFrom('outbox_tasks').select('run_after').executeTakeFirstOrThrow()
  expect(Date.parse(next.run_after) - Date.now(), 'the next check is planned').toBeLessThanOrEqual(4 * HOUR_MS)
  expect(resumes).toEqual({ total: 3, missing: 1, altered: 1, lost: 2 })
  expect(stores.local.stored).toBe(1)
  expect(check).toMatchObject({ total: 3, checked: 3 })
})

test('POST /api/admin/storage/check reads again what was compared just now', async () => {
  const id = await apply(app)
  await requestCheck()
  expect(await checkEnded()).toMatchObject({ stores: { local: { stored: 1 } }, resumes: { altered: 0 } })
  await appendFile(await app.resumePath(id), 'x')
  await requestCheck()
  expect(await checkEnded()).toMatchObject({ stores: { local: { stored: 0 } }, resumes: { altered: 1, lost: 1 } })
})

test('POST /api/admin/storage/check goes through more resumes than one slice and counts each once', async () => {
  for (let resume = 0; resume < 130; resume += 1) await insertReplicas({})
  await requestCheck()
  const { resumes, stores, check } = await checkEnded()
  expect(check).toMatchObject({ total: 130, checked: 130 })
  expect(resumes).toMatchObject({ missing: 130, lost: 130 })
  expect(stores.local.stored).toBe(0)
})

test('a file that cannot be read is counted as missing and does not stop the check of the others', async () => {
  const [unreadable] = [await apply(app), await apply(app)]
  const path = await app.resumePath(unreadable)
  await rm(path)
  await mkdir(path)
  await requestCheck()
  expect(await checkEnded()).toMatchObject({ stores: { local: { stored: 1 } }, resumes: { missing: 1, lost: 1 } })
  await rmdir(path)
})

test('a stalled check says why, and continues once it can', async () => {
  // What the check finds cannot be stored.
  await appendFile(await app.resumePath(await apply(app)), 'x')
  await sql`alter table resume_replicas rename column checked_at to checked_away`.execute(app.db)
  await requestCheck()
  const check = await vi.waitUntil(
    async () => {
      const status = await readStatus()
      return status.check?.lastError ? status.check : undefined
    },
    { timeout: 10_000 },
  )
  expect(check).toMatchObject({ finishedAt: null, checked: 0, lastError: expect.stringContaining('checked_at') })
  await sql`alter table resume_replicas rename column checked_away to checked_at`.execute(app.db)
  const ended = await checkEnded()
  expect(ended.check).toMatchObject({ checked: 1, lastError: null })
})

test('POST /api/admin/storage/check does nothing while a check is under way', async () => {
  const underway = { started_at: NOW.toISOString(), finished_at: null, total: 5_310, checked: 1_204 }
  await app.db
    .insertInto('resume_check')
    .values({ id: 1, ...underway })
    .execute()
  const response = await requestCheck()
  expect(response.status).toBe(202)
  expect(((await response.json()) as StorageStatus).check).toEqual({
    startedAt: underway.started_at,
    finishedAt: null,
    total: 5_310,
    checked: 1_204,
    lastError: null,
  })
  expect(await app.db.selectFrom('outbox_tasks').selectAll().execute()).toEqual([])
})

test('the status and the check need a sign-in', async () => {
  expect((await app.request(ADMIN_API.storage)).status).toBe(401)
  expect((await app.request(ADMIN_API.storageCheck, { method: 'POST' })).status).toBe(401)
  expect(await app.db.selectFrom('resume_check').selectAll().execute()).toEqual([])
})
