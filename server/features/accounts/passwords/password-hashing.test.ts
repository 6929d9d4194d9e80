import { expect, test } from 'vitest'
import { createHashingQueue } from './password-hashing.ts'

/** Work that runs until the test ends it. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return promise
  }
  return { begin, end: () => resolve('done'), fail: () => reject(new Error('broken')), hasBegun: () => hasBegun }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

const known = (network: string) => ({ network, isKnown: true })
const unknown = (network: string) => ({ network, isKnown: false })

test('a limited number runs at once, the rest waits in order, and more is refused with a Retry-After', async () => {
  const run = createHashingQueue({ concurrency: 2, waiting: 2, reserved: 0 })
  const works = [work(), work(), work(), work()]
  const results = works.map(({ begin }, index) => run(known(`network ${index}`), begin))
  await settle()
  expect(works.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, false])
  await expect(run(known('one more'), work().begin)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })

  works[1]?.end()
  await settle()
  expect(works.map(({ hasBegun }) => hasBegun())).toEqual([true, true, true, false])
  for (const { end } of works) end()
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done', 'done'])
})

test('failed work frees its slot', async () => {
  const run = createHashingQueue({ concurrency: 1, waiting: 1, reserved: 0 })
  const [broken, next] = [work(), work()]
  const first = expect(run(known('a'), broken.begin)).rejects.toThrow('broken')
  const second = run(known('b'), next.begin)
  broken.fail()
  next.end()
  await first
  expect(await second).toBe('done')
})

test('a known network has at most half of the slots, an unknown one a third', async () => {
  for (const [client, share] of [
    [known('flood'), 3],
    [unknown('flood'), 2],
  ] as const) {
    const run = createHashingQueue({ concurrency: 2, waiting: 4, reserved: 0 })
    const works = Array.from({ length: share + 1 }, work)
    const results = works.slice(0, share).map(({ begin }) => run(client, begin))
    await expect(run(client, work().begin)).rejects.toMatchObject({ code: 'unavailable' })
    results.push(run(unknown('owner'), (works.at(-1) ?? work()).begin))
    for (const { end } of works) end()
    expect(await Promise.all(results)).toHaveLength(share + 1)
    expect(await run(client, async () => 'again')).toBe('again')
  }
})

test('unknown networks never take the reserved slots, and get in once one of them leaves', async () => {
  const run = createHashingQueue({ concurrency: 2, waiting: 4, reserved: 2 })
  const works = Array.from({ length: 4 }, work)
  const results = works.map(({ begin }, index) => run(unknown(`unknown ${index}`), begin))
  await expect(run(unknown('one more'), work().begin)).rejects.toMatchObject({ code: 'unavailable' })
  const owner = work()
  results.push(run(known('owner'), owner.begin), run(known('owner'), owner.begin))
  for (const { end } of [...works, owner]) end()
  expect(await Promise.all(results)).toHaveLength(6)
  expect(await run(unknown('one more'), async () => 'in')).toBe('in')
})
