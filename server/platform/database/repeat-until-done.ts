const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 30_000

/** Work that is done some time after it was asked for, once for all who asked meanwhile. */
export type LaterWork = {
  /** Has it done within so many milliseconds, unless it has just failed: it then waits for its next try. */
  within(milliseconds: number): void
  stop(): void
}

/**
 * Does something when asked to, and again until it is done: after 250 ms, and twice as long each time up to 30 s.
 * @param work resolves to false when somebody stands in the way
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
    // A disk that fails, or a file that is gone, is told by whoever wants to write.
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
