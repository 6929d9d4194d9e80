import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../constraints.ts'
import { isForGood } from './postgres-faults.ts'

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 2_000

/**
 * Does something again until PostgreSQL is there, where waiting may help.
 * @param options.limitMs how long, in milliseconds; then the last error is thrown
 * @param options.onWaiting is told once, when it did not work at the first time
 */
export async function untilReady<Done>(
  attempt: () => Promise<Done>,
  { limitMs, onWaiting }: { limitMs: number; onWaiting: () => void },
): Promise<Done> {
  const end = performance.now() + limitMs
  for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || isForGood(error) || performance.now() + delay > end) throw error
      if (delay === FIRST_RETRY_MS) onWaiting()
      await wait(delay)
    }
  }
}
