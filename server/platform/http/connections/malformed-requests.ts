import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { RequestError } from '../request-error.ts'
import { currentResponse } from './current-response.ts'

/**
 * Status by the error code of Node's parser; any other error is a bad request. The words are not read from `node:http`:
 * importing a value from it loads all of Node's `fetch` at every start.
 */
const STATUS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/**
 * Makes the handler of malformed HTTP, which never reaches routes or hooks. It responds with a status, the given headers
 * and no body, and closes the connection.
 */
export function handleMalformed(headers: Record<string, string>) {
  const lines = Object.entries({ ...headers, 'content-length': '0', connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    const status = STATUS[error.code ?? ''] ?? '400 Bad Request'
    // A second head must not follow a response that has begun.
    if (socket.writable && !currentResponse(socket)?.headersSent) socket.write(`HTTP/1.1 ${status}\r\n${head}\r\n`)
    socket.destroySoon()
  }
}

/** Refuses two kinds of requests to which Node would respond without our headers; so `requireHostHeader` is off. */
export function refuseMalformed(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasOneHost(request.raw)) return done()
    done(new RequestError('invalid_request', 'The request does not name one host.'))
  })
  const server: Server = app.server
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { ...headers, 'content-length': 0, connection: 'close' }).end()
  })
}

/** A proxy may have used the other of two (RFC 9112 section 3.2); only HTTP/1.0 may have none. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
