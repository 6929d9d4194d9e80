import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A server in place of a remote store that sends bytes of a test's own. */
export type BrokenServer = Awaited<ReturnType<typeof startBrokenServer>>

/** Starts the server; it sends nothing before {@link BrokenServer.respond} says what. */
export async function startBrokenServer() {
  const connections = new Set<Socket>()
  let respond: (socket: Socket, request: string) => void = () => undefined
  const server = createServer((socket) => {
    connections.add(socket)
    socket.on('error', () => undefined).once('close', () => connections.delete(socket))
    let head = ''
    socket.on('data', (data) => {
      if (head.endsWith('\r\n\r\n')) return
      head = /^.*?(\r\n\r\n|$)/s.exec(head + data.toString('latin1'))?.[0] ?? ''
      if (head.endsWith('\r\n\r\n')) respond(socket, head)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Connections that are open. */
    connections: connections as ReadonlySet<Socket>,
    /** What it does with the first request of each connection, of which it is given the head. */
    respond: (behaviour: (socket: Socket, request: string) => void) => {
      respond = behaviour
    },
    stop: async () => {
      for (const socket of connections) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Sends the same bytes until the connection ends. @param everyMs how often; without it as fast as they are read */
export function sendForever(socket: Socket, bytes: Buffer, everyMs?: number): void {
  if (everyMs !== undefined) {
    const timer = setInterval(() => socket.write(bytes), everyMs)
    socket.once('close', () => clearInterval(timer))
    return
  }
  const send = () => {
    while (!socket.destroyed && socket.write(bytes));
    if (!socket.destroyed) socket.once('drain', send)
  }
  send()
}
