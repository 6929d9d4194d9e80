import type { Bench } from './bench.ts'
import { print, printDetail } from './figures/print.ts'
import { percentile } from './figures/rounds.ts'
import { type Connection, getRequest, openConnection } from './site/connection.ts'
import type { RequestGroup } from './site/dashboard-requests.ts'
import type { Engine, RunningInstallation } from './site/installations.ts'

/** Requests of one kind; the first ones only warm up. Slow ones are not repeated so often. */
const REQUESTS = { most: 100, least: 20, warmUp: 10 }
const TIMES_LONGER = 2

/** Measures every request of a dashboard, each after the response to the one before. */
export async function printTimes(
  bench: Bench,
  engine: Engine,
  { site, requests }: { site: RunningInstallation; requests: RequestGroup[] },
): Promise<void> {
  const connection = await openConnection(site.url)
  for (const { what, paths, aimMs } of requests) {
    const times: number[] = []
    for (const path of paths) {
      times.push(await measure(bench, connection, getRequest(path, { authorization: site.authorization })))
    }
    const slowest = Math.max(...times)
    const subject = `${engine}, ${what}, ${bench.sizes.many} stored`
    print(subject, `${slowest.toFixed(1)} ms`, `at most ${aimMs} ms`, slowest <= aimMs)
    if (times.length > 1) printDetail(`all: ${times.map((time) => time.toFixed(1)).join(', ')} ms`)
  }
  connection.close()
}

/** @returns the median, in milliseconds */
async function measure({ seconds }: Bench, connection: Connection, request: Buffer): Promise<number> {
  const times: number[] = []
  const end = performance.now() + seconds * TIMES_LONGER * 1000
  for (let count = 0; count < REQUESTS.least || (count < REQUESTS.most && performance.now() < end); count += 1) {
    const { status, ms } = await connection.send(request)
    if (status !== 200) throw new Error(`The response to a list was ${status}.`)
    if (count >= REQUESTS.warmUp) times.push(ms)
  }
  return percentile(times, 0.5)
}
