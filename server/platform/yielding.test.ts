import { expect, test } from 'vitest'
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
  let others = 0
  let isDone = false
  const count = () => {
    others += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  expect(await doInSteps(slowSteps(10))).toBe('done')
  isDone = true
  expect(others).toBeGreaterThanOrEqual(10)
})

test('a fault in a step ends the work', async () => {
  function* failing() {
    yield
    throw new Error('no more')
  }
  await expect(doInSteps(failing())).rejects.toThrow('no more')
})
