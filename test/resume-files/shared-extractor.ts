import { WorkerStopped } from '../../server/platform/bounded-worker.ts'
import { createTextExtractor, type TextExtractor } from '../../server/platform/text-extraction/text-extractor.ts'

/** The real extractor with its worker: to start one takes seven times as long as to start an app. */
const shared = createTextExtractor({ warn: () => undefined })

/** An extractor for one app: it stops at once like the app's own, and leaves the shared worker running. */
export function shareExtractor(): TextExtractor {
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  let isStopped = false
  const refuse = (): never => {
    throw new WorkerStopped()
  }
  return {
    extract: (kind, content, options) =>
      isStopped
        ? Promise.reject(new WorkerStopped())
        : Promise.race([shared.extract(kind, content, options), stopped.then(refuse)]),
    stop: async () => {
      isStopped = true
      resolve()
    },
  }
}
