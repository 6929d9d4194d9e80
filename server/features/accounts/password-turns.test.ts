import { expect, test } from 'vitest'
import { createTurns } from './password-turns.ts'

/** Work that goes on until it is told to end. */
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
const stranger = (network: string) => ({ network, isKnown: false })

test('so much runs at once, the rest waits for its turn in order, and more is refused with a time to come back', async () => {
  const take = createTurns({ atOnce: 2, waiting: 2, kept: 0 })
  const works = [work(), work(), work(), work()]
  const results = works.map(({ begin }, index) => take(known(`caller ${index}`), begin))
  await settle()
  expect(works.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, false])
  await expect(take(known('one more'), work().begin)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })

  works[1]?.end()
  await settle()
  expect(works.map(({ hasBegun }) => hasBegun())).toEqual([true, true, true, false])
  for (const { end } of works) end()
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done', 'done'])
})

test('work that fails gives its place to the next', async () => {
  const take = createTurns({ atOnce: 1, waiting: 1, kept: 0 })
  const [broken, next] = [work(), work()]
  const first = expect(take(known('a'), broken.begin)).rejects.toThrow('broken')
  const second = take(known('b'), next.begin)
  broken.fail()
  next.end()
  await first
  expect(await second).toBe('done')
})

test('a network has half of the places at most where it is known, and a third where it is not', async () => {
  for (const [caller, share] of [
    [known('flood'), 3],
    [stranger('flood'), 2],
  ] as const) {
    const take = createTurns({ atOnce: 2, waiting: 4, kept: 0 })
    const works = Array.from({ length: share + 1 }, work)
    const results = works.slice(0, share).map(({ begin }) => take(caller, begin))
    await expect(take(caller, work().begin)).rejects.toMatchObject({ code: 'unavailable' })
    results.push(take(stranger('owner'), (works.at(-1) ?? work()).begin))
    for (const { end } of works) end()
    expect(await Promise.all(results)).toHaveLength(share + 1)
    expect(await take(caller, async () => 'again')).toBe('again')
  }
})

test('however many strangers come, a known network finds a place, and strangers do once one of them has left', async () => {
  const take = createTurns({ atOnce: 2, waiting: 4, kept: 2 })
  const works = Array.from({ length: 4 }, work)
  const results = works.map(({ begin }, index) => take(stranger(`stranger ${index}`), begin))
  await expect(take(stranger('one more'), work().begin)).rejects.toMatchObject({ code: 'unavailable' })
  const owner = work()
  results.push(take(known('home'), owner.begin), take(known('home'), owner.begin))
  for (const { end } of [...works, owner]) end()
  expect(await Promise.all(results)).toHaveLength(6)
  expect(await take(stranger('one more'), async () => 'in')).toBe('in')
})
