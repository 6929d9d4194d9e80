import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatch } from './batch.ts'

const TIMES = { afterMs: 100, retryMs: 1_000 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A batch whose runs end when the test says so. */
function batchOfRuns() {
  const runs: { parts: string[]; end: (failed?: string[]) => void }[] = []
  const batch = createBatch<string>(
    (parts) => new Promise((resolve) => void runs.push({ parts: [...parts], end: (failed = []) => resolve(failed) })),
    TIMES,
  )
  const parts = () => runs.map((run) => run.parts)
  const endLast = async (failed?: string[]) => {
    runs.at(-1)?.end(failed)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { batch, parts, endLast }
}

test('what is asked for within a time is done at once, each part once', async () => {
  const { batch, parts } = batchOfRuns()
  for (const part of ['changes', 'readers', 'changes']) batch.add(part)
  await vi.advanceTimersByTimeAsync(99)
  expect(parts()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(parts()).toEqual([['changes', 'readers']])
})

test('what is asked for during a run is done by the next one, after the first has ended', async () => {
  const { batch, parts, endLast } = batchOfRuns()
  batch.add('changes')
  await vi.advanceTimersByTimeAsync(100)
  batch.add('readers')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(parts()).toEqual([['changes']])
  await endLast()
  await vi.advanceTimersByTimeAsync(100)
  expect(parts()).toEqual([['changes'], ['readers']])
  await endLast()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(parts(), 'nothing was asked for since').toHaveLength(2)
})

test('what has failed is tried again later, with what was asked for meanwhile', async () => {
  const { batch, parts, endLast } = batchOfRuns()
  batch.add('changes')
  await vi.advanceTimersByTimeAsync(100)
  batch.add('readers')
  await endLast(['changes'])
  await vi.advanceTimersByTimeAsync(999)
  expect(parts()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(parts().at(-1)?.toSorted()).toEqual(['changes', 'readers'])
})

test('a batch that has ended begins no run any more', async () => {
  const { batch, parts } = batchOfRuns()
  batch.add('changes')
  batch.end()
  batch.add('readers')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(parts()).toEqual([])
  expect(batch.isEnded()).toBe(true)
})
