import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { readConfig } from '../../server/config.ts'
import { type NewFile, type RemoteStore, StoreFault } from '../../server/platform/file-stores/file-store.ts'
import { createGoogleDrive, type DriveLimits } from '../../server/platform/file-stores/google-drive/google-drive.ts'
import type { FakeGoogle } from './fake-google.ts'

/**
 * The real store on the fake, configured as an operator does it.
 * @param limits timeouts that a test waits for; otherwise the real ones, because a busy machine is slow
 */
export function connectTo(
  google: FakeGoogle,
  {
    environment = google.environment(),
    ...limits
  }: Partial<DriveLimits> & { environment?: Record<string, string> } = {},
): RemoteStore {
  const { settings } = readConfig(environment, 'production').remoteStores['google-drive']
  if (!settings) throw new Error('The drive is not configured')
  return createGoogleDrive(settings, limits)
}

/** A resume of a size, in bytes; `reads` lists the positions from which it was read. */
export function resumeOf(size: number): NewFile & { content: Buffer; reads: number[] } {
  const content = randomBytes(size)
  const reads: number[] = []
  return {
    name: 'ana-nunez.pdf',
    kind: 'pdf',
    size,
    sha256: createHash('sha256').update(content).digest('hex'),
    content,
    reads,
    read: (from) => {
      reads.push(from)
      return Readable.from([content.subarray(from)])
    },
  }
}

/** The fault that an operation ends with. */
export async function faultOf(operation: Promise<unknown>): Promise<StoreFault> {
  const fault = await operation.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (fault instanceof StoreFault) return fault
  throw new Error('The operation did not fail with a StoreFault', { cause: fault })
}
