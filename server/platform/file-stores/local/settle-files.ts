import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ResumeStore } from './resume-store.ts'

/**
 * Makes `close` wait for the files in hand: when the connections of a stopping server are cut, what had arrived of their
 * uploads is removed before the process ends.
 */
export function settleFiles(store: ResumeStore): ResumeStore {
  const inHand = new Set<Promise<unknown>>()
  const follow = <Result>(work: Promise<Result>): Promise<Result> => {
    inHand.add(work)
    const forget = () => inHand.delete(work)
    work.then(forget, forget)
    return work
  }
  return {
    ...store,
    stage: (content) => follow(store.stage(content)),
    keep: (file) => follow(store.keep(file)),
    discard: (file) => follow(store.discard(file)),
    close: async () => {
      do {
        await Promise.allSettled(inHand)
        // What follows on a file, such as its row or its removal, is begun in the same turn.
        await nextTurn()
      } while (inHand.size > 0)
      await store.close()
    },
  }
}
