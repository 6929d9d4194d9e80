import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { plansOf } from '../../../test/databases/query-plans.ts'
import { makeTestDatabase, type TestDatabase } from '../../../test/databases/test-database.ts'
import { countOtherWork } from '../../../test/other-work.ts'
import { engineOf } from '../database/engine.ts'
import type { OutboxTaskRow, Tables } from '../database/tables.ts'
import { claimTask } from './claim-task.ts'
import { type Outbox, startOutbox } from './outbox.ts'
import { finishTask, postponeTask, renewLease, scheduleTask, scheduleTasks } from './outbox-queries.ts'
import { defineTask, handleTask, KindPaused, PRIORITY, type TaskAttempt } from './task-kinds.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const LEASE_MS = 60_000
const moveTask = defineTask('move', z.object({ from: z.string() }))
const countTask = defineTask('count', z.object({ afterId: z.int() }).catch({ afterId: 0 }))
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds)

let folder: string
let database: TestDatabase
let db: Kysely<Tables>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-outbox-'))
  database = await makeTestDatabase(folder)
  db = database.db
  await scheduleTask(db, moveTask({ from: 'here' }), NOW)
})
afterEach(async () => {
  await database.remove()
  await rm(folder, { recursive: true, force: true })
})

const claim = async (at: Date) => (await claimTask(db, at, { leaseMs: LEASE_MS }))?.task as OutboxTaskRow
const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as FastifyBaseLogger
/** Starts an outbox with one function for every task. */
function start(handle: (payload?: unknown) => Promise<void>, isPaused?: () => boolean): Outbox {
  const handlers = [handleTask(moveTask, handle), handleTask(countTask, handle)]
  return startOutbox({ db, clock: () => NOW, log, handlers, ...(isPaused && { isPaused }) })
}
const stored = () => db.selectFrom('outbox_tasks').selectAll().executeTakeFirst()

test('a task is claimed once until its lease ends, and again when its worker has died', async () => {
  expect(await claim(NOW)).toMatchObject({ attempts: 1 })
  expect(await claim(later(LEASE_MS - 1))).toBeUndefined()
  expect(await claim(later(LEASE_MS))).toMatchObject({ attempts: 2 })
})

test('a worker that renews its lease keeps its task', async () => {
  await renewLease(db, await claim(NOW), later(2 * LEASE_MS))
  expect(await claim(later(LEASE_MS))).toBeUndefined()
})

test('a worker that has lost its task can neither finish it, nor postpone it, nor renew its lease', async () => {
  const lost = await claim(NOW)
  const held = await claim(later(LEASE_MS))
  await finishTask(db, lost)
  await postponeTask(db, lost, later(9 * LEASE_MS), 'too late')
  await renewLease(db, lost, later(9 * LEASE_MS))
  expect(await stored()).toEqual(held)
  await finishTask(db, held)
  expect(await stored()).toBeUndefined()
})

test.each([
  [1, 1_000],
  [2, 2_000],
  [8, 128_000],
  [11, 15 * 60_000],
  [500, 15 * 60_000],
])('attempt %i that fails is followed by the next after about %i ms', async (attempt, delay) => {
  await db
    .updateTable('outbox_tasks')
    .set({ attempts: attempt - 1 })
    .execute()
  const outbox = start(() => Promise.reject(new Error('not now')))
  const failed = await vi.waitUntil(async () => {
    const task = await stored()
    return task?.last_error ? task : undefined
  })
  await outbox.stop()
  expect(failed).toMatchObject({ attempts: attempt, last_error: 'not now' })
  const waited = Date.parse(failed.run_after) - NOW.getTime()
  expect(waited).toBeLessThanOrEqual(delay)
  expect(waited).toBeGreaterThanOrEqual(0.75 * delay - 1)
})

test('while it is paused no task begins, and afterwards every one does, without a wake', async () => {
  let runs = 0
  let isPaused = true
  const handle = vi.fn(async () => undefined)
  const outbox = start(handle, () => {
    runs += 1
    return isPaused
  })
  await vi.waitUntil(() => runs >= 3)
  expect(handle).not.toHaveBeenCalled()
  expect(await stored()).toMatchObject({ attempts: 0 })
  isPaused = false
  await vi.waitUntil(async () => (await stored()) === undefined, { timeout: 10_000 })
  await outbox.stop()
  expect(handle).toHaveBeenCalledOnce()
})

