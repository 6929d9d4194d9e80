const MINUTE_MS = 60_000
/** How long mail waits after its first attempts; then an hour each time. In minutes. */
const RETRY_MINUTES = [1, 5, 30]
const HOUR_MINUTES = 60
/** Mail that could not leave with so many attempts, in two days, has failed. */
const MOST_ATTEMPTS = RETRY_MINUTES.length + 48

/** How long mail waits after an attempt that may be repeated, in milliseconds; null once there were enough. */
export function retryDelayMs(attempts: number): number | null {
  return attempts >= MOST_ATTEMPTS ? null : (RETRY_MINUTES[attempts - 1] ?? HOUR_MINUTES) * MINUTE_MS
}
