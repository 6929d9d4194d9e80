import { once } from 'node:events'
import { connect } from 'node:net'

/** Status, size on the wire with the head, and duration in milliseconds of a response. */
type Measured = { status: number; bytes: number; ms: number }

/** One keep-alive connection, used for one request after the other. */
export type Connection = { send(request: Buffer): Promise<Measured>; close(): void }

/** All connections share this buffer: each reads its bytes before the next chunk arrives. */
const received = Buffer.allocUnsafe(256 * 1024)

/**
 * Opens a connection for prepared requests. It does only what separates one response from the next, because its processor
 * time is taken from the server on the same machine.
 */
export async function openConnection(url: string): Promise<Connection> {
  let waiting: { resolve(response: Measured): void; reject(error: Error): void } | undefined
  let response = { status: 0, bytes: 0, begun: 0, head: '' }

  const take = (length: number) => {
    const before = response.bytes
    response.bytes = before + length
    if (response.status === 0) readHead(received.toString('latin1', 0, length))
    if (response.status !== 0 && response.bytes >= expected) finish()
    return true
  }
  let expected = Number.POSITIVE_INFINITY
  const readHead = (text: string) => {
    response.head += text
    const end = response.head.indexOf('\r\n\r\n')
    if (end === -1) return
    response.status = Number(response.head.slice(9, 12))
    const length = bodyLength(response)
    if (length === undefined) socket.destroy(new Error(`a response has no Content-Length:\n${response.head}`))
    expected = end + 4 + (length ?? Number.POSITIVE_INFINITY)
  }
  const finish = () => {
    waiting?.resolve({ status: response.status, bytes: response.bytes, ms: performance.now() - response.begun })
    waiting = undefined
  }

  const { hostname, port } = new URL(url)
  const socket = connect({
    host: hostname === 'localhost' ? '127.0.0.1' : hostname,
    port: Number(port),
    noDelay: true,
    onread: { buffer: received, callback: take },
  })
  await once(socket, 'connect')
  const fail = (error: Error) => waiting?.reject(error)
  socket.on('error', fail).on('close', () => fail(new Error(`${url} has closed the connection`)))
  return {
    send: (request) => {
      response = { status: 0, bytes: 0, begun: performance.now(), head: '' }
      expected = Number.POSITIVE_INFINITY
      const { promise, resolve, reject } = Promise.withResolvers<Measured>()
      waiting = { resolve, reject }
      socket.write(request)
      return promise
    },
    close: () => socket.destroy(),
  }
}

function bodyLength({ head, status }: { head: string; status: number }): number | undefined {
  const [, length] = /^content-length: (\d+)/im.exec(head) ?? []
  if (length !== undefined) return Number(length)
  return status === 204 || status === 304 ? 0 : undefined
}

let networks = 0

/** A header that makes each request come from another network, where the program trusts one proxy: no limit counts them. */
export function fromAnother(): { 'x-forwarded-for': string } {
  networks += 1
  return { 'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` }
}

/** The bytes of a GET request. */
export function getRequest(path: string, headers: Record<string, string> = {}): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${headerLines({ host: 'localhost', ...headers })}\r\n`)
}

/** The bytes of a POST request. */
export function postRequest(path: string, body: Buffer, headers: Record<string, string>): Buffer {
  const all = { host: 'localhost', 'content-length': String(body.length), ...headers }
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${headerLines(all)}\r\n`), body])
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}
