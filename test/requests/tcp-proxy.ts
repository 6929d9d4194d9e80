import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy before a local server; a test can cut its connections. */
export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

/** Starts a proxy that passes every connection on to a local port. */
export async function startTcpProxy(port: number) {
  const ends = new Set<Socket>()
  let left = Number.POSITIVE_INFINITY
  let server = await listen(0)
  const own = (server.address() as AddressInfo).port

  async function listen(at: number): Promise<Server> {
    const listening = createServer((near) => join(near, connect(port, '127.0.0.1'))).listen(at, '127.0.0.1')
    await once(listening, 'listening')
    return listening
  }
  function join(near: Socket, far: Socket) {
    for (const end of [near, far]) {
      ends.add(end)
      end
        .on('error', () => undefined)
        .once('close', () => {
          ends.delete(end)
          near.destroy()
          far.destroy()
        })
      end.on('data', (data) => {
        left -= data.length
        if (left < 0) near.destroy()
        else (end === near ? far : near).write(data)
      })
    }
  }
  const cut = () => {
    for (const end of ends) end.destroy()
  }

  return {
    url: `http://127.0.0.1:${own}`,
    /** Passes this many more bytes, then cuts every connection that sends another one. */
    cutAfter: (bytes: number) => {
      left = bytes
    },
    /** Refuses and cuts every connection. */
    stopListening: async () => {
      server.close()
      cut()
      await once(server, 'close')
    },
    /** Accepts connections again, at the same address. */
    listenAgain: async () => {
      left = Number.POSITIVE_INFINITY
      if (!server.listening) server = await listen(own)
    },
    stop: async () => {
      if (server.listening) server.close()
      cut()
    },
  }
}
