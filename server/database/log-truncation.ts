/** Why the log is to be written back, and how soon, in milliseconds. What is deleted comes in bursts. */
const DELAY_MS = { 'a deletion': 100, 'a long log': 0, 'a write': 10 * 60_000 }
const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 30_000

/** Cuts the write-ahead log of a database from time to time. */
export type LogTruncation = {
  /** Has it cut after something that makes it worth while. */
  after(reason: keyof typeof DELAY_MS): void
  stop(): void
}

/**
 * Cuts the log when there is a reason, and again until nobody stands in the way.
 * @param truncate resolves to false when somebody does
 */
export function startTruncating(truncate: () => Promise<boolean>): LogTruncation {
  let timer: NodeJS.Timeout | undefined
  let due = Number.POSITIVE_INFINITY
  let retryMs = 0
  let isStopped = false

  const plan = (delay: number) => {
    const at = performance.now() + delay
    if (isStopped || at >= due) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(run, delay).unref()
  }
  const run = async () => {
    due = Number.POSITIVE_INFINITY
    // A disk that fails, or a file that is gone, is told by whoever wants to write.
    const isDone = await truncate().catch(() => false)
    retryMs = isDone ? 0 : Math.min(Math.max(retryMs * 2, FIRST_RETRY_MS), LAST_RETRY_MS)
    if (!isDone) plan(retryMs)
  }

  return {
    after: (reason) => plan(Math.max(DELAY_MS[reason], retryMs)),
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
