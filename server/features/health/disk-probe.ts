import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'

/** How long one result is reused, in milliseconds: the endpoint is public. */
const FRESH_MS = 2_000

/**
 * Checks whether the disk of the data folder takes writes, by writing a small file: a failing disk turns read-only without
 * notice. Logs each change.
 * @param folder an existing folder for temporary files
 */
export function createDiskProbe(
  folder: string,
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
): () => Promise<boolean> {
  let latest = { at: Number.NEGATIVE_INFINITY, takesWrites: Promise.resolve(true) }
  let tookWrites = true

  const tryWriting = async () => {
    const file = join(folder, randomUUID())
    try {
      await writeFile(file, 'x', { flag: 'wx', mode: 0o600 })
      await rm(file)
      if (!tookWrites) log.info('the disk takes writes again')
      tookWrites = true
    } catch (error) {
      if (tookWrites) log.error(`the disk takes no writes: ${(error as Error).message}`)
      tookWrites = false
      await rm(file, { force: true }).catch(() => undefined)
    }
    return tookWrites
  }

  return () => {
    const now = performance.now()
    if (now - latest.at > FRESH_MS) latest = { at: now, takesWrites: tryWriting() }
    return latest.takesWrites
  }
}
