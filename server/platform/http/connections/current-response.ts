import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The response that a connection waits for or receives; those of pipelined requests come after it. Node's own handler of
 * malformed HTTP reads the same field.
 */
export function currentResponse(socket: Socket & { _httpMessage?: ServerResponse | null }): ServerResponse | undefined {
  return socket._httpMessage ?? undefined
}
