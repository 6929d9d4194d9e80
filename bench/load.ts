import { once } from 'node:events'
import { Agent, request } from 'node:http'
import autocannon from 'autocannon'

/**
 * Reads one address as fast as it is answered.
 * @returns answers per second
 */
export async function readsPerSecond(url: string, options: { connections: number; seconds: number }): Promise<number> {
  const result = await autocannon({ url, connections: options.connections, duration: options.seconds })
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} broken`)
  return result.requests.total / result.duration
}

/**
 * Sends the same body again and again.
 * @returns accepted requests per second
 */
export async function writesPerSecond(
  url: string,
  body: Buffer,
  contentType: string,
  options: { connections: number; seconds: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections })
  const start = performance.now()
  const end = start + options.seconds * 1000
  let accepted = 0
  const sendAll = async () => {
    while (performance.now() < end) {
      const call = request(url, {
        method: 'POST',
        agent,
        headers: { 'content-type': contentType, 'content-length': body.length },
      })
      call.end(body)
      const [response] = await once(call, 'response')
      response.resume()
      await once(response, 'end')
      if (response.statusCode !== 201) throw new Error(`${url}: ${response.statusCode}`)
      accepted += 1
    }
  }
  await Promise.all(Array.from({ length: options.connections }, sendAll))
  agent.destroy()
  return accepted / ((performance.now() - start) / 1000)
}

/**
 * Compares two measurements by taking them in turn, so that a noisy machine disturbs both.
 * @returns median of the second over median of the first
 */
export async function ratio(rounds: number, bare: () => Promise<number>, ours: () => Promise<number>) {
  const [bareResults, ourResults]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    bareResults.push(await bare())
    ourResults.push(await ours())
  }
  return { bare: median(bareResults), ours: median(ourResults), ratio: median(ourResults) / median(bareResults) }
}

/** The middle value. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
