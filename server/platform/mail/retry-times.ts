const MINUTE_MS = 60_000
/** How long mail waits after its first attempts; then an hour each time. In minutes. */
const RETRY_MINUTES = [1, 5, 30]
const HOUR_MINUTES = 60
/** Mail that could not leave for so long has failed; mail servers keep theirs as long (RFC 5321, 4.5.4.1). */
const GIVEN_UP_MS = 5 * 24 * HOUR_MINUTES * MINUTE_MS

/** How long mail waits after an attempt that may be repeated, in milliseconds. */
export function retryDelayMs(attempts: number): number {
  return (RETRY_MINUTES[attempts - 1] ?? HOUR_MINUTES) * MINUTE_MS
}

/** Whether mail is given up. @param since its first attempt that failed */
export function isGivenUp(since: string | null, now: Date): boolean {
  return since !== null && now.getTime() - Date.parse(since) >= GIVEN_UP_MS
}
