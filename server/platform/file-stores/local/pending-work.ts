import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work that a stop waits for. */
export type PendingWork = {
  /** Gives the work back. */
  follow<Result>(work: Promise<Result>): Promise<Result>
  /** Resolves when no work is pending. */
  drain(): Promise<void>
}

/** Follows work, so that a stop can wait for it. */
export function createPendingWork(): PendingWork {
  const pending = new Set<Promise<unknown>>()
  return {
    follow: (work) => {
      pending.add(work)
      const forget = () => pending.delete(work)
      work.then(forget, forget)
      return work
    },
    drain: async () => {
      do {
        await Promise.allSettled(pending)
        // The next step with a file, such as its row or its removal, begins in the same turn.
        await nextTurn()
      } while (pending.size > 0)
    },
  }
}