test.each([
  ['is no JSON', { payload: '{"from":' }],
  ['lacks a part of its payload', { payload: '{}' }],
  ['is of a kind that another version knows', { kind: 'constructor', payload: '{}' }],
])('a task that %s stays with plain words, and delays no other', async (_what, change) => {
  await db.updateTable('outbox_tasks').set(change).execute()
  await scheduleTask(db, countTask({ afterId: 0 }), NOW)
  const handle = vi.fn(async () => undefined)
  const outbox = start(handle)
  const left = await vi.waitUntil(async () => {
    const tasks = await db.selectFrom('outbox_tasks').selectAll().execute()
    return tasks.length === 1 && tasks[0]?.last_error ? tasks[0] : undefined
  })
  await outbox.stop()
  expect(handle).toHaveBeenCalledOnce()
  expect(left).toMatchObject({
    ...change,
    last_error: expect.stringMatching(/^This task cannot be read: .*row \d+ of/),
  })
  expect(Date.parse(left.run_after)).toBeGreaterThan(NOW.getTime())
})

test('an unreadable task of a kind with a default runs with that', async () => {
  await db.updateTable('outbox_tasks').set({ kind: 'count', payload: 'half a te' }).execute()
  const handle = vi.fn(async () => undefined)
  const outbox = start(handle)
  await vi.waitUntil(async () => (await stored()) === undefined)
  await outbox.stop()
  expect(handle).toHaveBeenCalledWith({ afterId: 0 }, expect.anything())
})

test('a start runs what a clock that was a year ahead has put off', async () => {
  const ahead = later(365 * 24 * 60 * LEASE_MS)
  await db.updateTable('outbox_tasks').set({ attempts: 3, run_after: ahead.toISOString() }).execute()
  await scheduleTask(db, countTask({ afterId: 1 }), ahead)
  const handle = vi.fn(async () => undefined)
  const outbox = start(handle)
  await vi.waitUntil(async () => (await stored()) === undefined, { timeout: 10_000 })
  await outbox.stop()
  expect(handle).toHaveBeenCalledTimes(2)
})

test('a task with an invalid time does not keep the worker awake', async () => {
  await db.updateTable('outbox_tasks').set({ run_after: '2026-03-01T12:00:01 or so' }).execute()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  const outbox = start(() => Promise.resolve())
  // It sleeps until it looks for the tasks of other processes.
  await vi.waitUntil(() => timers.mock.calls.some(([, delay]) => delay === 30_000), { timeout: 10_000 })
  await outbox.stop()
  expect(await stored()).toMatchObject({ attempts: 0 })
})

test('of a kind that runs one at a time, no two tasks run at once, and other kinds do not wait for it', async () => {
  await scheduleTasks(db, [moveTask({ from: 'there' }), countTask({ afterId: 1 })], NOW)
  const begun: unknown[] = []
  const first = Promise.withResolvers<void>()
  const handle = async (payload: unknown) => {
    begun.push(payload)
    await first.promise
  }
  const handlers = [handleTask(moveTask, handle, { atOnce: 1 }), handleTask(countTask, handle)]
  const outbox = startOutbox({ db, clock: () => NOW, log, handlers })
  await vi.waitUntil(() => begun.length === 2)
  // It is behind the task that waits, which would begin first if it could.
  await scheduleTask(db, countTask({ afterId: 2 }), NOW)
  outbox.wake()
  await vi.waitUntil(() => begun.length === 3)
  expect(begun).toEqual([{ from: 'here' }, { afterId: 1 }, { afterId: 2 }])
  first.resolve()
  await vi.waitUntil(async () => (await stored()) === undefined)
  await outbox.stop()
  expect(begun).toHaveLength(4)
})

