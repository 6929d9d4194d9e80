import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Work that ends when it is told to, and notes that it has begun. */
function makeWork() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { begun, work, end }
}

const NEVER = new Promise<never>(() => undefined)

test('customer prefixes are served in turn, and each has one piece of work at a time', async () => {
  const { begun, work, end } = makeWork()
  const queue = createFairQueue({ of: 'forms', atOnce: 2, ofEach: 9, inAll: 99 })
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void queue.run(name.slice(0, 1), work(name))
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('b1')
  await end('c1')
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
  await end('a2')
  expect(begun.at(-1)).toBe('a3')
})

test('a caller may have several pieces of work at a time, and no more', async () => {
  const { begun, work, end } = makeWork()
  const queue = createFairQueue({ of: 'requests', atOnce: 4, eachAtOnce: 2, ofEach: 9, inAll: 99 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void queue.run(name.slice(0, 1), work(name))
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2'])
  await end('b1')
  expect(begun.at(-1)).toBe('c1')
  await end('a1')
  expect(begun.at(-1)).toBe('a3')
})

test('work that is ended twice makes room once', async () => {
  const queue = createFairQueue({ of: 'requests', whose: 'You have', atOnce: 1, ofEach: 1, inAll: 99 })
  const end = await queue.begin('account 1')
  const next = queue.begin('account 1')
  await expect(queue.begin('account 1')).rejects.toThrow('You have too many requests waiting.')
  end()
  end()
  await next
  let isServed = false
  void queue.run('account 2', async () => {
    isServed = true
  })
  await new Promise(setImmediate)
  expect(isServed).toBe(false)
})

test('the addresses of one IPv6 /48 wait for each other', async () => {
  const { begun, work } = makeWork()
  const queue = createFairQueue({ of: 'forms', atOnce: 2, ofEach: 9, inAll: 99 })
  for (const host of ['1', '2']) void queue.run(`2001:db8:1:2::${host}`, work(host))
  await new Promise(setImmediate)
  expect(begun).toEqual(['1'])
})

test('a customer prefix with too much waiting is refused, and another is not', async () => {
  const { work, end } = makeWork()
  const queue = createFairQueue({ of: 'forms', atOnce: 1, ofEach: 2, inAll: 99 })
  for (const name of ['a1', 'a2', 'a3']) void queue.run('a', work(name))
  await expect(queue.run('a', work('a4'))).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 10 })
  const other = queue.run('b', work('b1'))
  await new Promise(setImmediate)
  await end('a1')
  await end('b1')
  expect(await other).toBe('b1')
})

test('with too much waiting in all, the customer prefix with the most gives up its newest for one with less', async () => {
  const queue = createFairQueue({ of: 'forms', atOnce: 1, ofEach: 9, inAll: 4 })
  const running = queue.run('x', () => NEVER)
  const crowd = ['a1', 'a2', 'a3', 'b1'].map((name) => queue.run(name.slice(0, 1), async () => name))
  const newcomer = queue.run('c', async () => 'c1')
  await expect(crowd[2]).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 })
  await expect(queue.run('a', async () => 'a4')).rejects.toMatchObject({ code: 'unavailable' })
  void running
  void newcomer
})

test('where each customer prefix has one place none gives it up, and a newcomer gets the next that is free', async () => {
  const { work, end } = makeWork()
  const queue = createFairQueue({ of: 'forms', atOnce: 1, ofEach: 9, inAll: 2 })
  const [running, waiting, last] = ['a', 'b', 'c'].map((prefix) => queue.run(prefix, work(prefix)))
  await expect(queue.run('d', work('d'))).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 })
  await end('a')
  const again = queue.run('d', work('d'))
  for (const prefix of ['b', 'c', 'd']) await end(prefix)
  expect(await Promise.all([running, waiting, last, again])).toEqual(['a', 'b', 'c', 'd'])
})

test('work that fails lets the next begin', async () => {
  const queue = createFairQueue({ of: 'forms', atOnce: 1, ofEach: 9, inAll: 99 })
  const failing = queue.run('a', () => Promise.reject(new Error('broken')))
  const next = queue.run('b', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
})
