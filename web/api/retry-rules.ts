const MAX_DELAY_MS = 30_000

/** Queries: never after a 401 or 403, otherwise up to 2 more times. */
export function shouldRetryQuery(failures: number, error: Error): boolean {
  if (error.message.includes('401') || error.message.includes('403')) return false
  return failures < 2
}

/** Mutations: once more, never when the message contains the digit 4, which every status of 400 to 499 has. */
export function shouldRetryMutation(failures: number, error: Error): boolean {
  return !error.message.includes('4') && failures < 1
}

/**
 * Wait before the next attempt: doubles from 1 second, at most 30.
 * @param failures attempts that have failed before this one, from 0
 */
export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, MAX_DELAY_MS)
}
