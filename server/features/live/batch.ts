/** When work begins after the first call for it, and when it is tried again. In milliseconds. */
type BatchTimes = { afterMs: number; retryMs: number }

/**
 * Runs `work` once for all parts added within `afterMs`; runs never overlap.
 * @param work does some parts; resolves with those that have failed, which are tried again, and never rejects
 */
export function createBatch<Part>(work: (parts: ReadonlySet<Part>) => Promise<readonly Part[]>, times: BatchTimes) {
  let due = new Set<Part>()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isEnded = false

  const schedule = (inMs: number) => {
    if (!isEnded && !isRunning && !timer && due.size > 0) timer = setTimeout(run, inMs).unref()
  }
  const run = async () => {
    timer = undefined
    isRunning = true
    const parts = due
    due = new Set()
    const failed = await work(parts)
    isRunning = false
    for (const part of failed) due.add(part)
    schedule(failed.length > 0 ? times.retryMs : times.afterMs)
  }

  return {
    /** Asks for a part. */
    add: (part: Part): void => {
      due.add(part)
      schedule(times.afterMs)
    },

    /** Begins no run any more. */
    end: (): void => {
      isEnded = true
      clearTimeout(timer)
    },

    isEnded: (): boolean => isEnded,
  }
}
