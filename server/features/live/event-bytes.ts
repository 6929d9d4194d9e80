import type { LiveEvent } from '../../../contract/team/live-events.ts'

/** An event as it is sent. */
export function bytesOf(event: LiveEvent): Buffer {
  return Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
}
