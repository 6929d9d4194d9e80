import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as everyStep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withLimits } from './download.ts'
import { StoreFault } from './file-store.ts'

test('a download that stands still ends in a passing fault, and lets go of its source', async () => {
  const source = new Readable({ read: () => undefined })
  source.push('begun')
  const fault = await buffer(withLimits(source, 'Google', { silenceMs: 50, exchangeMs: 10_000 })).catch(
    (error: unknown) => error,
  )
  expect(fault).toBeInstanceOf(StoreFault)
  expect(fault).toMatchObject({ isPermanent: false })
  expect(source.destroyed).toBe(true)
})

test('a reader that takes its time is not cut off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const parts = Array.from({ length: 4 }, () => Buffer.alloc(100_000, 'x'))
  let length = 0
  for await (const part of withLimits(Readable.from(parts), 'Google', { silenceMs: 60, exchangeMs: 10_000 })) {
    length += part.length
    await everyStep()
    vi.advanceTimersByTime(100)
  }
  expect(length).toBe(400_000)
})

test('a reader that leaves early closes the source', async () => {
  const source = Readable.from([Buffer.from('one'), Buffer.from('two')])
  for await (const _part of withLimits(source, 'Google', { silenceMs: 1_000, exchangeMs: 10_000 })) break
  await vi.waitFor(() => expect(source.destroyed).toBe(true))
})
