const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 30_000

/** Deferred work: requests that arrive before it runs share one run. */
export type LaterWork = {
  /** Schedules a run within so many milliseconds; after a failure, not before the next retry. */
  within(milliseconds: number): void
  stop(): void
}

/**
 * Runs work when requested, and retries until it succeeds: after 250 ms, then twice as long each time, up to 30 s.
 * @param work resolves to false when it has to be tried again
 */
export function repeatUntilDone(work: () => Promise<boolean>): LaterWork {
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
    // The next write reports a failing disk or a missing file.
    const isDone = await work().catch(() => false)
    retryMs = isDone ? 0 : Math.min(Math.max(retryMs * 2, FIRST_RETRY_MS), LAST_RETRY_MS)
    if (!isDone) plan(retryMs)
  }

  return {
    within: (milliseconds) => plan(Math.max(milliseconds, retryMs)),
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
