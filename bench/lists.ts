import { ADMIN_API } from '../contract/wire/admin-paths.ts'
import type { Bench } from './bench.ts'
import { print, printDetail } from './figures/print.ts'
import { forgetPeak, peakMegabytes, residentMegabytes } from './figures/process-figures.ts'
import { printTimes } from './list-times.ts'
import { getRequest, openConnection } from './site/connection.ts'
import { dashboardRequests, REFETCHED } from './site/dashboard-requests.ts'
import { ENGINES, installationWith, type RunningInstallation, startInstallation } from './site/installations.ts'

const REFETCH_AIM_BYTES = 1_000

/** What a dashboard may add to the memory of the idle program, in megabytes. */
const MEMORY_AIM_MB = 80

/** Measures on each engine what a dashboard costs where very much is stored. */
export async function printLists(bench: Bench): Promise<void> {
  for (const engine of ENGINES) {
    const installation = await installationWith(bench.folder, engine, bench.sizes.many)
    const requests = await dashboardRequests(installation)
    await using site = await startInstallation(installation)
    const idle = await residentMegabytes(site.pid)
    await forgetPeak(site.pid)
    await printTimes(bench, engine, { site, requests })
    const growth = (await peakMegabytes(site.pid)) - idle
    const measured = `${growth.toFixed(0)} MB above the idle ${idle.toFixed(0)} MB`
    print(`${engine}, memory while it is so used`, measured, `at most ${MEMORY_AIM_MB} MB`, growth <= MEMORY_AIM_MB)
    await forgetPeak(site.pid)
    const bytes = await readFullList(site)
    const peak = (await peakMegabytes(site.pid)) - idle
    printDetail(`while the full list of ${(bytes / 1e6).toFixed(0)} MB is read: ${peak.toFixed(0)} MB above idle`)
    await printRefetch(engine, site)
  }
}

/** @returns its size in bytes */
async function readFullList({ url, authorization }: RunningInstallation): Promise<number> {
  const response = await fetch(url + ADMIN_API.applications, { headers: { authorization } })
  if (response.status !== 200) throw new Error(`the full list got status ${response.status}`)
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  return bytes
}

/** Bytes of a dashboard's refetch when nothing has changed, heads included. */
async function printRefetch(engine: string, { url, authorization }: RunningInstallation): Promise<void> {
  const connection = await openConnection(url)
  let bytes = 0
  for (const path of REFETCHED) {
    const response = await connection.send(await refetchRequest(url, path, authorization))
    printDetail(`${path}: ${response.status}, ${response.bytes} bytes`)
    bytes += response.bytes
  }
  connection.close()
  const what = `${engine}, refetch of an idle dashboard, both responses with their heads`
  print(what, `${bytes} bytes`, `under ${REFETCH_AIM_BYTES} bytes`, bytes < REFETCH_AIM_BYTES)
}

/** The request of a browser that has read this before. */
export async function refetchRequest(url: string, path: string, authorization: string): Promise<Buffer> {
  const known = await fetch(url + path, { headers: { authorization } })
  await known.arrayBuffer()
  const etag = known.headers.get('etag')
  return getRequest(path, { authorization, ...(etag !== null && { 'if-none-match': etag }) })
}
