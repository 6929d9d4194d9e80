import { expect, test } from 'vitest'
import { countOtherWork } from '../../test/other-work.ts'
import { doInSteps, shareRuns } from './yielding.ts'

/** Work whose steps take 6 ms each. */
function* slowSteps(count: number) {
  for (let step = 0; step < count; step += 1) {
    const end = performance.now() + 6
    while (performance.now() < end);
    yield
  }
  return 'done'
}

test('other work goes on between the steps of long work', async () => {
  const otherWork = countOtherWork()
  expect(await doInSteps(slowSteps(10))).toBe('done')
  expect(otherWork()).toBeGreaterThanOrEqual(10)
})

test('a fault in a step ends the work', async () => {
  function* failing() {
    yield
    throw new Error('no more')
  }
  await expect(doInSteps(failing())).rejects.toThrow('no more')
})

test('who calls during a run shares the next one, and a run that fails ends no other', async () => {
  let begun = 0
  const first = Promise.withResolvers<void>()
  const shared = shareRuns(async () => {
    begun += 1
    const number = begun
    if (number === 1) await first.promise
    return number
  })
  const early = shared()
  await Promise.resolve()
  const late = [shared(), shared(), shared()]
  expect(begun, 'one at a time').toBe(1)
  first.reject(new Error('no more'))
  await expect(early).rejects.toThrow('no more')
  expect(await Promise.all(late)).toEqual([2, 2, 2])
  expect(await shared()).toBe(3)
})
