import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** Time for which long work goes on before other requests get their turn, in milliseconds. */
const TURN_MS = 5

/** Does long work in steps, and lets other requests have their turn between them. @param steps pauses at each `yield` */
export async function takeTurns<Result>(steps: Generator<unknown, Result, void>): Promise<Result> {
  let turnBegan = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - turnBegan < TURN_MS) continue
    await yieldToOthers()
    turnBegan = performance.now()
  }
}
