import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** Time for which long work goes on before it yields to other requests, in milliseconds. */
const SLICE_MS = 5

/** Makes what tells long work when to yield to other requests: ask it after each step. */
export function createYielder(): { isDue(): boolean; yieldToOthers(): Promise<void> } {
  let sliceBegan = performance.now()
  return {
    isDue: () => performance.now() - sliceBegan >= SLICE_MS,
    yieldToOthers: async () => {
      await yieldToOthers()
      sliceBegan = performance.now()
    },
  }
}

/** Does long work in steps, and yields to other requests between them. @param steps pauses at each `yield` */
export async function doInSteps<Result>(steps: Generator<unknown, Result, void>): Promise<Result> {
  const yielder = createYielder()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (yielder.isDue()) await yielder.yieldToOthers()
  }
}

/**
 * Shares the runs of long work among its callers: one is made at a time, and who calls during one shares the next. So what a
 * caller gets was begun after the call, and however many call at once, two runs serve them.
 */
export function shareRuns<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  const begin = () => {
    next = undefined
    return run()
  }
  return () => {
    if (next) return next
    next = last.then(begin, begin)
    last = next
    return next
  }
}
