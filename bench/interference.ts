import { setTimeout as wait } from 'node:timers/promises'
import { ACTIVE_JOBS } from '../contract/wire/paths.ts'
import type { Bench } from './bench.ts'
import { measureLoad } from './figures/load.ts'
import { print, printDetail } from './figures/print.ts'
import { median, percentile, takeInTurn } from './figures/rounds.ts'
import { refetchRequest } from './lists.ts'
import { getRequest, openConnection } from './site/connection.ts'
import { REFETCHED } from './site/dashboard-requests.ts'
import { ENGINES, installationWith, type RunningInstallation, startInstallation } from './site/installations.ts'
import { submissionForm, submissionRequest } from './site/submission-request.ts'

const READERS = 32
const DASHBOARDS = 5
/** As the browser does it, and some 300 times as often. */
const USUAL_PAUSE_MS = 30_000
const SHORT_PAUSE_MS = 100
const READ_AIM = 2
const SENDERS = 8
const RESUME_BYTES = 200_000
const WRITE_AIM = 0.9
/** A 99th percentile and a disk both need longer than a plain rate. */
const TIMES_LONGER = 2

/** Measures what a full installation and its open dashboards take away from visitors and applicants. */
export async function printInterference(bench: Bench): Promise<void> {
  for (const engine of ENGINES) {
    await using many = await startInstallation(await installationWith(bench.folder, engine, bench.sizes.many))
    await printReadsBesideDashboards(bench, engine, many)
    await using none = await startInstallation(await installationWith(bench.folder, engine, 0))
    await printSubmissionRates(bench, engine, { none, many })
  }
}

async function printReadsBesideDashboards(bench: Bench, engine: string, site: RunningInstallation): Promise<void> {
  const request = getRequest(ACTIVE_JOBS)
  const load = { urls: [site.url], request, status: 200, connections: READERS, seconds: bench.seconds * TIMES_LONGER }
  const p99Beside = async (pauseMs: number | null) => {
    await using _dashboards = pauseMs === null ? undefined : await openDashboards(site, pauseMs)
    return percentile((await measureLoad(load, [site.pid])).times, 0.99)
  }
  const p99s = await takeInTurn(bench.rounds, {
    alone: () => p99Beside(null),
    usual: () => p99Beside(USUAL_PAUSE_MS),
    hurried: () => p99Beside(SHORT_PAUSE_MS),
  })
  const alone = median(p99s.alone)
  for (const [kind, pause] of [
    ['usual', `every ${USUAL_PAUSE_MS / 1000} s`],
    ['hurried', `with ${SHORT_PAUSE_MS} ms between`],
  ] as const) {
    const beside = median(p99s[kind])
    const what = `${engine}, p99 of \`GET ${ACTIVE_JOBS}\` while ${DASHBOARDS} dashboards refetch ${pause}, ${bench.sizes.many} stored`
    const measured = `${(beside / alone).toFixed(2)} times (${beside.toFixed(1)} ms against ${alone.toFixed(1)} ms)`
    print(what, measured, `at most ${READ_AIM} times`, beside / alone <= READ_AIM)
  }
}

/** Opens dashboards that each refetch with this pause, out of step with each other, the first one at once. */
async function openDashboards(site: RunningInstallation, pauseMs: number): Promise<AsyncDisposable> {
  const closed = new AbortController()
  const requests = await Promise.all(REFETCHED.map((path) => refetchRequest(site.url, path, site.authorization)))
  const refetch = async (delayMs: number) => {
    const connection = await openConnection(site.url)
    for (let pause = delayMs; await passed(pause, closed.signal); pause = pauseMs) {
      for (const request of requests) await connection.send(request)
    }
    connection.close()
  }
  const open = Array.from({ length: DASHBOARDS }, (_, index) => refetch((index * pauseMs) / DASHBOARDS))
  return {
    [Symbol.asyncDispose]: async () => {
      closed.abort()
      await Promise.all(open)
    },
  }
}

/** @returns false when it ended early */
function passed(ms: number, signal: AbortSignal): Promise<boolean> {
  return wait(ms, true, { signal }).catch(() => false)
}

async function printSubmissionRates(
  bench: Bench,
  engine: string,
  sites: { none: RunningInstallation; many: RunningInstallation },
): Promise<void> {
  const request = submissionRequest(await submissionForm(RESUME_BYTES))
  const load = { request, status: 201, connections: SENDERS, seconds: bench.seconds * TIMES_LONGER }
  const rateAt = async ({ url, pid }: RunningInstallation) =>
    (await measureLoad({ ...load, urls: [url] }, [pid])).perSecond
  const rates = await takeInTurn(bench.rounds, { none: () => rateAt(sites.none), many: () => rateAt(sites.many) })
  const [none, many] = [median(rates.none), median(rates.many)]
  const what = `${engine}, submissions with a ${RESUME_BYTES / 1000} kB PDF after ${bench.sizes.many} stored`
  const measured = `${(many / none).toFixed(2)} of those at none (${many.toFixed(0)}/s against ${none.toFixed(0)}/s)`
  print(what, measured, `${WRITE_AIM}`, many / none >= WRITE_AIM)
  printDetail(`rates at none: ${rates.none.map((rate) => rate.toFixed(0)).join(', ')}`)
}
