import type { Bench } from './bench.ts'
import { print, printDetail } from './figures/print.ts'
import { percentile } from './figures/rounds.ts'
import { GROWTH_AIM, type Sites, sizesOf } from './growth.ts'
import { type Connection, getCall, openConnection } from './site/connection.ts'
import type { CallGroup } from './site/dashboard-calls.ts'
import type { RunningInstallation } from './site/installations.ts'

/** Pairs of calls; the first ones only warm up. Slow ones are not waited for so often. */
const PAIRS = { most: 100, least: 20, warmUp: 10 }
const TIMES_LONGER = 2

/** Other programs on the machine make a call longer and never shorter: the faster ones tell what it takes. */
const FASTER_PART = 0.25

/** Milliseconds of one call at both sizes. */
type Times = { few: number; many: number }

/** Measures every call of a dashboard at both sizes, one call here and one there. */
export async function printTimes(
  bench: Bench,
  engine: string,
  sites: Sites,
  calls: { few: CallGroup[]; many: CallGroup[] },
): Promise<void> {
  const connections = { few: await openConnection(sites.few.url), many: await openConnection(sites.many.url) }
  for (const [index, { what, paths }] of calls.many.entries()) {
    const times: Times[] = []
    for (const [place, path] of paths.entries()) {
      const few = callOf(sites.few, calls.few[index]?.paths[place] ?? '')
      times.push(await measurePairs(bench, connections, { few, many: callOf(sites.many, path) }))
    }
    printGrowth(`${engine}, ${what}, ${sizesOf(bench)}`, times)
  }
  connections.few.close()
  connections.many.close()
}

function callOf({ authorization }: RunningInstallation, path: string): Buffer {
  return getCall(path, { authorization })
}

async function measurePairs(
  { seconds }: Bench,
  connections: { few: Connection; many: Connection },
  calls: { few: Buffer; many: Buffer },
): Promise<Times> {
  const times = { few: [] as number[], many: [] as number[] }
  const end = performance.now() + seconds * TIMES_LONGER * 1000
  for (let pair = 0; pair < PAIRS.least || (pair < PAIRS.most && performance.now() < end); pair += 1) {
    const few = await timeOf(connections.few, calls.few)
    const many = await timeOf(connections.many, calls.many)
    if (pair < PAIRS.warmUp) continue
    times.few.push(few)
    times.many.push(many)
  }
  return { few: percentile(times.few, FASTER_PART), many: percentile(times.many, FASTER_PART) }
}

async function timeOf(connection: Connection, call: Buffer): Promise<number> {
  const { status, ms } = await connection.send(call)
  if (status !== 200) throw new Error(`a list was answered with ${status}`)
  return ms
}

function printGrowth(what: string, times: Times[]): void {
  const [worst = { few: Number.NaN, many: Number.NaN }] = times.toSorted((a, b) => growthOf(b) - growthOf(a))
  const growth = growthOf(worst)
  const measured = `${growth.toFixed(2)} times (${worst.many.toFixed(2)} ms against ${worst.few.toFixed(2)} ms)`
  print(what, measured, `at most ${GROWTH_AIM} times`, growth <= GROWTH_AIM)
  if (times.length > 1) printDetail(`all: ${times.map((one) => growthOf(one).toFixed(2)).join(', ')}`)
}

function growthOf({ few, many }: Times): number {
  return many / few
}
