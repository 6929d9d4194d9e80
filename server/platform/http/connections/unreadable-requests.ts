import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { RequestError } from '../request-error.ts'

/**
 * Status of what Node's parser refuses, by the code of its error; everything else is a bad request. The words are not
 * taken from `node:http`: importing a value from it loads all of Node's `fetch` too, at every start.
 */
const STATUS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/**
 * Answers what is no readable HTTP, of which neither routes nor hooks hear: a status, the headers of every other
 * answer, no body, and the end of the connection.
 */
export function answerUnreadable(headers: Record<string, string>) {
  const lines = Object.entries({ ...headers, 'content-length': '0', connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    const status = STATUS[error.code ?? ''] ?? '400 Bad Request'
    if (socket.writable && !isAnswering(socket)) socket.write(`HTTP/1.1 ${status}\r\n${head}\r\n`)
    socket.destroySoon()
  }
}

/** An answer that has begun cannot be followed by another head. Node's own handler looks at the same field. */
function isAnswering(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent ?? false
}

/** Node answers these two by itself, without our headers; so `requireHostHeader` is off and the application does. */
export function refuseOddRequests(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (namesOneHost(request.raw)) return done()
    done(new RequestError('invalid_request', 'The request does not name one host.'))
  })
  const server: Server = app.server
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { ...headers, 'content-length': 0, connection: 'close' }).end()
  })
}

/** Of two, a proxy may have gone by the other one (RFC 9112 section 3.2); only HTTP/1.0 knows none. */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    // Read for every request, so letters are only compared where the length is right.
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
