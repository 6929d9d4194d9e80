import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../constraints.ts'
import { isPermanentFault } from './postgres-faults.ts'

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 2_000

/**
 * Repeats an attempt while PostgreSQL is unavailable and waiting may help.
 * @param options.limitMs how long, in milliseconds; then the last error is thrown
 * @param options.onWaiting called once, after the first attempt has failed
 */
export async function waitForPostgres<Result>(
  attempt: () => Promise<Result>,
  { limitMs, onWaiting }: { limitMs: number; onWaiting: () => void },
): Promise<Result> {
  const end = performance.now() + limitMs
  for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || isPermanentFault(error) || performance.now() + delay > end) throw error
      if (delay === FIRST_RETRY_MS) onWaiting()
      await wait(delay)
    }
  }
}
