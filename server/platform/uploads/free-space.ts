import { statfs } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'

/** How long one look at the disk counts, in milliseconds. */
const FRESH_MS = 2_000

/** Whether the disk still has room. */
export type FreeSpace = {
  /** Whether so many more bytes would leave the floor untouched. */
  hasRoomFor(bytes: number): Promise<boolean>
}

/**
 * Watches the disk of a folder, so that applications are refused before it is full: a full disk hurts everything that
 * writes, and what is left below the floor lets admins go on working.
 * @param options.floorBytes what is always to stay free; 0 is no floor
 */
export function createFreeSpace(options: { folder: string; floorBytes: number; log: FastifyBaseLogger }): FreeSpace {
  const { folder, floorBytes, log } = options
  let looked = { at: Number.NEGATIVE_INFINITY, free: Promise.resolve(0) }
  let wasLow = false

  const freeBytes = () => {
    const now = performance.now()
    if (now - looked.at > FRESH_MS) looked = { at: now, free: readFreeBytes(folder) }
    return looked.free
  }

  return {
    hasRoomFor: async (bytes) => {
      if (floorBytes === 0) return true
      const free = await freeBytes()
      const isLow = free - bytes < floorBytes
      if (isLow && !wasLow) log.error({ free, floor: floorBytes }, 'disk nearly full: applications are refused')
      wasLow = isLow
      return !isLow
    },
  }
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
