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

test('so much runs at once, the rest waits for its turn in order, and more is refused with a time to come back', async () => {
  const take = createTurns({ atOnce: 2, waiting: 2 })
  const works = [work(), work(), work(), work()]
  const results = works.map(({ begin }, index) => take(`caller ${index}`, begin))
  await settle()
  expect(works.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, false])
  await expect(take('one more', work().begin)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })

  works[1]?.end()
  await settle()
  expect(works.map(({ hasBegun }) => hasBegun())).toEqual([true, true, true, false])
  for (const { end } of works) end()
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done', 'done'])
})

test('work that fails gives its place to the next', async () => {
  const take = createTurns({ atOnce: 1, waiting: 1 })
  const [broken, next] = [work(), work()]
  const first = expect(take('a', broken.begin)).rejects.toThrow('broken')
  const second = take('b', next.begin)
  broken.fail()
  next.end()
  await first
  expect(await second).toBe('done')
})

test('one caller has half of the places at most, so that another always finds one', async () => {
  const take = createTurns({ atOnce: 2, waiting: 2 })
  const [first, second, owner] = [work(), work(), work()]
  const results = [take('flood', first.begin), take('flood', second.begin)]
  await expect(take('flood', work().begin)).rejects.toMatchObject({ code: 'unavailable' })
  results.push(take('owner', owner.begin))
  for (const { end } of [first, second, owner]) end()
  expect(await Promise.all(results)).toHaveLength(3)
  expect(await take('flood', async () => 'again')).toBe('again')
})
