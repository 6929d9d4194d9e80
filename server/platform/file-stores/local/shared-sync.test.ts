import { expect, test } from 'vitest'
import { shareSync } from './shared-sync.ts'

/** Syncs that a test ends one by one. */
function syncsInHand() {
  const begun: PromiseWithResolvers<void>[] = []
  const sync = () => {
    const one = Promise.withResolvers<void>()
    begun.push(one)
    return one.promise
  }
  return { begun, sync: shareSync(sync) }
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  await new Promise(setImmediate)
  const pending = Symbol('pending')
  return (await Promise.race([promise.catch(() => {}), Promise.resolve(pending)])) !== pending
}

test('callers that come while a sync runs share the next one, and never count on the one that runs', async () => {
  const { begun, sync } = syncsInHand()
  const first = sync()
  expect(await isSettled(first)).toBe(false)
  const [second, third] = [sync(), sync()]

  begun[0]?.resolve()
  await first
  expect(await isSettled(second)).toBe(false)
  expect(begun).toHaveLength(2)

  begun[1]?.resolve()
  await Promise.all([second, third])
})

test('a sync that fails is told to all who shared it, and to nobody after them', async () => {
  const { begun, sync } = syncsInHand()
  const shared = Promise.allSettled([sync(), sync()])
  await new Promise(setImmediate)
  const later = sync()
  begun[0]?.reject(new Error('disk'))
  expect((await shared).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await new Promise(setImmediate)
  begun[1]?.resolve()
  await later
})
