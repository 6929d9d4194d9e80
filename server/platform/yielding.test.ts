import { expect, test } from 'vitest'
import { countOtherWork } from '../../test/other-work.ts'
import { doInSteps } from './yielding.ts'

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
