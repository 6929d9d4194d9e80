import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScheduler, every, type TimedWork } from './every.ts'

const warn = vi.fn()
const error = vi.fn()
const surroundings = { log: { warn, error }, isPaused: () => false }
const timed = (run: TimedWork['run'], settings: Partial<TimedWork> = {}) => ({
  ...{ name: 'count', everyMs: 1_000, isDueAtStart: false, faultLevel: 'warn' as const, run },
  ...settings,
})

beforeEach(() => {
  vi.useFakeTimers()
  warn.mockClear()
  error.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

test('work runs at the start where it is due then, and after each pause', async () => {
  const run = vi.fn(async () => undefined)
  const work = every(timed(run, { isDueAtStart: true }), surroundings)
  const later = vi.fn(async () => undefined)
  const laterWork = every(timed(later), surroundings)
  expect([run.mock.calls.length, later.mock.calls.length]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(2_000)
  expect([run.mock.calls.length, later.mock.calls.length]).toEqual([3, 2])
  await Promise.all([work.stop(), laterWork.stop()])
  await vi.advanceTimersByTimeAsync(2_000)
  expect([run.mock.calls.length, later.mock.calls.length]).toEqual([3, 2])
})

test('work without a pause runs once', async () => {
  const run = vi.fn(async () => undefined)
  const work = every(timed(run, { everyMs: null, isDueAtStart: true }), surroundings)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(run).toHaveBeenCalledTimes(1)
  await work.stop()
})

test('work never overlaps itself', async () => {
  let isRunning = false
  let overlaps = 0
  let runs = 0
  const run = async () => {
    if (isRunning) overlaps += 1
    isRunning = true
    runs += 1
    await new Promise((done) => setTimeout(done, 2_500))
    isRunning = false
  }
  const work = every(timed(run, { isDueAtStart: true }), surroundings)
  const now = work.runNow()
  const again = work.runNow()
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all([now, again])
  expect({ overlaps, runs: runs >= 3 }).toEqual({ overlaps: 0, runs: true })
  const stopped = work.stop()
  await vi.advanceTimersByTimeAsync(2_500)
  await stopped
})

test('stopping waits for the run under way, and tells it', async () => {
  let isDone = false
  const work = every(
    timed(
      async (signal) => {
        await new Promise((done) => setTimeout(done, 500))
        isDone = signal.aborted
      },
      { isDueAtStart: true },
    ),
    surroundings,
  )
  const stopped = work.stop()
  await vi.advanceTimersByTimeAsync(500)
  await stopped
  expect(isDone).toBe(true)
  await work.runNow()
})

test.each([
  ['warn', warn],
  ['error', error],
] as const)(
  'a fault is logged as %s with the name of the work, and the next run comes at its time',
  async (faultLevel, log) => {
    const fault = new Error('made up')
    const run = vi.fn(async () => undefined).mockRejectedValueOnce(fault)
    const work = every(timed(run, { faultLevel }), surroundings)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(log).toHaveBeenCalledExactlyOnceWith({ err: fault, work: 'count' }, 'work not done')
    expect(run).toHaveBeenCalledTimes(2)
    await work.stop()
  },
)

test('nothing runs while writing is paused', async () => {
  let isPaused = true
  const run = vi.fn(async () => undefined)
  const work = every(timed(run, { isDueAtStart: true }), { ...surroundings, isPaused: () => isPaused })
  await work.runNow()
  expect(run).not.toHaveBeenCalled()
  isPaused = false
  await work.runNow()
  expect(run).toHaveBeenCalledTimes(1)
  await work.stop()
})

test('two pieces of work with the same name are a fault, and the first goes on', async () => {
  const [run, other] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
  const scheduler = createScheduler(surroundings)
  scheduler.add(timed(run))
  expect(() => scheduler.add(timed(other, { isDueAtStart: true }))).toThrow('named count')
  await scheduler.runNow('count')
  expect([run.mock.calls.length, other.mock.calls.length]).toEqual([1, 0])
  await scheduler.stop()
})

test('what is due at the start runs two pieces at a time, and every piece', async () => {
  const scheduler = createScheduler(surroundings)
  let underWay = 0
  let most = 0
  const ended: string[] = []
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    const run = async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((done) => setTimeout(done, 100))
      underWay -= 1
      ended.push(name)
    }
    scheduler.add(timed(run, { name, everyMs: null, isDueAtStart: true }))
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect({ most, ended }).toEqual({ most: 2, ended: ['one', 'two', 'three', 'four', 'five'] })
  await scheduler.stop()
})
