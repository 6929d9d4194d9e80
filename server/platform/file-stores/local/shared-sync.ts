/**
 * Lets callers share syncs: one that begins after a call covers it, whoever else it covers. At most one runs, and at
 * most one waits.
 * @param sync makes durable everything done before it begins
 * @returns resolves when such a sync, begun after the call, has succeeded
 */
export function shareSync(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let waiting: Promise<void> | undefined

  const begin = () => {
    waiting = undefined
    const begun = sync()
    running = begun.catch(() => {})
    return begun
  }

  return () => {
    waiting ??= running.then(begin)
    return waiting
  }
}
