import { type Connection, openConnection } from '../site/connection.ts'
import { processorSeconds } from './process-figures.ts'

/** What a server is given to do. */
export type Load = {
  /** Addresses of all servers that share the load. */
  urls: string[]
  request: Buffer
  /** Of every response; another one ends the bench. */
  status: number
  /** Spread over the servers. */
  connections: number
  seconds: number
}

/** How fast it was done; processor times in seconds of processor for each second of the clock, or for each response. */
export type Throughput = {
  perSecond: number
  /** Milliseconds of each response. */
  times: number[]
  /** Of the servers for each response, in milliseconds; their own processes only. */
  processorMs: number
  /** Of the servers, and of the sender: near 1 for one of them says who holds the other up. */
  serverShare: number
  senderShare: number
}

/**
 * Sends one request again and again over each connection, the next one when the response is there.
 * @param pids processes of the servers
 */
export async function measureLoad(load: Load, pids: number[]): Promise<Throughput> {
  const connections = await Promise.all(
    Array.from({ length: load.connections }, (_, index) => openConnection(urlOf(load.urls, index))),
  )
  const serverBefore = await processorSeconds(pids)
  const senderBefore = process.cpuUsage()
  const begun = performance.now()
  const times = (await Promise.all(connections.map((one) => sendUntil(one, load, begun + load.seconds * 1000)))).flat()
  const seconds = (performance.now() - begun) / 1000
  const sender = process.cpuUsage(senderBefore)
  const server = (await processorSeconds(pids)) - serverBefore
  for (const connection of connections) connection.close()
  return {
    perSecond: times.length / seconds,
    times,
    processorMs: (server * 1000) / times.length,
    serverShare: server / seconds,
    senderShare: (sender.user + sender.system) / 1e6 / seconds,
  }
}

function urlOf(urls: string[], index: number): string {
  return urls[index % urls.length] ?? ''
}

async function sendUntil(connection: Connection, { request, status }: Load, end: number): Promise<number[]> {
  const times: number[] = []
  while (performance.now() < end) {
    const response = await connection.send(request)
    if (response.status !== status) throw new Error(`got status ${response.status} instead of ${status}`)
    times.push(response.ms)
  }
  return times
}
