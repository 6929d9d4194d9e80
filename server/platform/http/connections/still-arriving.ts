import type { IncomingMessage } from 'node:http'

/** Whether more of a body is to come. A request without one can be answered before Node says that it is complete. */
export function isStillArriving({ complete, headers }: IncomingMessage): boolean {
  return !complete && ((headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined)
}