test('a search for the next task that fails is logged with its error', async () => {
  const warn = vi.spyOn(log, 'warn')
  const failure = new Error('the database does not answer')
  const failing: KyselyPlugin = {
    transformQuery: () => {
      throw failure
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const outbox = startOutbox({ db: db.withPlugin(failing), clock: () => NOW, log, handlers: [] })
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith({ err: failure }, 'next outbox task not found'))
  await outbox.stop()
})

test('a task that a stop interrupts is no warning, and stays for the next start', async () => {
  const warn = vi.spyOn(log, 'warn')
  const begun = Promise.withResolvers<void>()
  const interrupted = Promise.withResolvers<void>()
  const outbox = start(() => {
    begun.resolve()
    return interrupted.promise
  })
  await begun.promise
  const stopped = outbox.stop()
  interrupted.reject(new Error('interrupted'))
  await stopped
  expect(warn).not.toHaveBeenCalled()
  expect(await stored()).toMatchObject({ attempts: 1, last_error: 'interrupted' })
})

test('tasks that wait for others, as many as may, hold up no task of another kind', async () => {
  const mayEnd = Promise.withResolvers<void>()
  await scheduleTasks(
    db,
    Array.from({ length: 9 }, () => moveTask({ from: 'here' })),
    NOW,
  )
  const moving = vi.fn(() => mayEnd.promise)
  const move = (_payload: unknown, { letOthersRun }: TaskAttempt) => {
    letOthersRun()
    return moving()
  }
  const handlers = [
    handleTask(moveTask, move, { atOnce: 1, waitingAtOnce: 4 }),
    handleTask(countTask, async () => undefined),
  ]
  const outbox = startOutbox({ db, clock: () => NOW, log, handlers })
  await vi.waitUntil(() => moving.mock.calls.length === 4)
  await scheduleTask(db, countTask({ afterId: 1 }), NOW)
  outbox.wake()
  const counts = db.selectFrom('outbox_tasks').select('id').where('kind', '=', 'count')
  await vi.waitUntil(async () => (await counts.execute()).length === 0)
  expect(moving).toHaveBeenCalledTimes(4)
  mayEnd.resolve()
  await vi.waitUntil(async () => (await stored()) === undefined)
  await outbox.stop()
})

test('people go first, then each share in turn, and what waits for last goes last', async () => {
  await db.deleteFrom('outbox_tasks').execute()
  const move = (from: string, place: { priority?: number; share?: string } = {}) => ({
    ...moveTask({ from }),
    ...place,
  })
  const flood = Array.from({ length: 6 }, (_, index) => move(`flood ${index}`, { share: 'flood' }))
  await scheduleTasks(db, flood, NOW)
  const run: unknown[] = []
  const claimNext = async () => {
    const task = await claim(NOW)
    if (task) run.push(moveTask.read(task)?.from)
    if (task) await finishTask(db, task)
    return task !== undefined
  }
  await claimNext()
  await claimNext()
  await scheduleTask(db, move('late', { priority: PRIORITY.last, share: 'late' }), NOW)
  await scheduleTasks(
    db,
    [move('ana', { share: 'ana' }), move('bo', { share: 'bo' }), move('bo again', { share: 'bo' })],
    NOW,
  )
  await scheduleTask(db, move('decision', { priority: PRIORITY.people }), NOW)
  while (await claimNext());
  expect(run).toEqual([
    ...['flood 0', 'flood 1', 'decision', 'flood 2', 'ana', 'bo', 'flood 3', 'bo again', 'flood 4', 'flood 5', 'late'],
  ])
})

const BACKLOG = 1_000
const scheduleBacklog = async () => {
  const tasks = Array.from({ length: BACKLOG }, (_, index) => moveTask({ from: `place ${index}` }))
  for (let at = 0; at < tasks.length; at += 500) await scheduleTasks(db, tasks.slice(at, at + 500), NOW)
}

test('while a backlog of tasks is put into line, other work goes on', async () => {
  await scheduleBacklog()
  const otherWork = countOtherWork()
  await claim(NOW)
  expect(otherWork()).toBeGreaterThanOrEqual(BACKLOG / 100)
})

test('while a backlog of tasks is done that wait for nothing, other work goes on', async () => {
  await scheduleBacklog()
  const allDone = Promise.withResolvers<void>()
  let done = 0
  let otherWork = () => 0
  const outbox = start(async () => {
    done += 1
    if (done === 1) otherWork = countOtherWork()
    if (done === BACKLOG) allDone.resolve()
  })
  await allDone.promise
  // Each slice of work takes 5 ms, in which a fast machine does some dozen tasks.
  expect(otherWork()).toBeGreaterThanOrEqual(BACKLOG / 200)
  await outbox.stop()
})

test('a stop does not wait until a backlog of tasks is in line', async () => {
  await scheduleBacklog()
  const handle = vi.fn(async () => undefined)
  const outbox = start(handle)
  const inLine = async () => {
    const { count } = await db
      .selectFrom('outbox_tasks')
      .select(({ fn }) => fn.count<number>('turn').as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  while ((await inLine()) === 0) await yieldToOthers()
  await outbox.stop()
  expect(await inLine()).toBeLessThan(BACKLOG)
  expect(handle).not.toHaveBeenCalled()
})

test('a kind that is paused runs nothing for so long, then what was first in line and not what it had begun with', async () => {
  await db.deleteFrom('outbox_tasks').execute()
  let now = NOW
  let isFull = true
  let tries = 0
  const run: string[] = []
  const handlers = [
    handleTask(
      moveTask,
      async ({ from }) => {
        tries += 1
        if (isFull) throw new KindPaused(NOW, later(LEASE_MS))
        run.push(from)
      },
      { atOnce: 1 },
    ),
    handleTask(countTask, async () => void run.push('another kind')),
  ]
  await scheduleTasks(
    db,
    ['first', 'second'].map((from) => moveTask({ from })),
    NOW,
  )
  const outbox = startOutbox({ db, clock: () => now, log, handlers })
  const inLine = db.selectFrom('outbox_tasks').select('attempts').where('turn', 'is not', null)
  await vi.waitUntil(async () => tries === 1 && (await inLine.execute()).length === 2)
  // A pause is no attempt.
  expect(await inLine.execute()).toEqual([{ attempts: 0 }, { attempts: 0 }])
  await scheduleTask(db, countTask({ afterId: 1 }), NOW)
  await scheduleTask(db, { ...moveTask({ from: 'decision' }), priority: PRIORITY.people }, NOW)
  outbox.wake()
  const ofAnotherKind = db.selectFrom('outbox_tasks').select('id').where('kind', '=', 'count')
  await vi.waitUntil(async () => run.length === 1 && (await ofAnotherKind.execute()).length === 0)
  expect(run).toEqual(['another kind'])
  isFull = false
  now = later(LEASE_MS)
  outbox.wake()
  await vi.waitUntil(async () => (await stored()) === undefined)
  await outbox.stop()
  expect(run).toEqual(['another kind', 'decision', 'first', 'second'])
})

test('a pause from a priority on lets what goes before it run, and then what was held', async () => {
  await db.deleteFrom('outbox_tasks').execute()
  let now = NOW
  const run: string[] = []
  const move = async ({ from }: { from: string }, { priority }: TaskAttempt) => {
    if (priority === PRIORITY.last && now === NOW) throw new KindPaused(NOW, later(LEASE_MS), PRIORITY.last)
    run.push(from)
  }
  const news = ['news', 'more news'].map((from) => ({ ...moveTask({ from }), priority: PRIORITY.last }))
  await scheduleTasks(db, news, NOW)
  const outbox = startOutbox({ db, clock: () => now, log, handlers: [handleTask(moveTask, move, { atOnce: 1 })] })
  const held = db.selectFrom('outbox_tasks').select('last_error').where('last_error', 'is not', null)
  await vi.waitUntil(async () => (await held.execute()).length > 0)
  await scheduleTask(db, moveTask({ from: 'receipt' }), NOW)
  await scheduleTask(db, { ...moveTask({ from: 'decision' }), priority: PRIORITY.people }, NOW)
  outbox.wake()
  await vi.waitUntil(() => run.length === 2)
  now = later(LEASE_MS)
  outbox.wake()
  await vi.waitUntil(async () => (await stored()) === undefined)
  await outbox.stop()
  expect(run).toEqual(['decision', 'receipt', 'news', 'more news'])
})

test('a claim reads no more rows with many tasks waiting, also of kinds that may not run', async ({ skip }) => {
  // PostgreSQL's plans depend on statistics.
  if (engineOf(db) !== 'sqlite') skip()
  const plans = await plansOf(db, (noted) =>
    claimTask(noted, NOW, { leaseMs: LEASE_MS, except: new Map([['move', PRIORITY.usual]]) }),
  )
  const steps = plans.flatMap((plan) => plan.split('; ')).filter((step) => step.includes('outbox_tasks'))
  expect(steps.length).toBeGreaterThan(3)
  for (const step of steps)
    expect(step).toMatch(
      /^SEARCH outbox_tasks USING (COVERING )?(INDEX outbox_tasks_by_(time|turn|share)|INTEGER PRIMARY KEY)/,
    )
})
