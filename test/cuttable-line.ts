import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A line to a server of this machine that a test can cut. */
export type CuttableLine = Awaited<ReturnType<typeof startLine>>

/** Passes TCP connections on to a port. */
export async function startLine(port: number) {
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
    /** Passes only so many bytes more; after them every connection that brings one is cut. */
    cutAfter: (bytes: number) => {
      left = bytes
    },
    /** Nobody answers any more. */
    goAway: async () => {
      server.close()
      cut()
      await once(server, 'close')
    },
    /** Answers again, at the same address. */
    comeBack: async () => {
      left = Number.POSITIVE_INFINITY
      if (!server.listening) server = await listen(own)
    },
    stop: async () => {
      if (server.listening) server.close()
      cut()
    },
  }
}
