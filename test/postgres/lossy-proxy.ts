import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What happens to the next COMMIT of a submission, and to later connections. */
type Mishap = {
  /** Whether the server gets the COMMIT, or the connection breaks before. */
  isCommitted: boolean
  /** Whether the server can be reached again. */
  isReachable: boolean
}

/** A proxy in front of PostgreSQL that loses the response to a COMMIT on request: that of a submission, since the program has work of its own. */
export async function startLossyProxy(address: string) {
  const { hostname, port } = new URL(address)
  const sockets = new Set<Socket>()
  let mishap: Mishap | undefined
  let isReachable = true

  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const lose = ({ isReachable: isReachableAfter }: Mishap) => {
    mishap = undefined
    isReachable = isReachableAfter
    cut()
  }
  const server = createServer((client) => {
    if (!isReachable) return void client.destroy()
    const upstream = connect(Number(port), hostname)
    let lost: Mishap | undefined
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
    }
    let isSubmission = false
    client.on('data', (data) => {
      isSubmission ||= data.includes('insert into "applications"')
      const isCommit = data.includes('commit\0')
      if (mishap && isCommit && isSubmission) {
        lost = mishap
        if (!lost.isCommitted) return lose(lost)
      }
      if (isCommit) isSubmission = false
      upstream.write(data)
    })
    upstream.on('data', (data) => (lost ? lose(lost) : client.write(data)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(address)
  url.port = String((server.address() as { port: number }).port)

  return {
    url: url.href,
    loseNextCommit: (next: Mishap) => {
      mishap = next
    },
    mend: () => {
      isReachable = true
    },
    stop: async () => {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
