import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkResumesTask, deleteResumeTask, scanResumesTask } from '../../server/features/resumes/resume-task-kinds.ts'
import { scheduleTask } from '../../server/platform/outbox/outbox-queries.ts'
import { apply } from '../factories.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000
const KEY = 'b7c5a1de-0000-4000-8000-000000000000'

let app: TestApp
let today: Date
/** Moves the clock, from whatever it was, to so many milliseconds from today. */
const setClock = (offset: number) => app.setNow(new Date(today.getTime() + offset))
beforeEach(async () => {
  app = await startTestApp({ submissionsPerHour: 1 })
  today = new Date('2026-03-01T12:00:00.000Z')
  setClock(0)
})
afterEach(() => app.stop())

async function signInWith(password: string): Promise<Response> {
  const body = JSON.stringify({ username: TEST_ADMIN.username, password })
  return app.request('/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

async function statusWith(headers: Record<string, string>): Promise<number> {
  return (await app.request('/api/applications', { headers })).status
}

test('a network that guessed while the clock was a day ahead waits no longer than 15 minutes once it is right', async () => {
  await app.signIn()
  setClock(DAY_MS)
  for (let guess = 0; guess < 10; guess += 1) await signInWith(`guess ${guess}`)
  expect((await signInWith(TEST_ADMIN.password)).status).toBe(429)
  setClock(0)
  expect((await signInWith(TEST_ADMIN.password)).status).toBe(200)
})

test('a clock that is set back after the tenth guess starts counting again, and then refuses as before', async () => {
  await app.signIn()
  for (let guess = 0; guess < 10; guess += 1) await signInWith(`guess ${guess}`)
  setClock(-DAY_MS)
  const statuses: number[] = []
  for (let guess = 0; guess < 11; guess += 1) statuses.push((await signInWith(`more ${guess}`)).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
})

test('a session begun while the clock was a day ahead does not live a day longer', async () => {
  setClock(DAY_MS)
  const ahead = await app.signIn()
  expect(await statusWith(ahead)).toBe(200)
  setClock(0)
  expect(await statusWith(ahead)).toBe(401)
  expect(await statusWith(await app.signIn())).toBe(200)
})

test('the clocks of two processes, half a minute apart, sign no account out', async () => {
  setClock(MINUTE_MS / 2)
  const headers = await app.signIn()
  setClock(0)
  expect(await statusWith(headers)).toBe(200)
})

test('with the clock a day ahead, and set back, no allowed form is refused, and each is stored', async () => {
  const ids = [await apply(app)]
  setClock(DAY_MS)
  ids.push(await apply(app))
  setClock(0)
  ids.push(await apply(app))
  setClock(-DAY_MS)
  ids.push(await apply(app))
  setClock(0)
  const list = await app.request('/api/applications', { headers: await app.signIn() })
  const sent = ((await list.json()) as { id: number }[]).map(({ id }) => id)
  expect(sent.toSorted((one, other) => one - other)).toEqual(ids)
})

test('tasks that a clock a day ahead has put off are done once it is right, a deletion after an hour', async () => {
  const ahead = new Date(today.getTime() + DAY_MS)
  await scheduleTask(app.db, scanResumesTask({ afterId: 0 }), ahead, 15 * MINUTE_MS)
  // It has failed once.
  await app.db.updateTable('outbox_tasks').set({ attempts: 1 }).where('kind', '=', 'scan-resumes').execute()
  await scheduleTask(app.db, deleteResumeTask({ store: 'local', key: KEY }), ahead, 60 * MINUTE_MS)
  await scheduleTask(app.db, checkResumesTask({ afterId: 0, isFull: false }), today, 240 * MINUTE_MS)
  // A deletion wakes the outbox, and so does half a minute without one.
  const id = await apply(app)
  await app.request(`/api/admin/applications/${id}`, { method: 'DELETE', headers: await app.signIn() })
  await vi.waitFor(
    async () => {
      const left = await app.db.selectFrom('outbox_tasks').select(['kind', 'run_after']).orderBy('kind').execute()
      expect(left).toEqual([
        { kind: 'check-resumes', run_after: new Date(today.getTime() + 240 * MINUTE_MS).toISOString() },
        { kind: 'delete-resume', run_after: new Date(today.getTime() + 60 * MINUTE_MS).toISOString() },
      ])
    },
    { timeout: 10_000 },
  )
})
