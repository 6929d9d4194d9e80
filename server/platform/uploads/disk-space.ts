import { statfs } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'

/** The free space of one disk. */
export type DiskSpace = {
  /** Whether the disk keeps its minimum free after so many more bytes. */
  hasRoomFor(bytes: number): Promise<boolean>
}

/**
 * Watches the disk of a folder, so that applications are refused before it is full. The minimum that stays free lets
 * admins go on working.
 * @param options.minFreeBytes space that always stays free; 0 switches the check off
 */
export function createDiskSpace(options: { folder: string; minFreeBytes: number; log: FastifyBaseLogger }): DiskSpace {
  const { folder, minFreeBytes, log } = options
  let wasLow = false
  return {
    hasRoomFor: async (bytes) => {
      if (minFreeBytes === 0) return true
      const { bavail, bsize } = await statfs(folder)
      const free = bavail * bsize
      const isLow = free - bytes < minFreeBytes
      if (isLow && !wasLow) log.error({ free, minimum: minFreeBytes }, 'disk nearly full: applications are refused')
      wasLow = isLow
      return !isLow
    },
  }
}
