import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** A response as it came over the wire. */
export type RawResponse = { status: number; headers: Map<string, string>; body: string }

/**
 * Sends bytes that no HTTP client would, and reads until the server closes the connection.
 * @param timeoutMs how long the response may take, in milliseconds
 * @throws when the server sends nothing or keeps the connection open
 */
export async function sendRaw(url: string, request: string, timeoutMs = 5_000): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), signal: AbortSignal.timeout(timeoutMs) })
  socket.write(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string])
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1] ?? Number.NaN),
    headers: new Map(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body,
  }
}
