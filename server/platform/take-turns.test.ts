import { expect, test } from 'vitest'
import { takeTurns } from './take-turns.ts'

/** Work whose steps take 6 ms each. */
function* slowSteps(count: number) {
  for (let step = 0; step < count; step += 1) {
    const end = performance.now() + 6
    while (performance.now() < end);
    yield
  }
  return 'done'
}

test('other work gets its turn between the steps of long work', async () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  expect(await takeTurns(slowSteps(10))).toBe('done')
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(10)
})

test('a fault in a step ends the work', async () => {
  function* failing() {
    yield
    throw new Error('no more')
  }
  await expect(takeTurns(failing())).rejects.toThrow('no more')
})
