import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'

/** How long one try counts, in milliseconds: anybody may ask. */
const FRESH_MS = 2_000

/**
 * Finds out whether the disk of the data folder takes writes, by a small file: one that has gone over to reading alone, as
 * a failing disk does, says nothing of it otherwise. Logs when that changes.
 * @param folder an existing folder for temporary files
 */
export function createDiskProbe(
  folder: string,
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
): () => Promise<boolean> {
  let tried = { at: Number.NEGATIVE_INFINITY, takesWrites: Promise.resolve(true) }
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
    if (now - tried.at > FRESH_MS) tried = { at: now, takesWrites: tryWriting() }
    return tried.takesWrites
  }
}
