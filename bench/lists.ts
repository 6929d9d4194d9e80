import { API } from '../contract/paths.ts'
import type { Bench } from './bench.ts'
import { print, printDetail } from './figures/print.ts'
import { forgetPeak, peakMegabytes, residentMegabytes } from './figures/process-figures.ts'
import { GROWTH_AIM, type Sites, sizesOf } from './growth.ts'
import { printTimes } from './list-times.ts'
import { getCall, openConnection } from './site/connection.ts'
import { dashboardCalls, REFETCHED } from './site/dashboard-calls.ts'
import { ENGINES, installationWith, type RunningInstallation, startInstallation } from './site/installations.ts'

const REFETCH_AIM_BYTES = 1_000

/** Measures on each engine how much more a dashboard costs where a hundred times as much is stored. */
export async function printLists(bench: Bench): Promise<void> {
  for (const engine of ENGINES) {
    const stored = {
      few: await installationWith(bench.folder, engine, bench.sizes.few),
      many: await installationWith(bench.folder, engine, bench.sizes.many),
    }
    const calls = { few: await dashboardCalls(stored.few), many: await dashboardCalls(stored.many) }
    await using few = await startInstallation(stored.few)
    await using many = await startInstallation(stored.many)
    const sites = { few, many }
    await forgetPeaks(sites)
    const [fewIdle, manyIdle] = [await residentMegabytes(few.pid), await residentMegabytes(many.pid)]
    await printTimes(bench, engine, sites, calls)
    await printPeaks(`${engine}, memory of the program while it is so used, ${sizesOf(bench)}`, sites)
    printDetail(`${manyIdle.toFixed(0)} MB against ${fewIdle.toFixed(0)} MB before`)
    await printWholeList(bench, engine, sites)
    await printRefetch(engine, many)
  }
}

async function forgetPeaks({ few, many }: Sites): Promise<void> {
  await forgetPeak(few.pid)
  await forgetPeak(many.pid)
}

async function printPeaks(what: string, { few, many }: Sites): Promise<void> {
  const peaks = { few: await peakMegabytes(few.pid), many: await peakMegabytes(many.pid) }
  const growth = peaks.many / peaks.few
  const measured = `${growth.toFixed(2)} times (at most ${peaks.many.toFixed(0)} MB against ${peaks.few.toFixed(0)} MB)`
  print(what, measured, `at most ${GROWTH_AIM} times`, growth <= GROWTH_AIM)
}

/** The small list is read so often that equally much is read of both: all that is read leaves garbage behind. */
async function printWholeList(bench: Bench, engine: string, sites: Sites): Promise<void> {
  await forgetPeaks(sites)
  const bytes = await readWholeList(sites.many)
  for (let left = bytes; left > 0; ) left -= await readWholeList(sites.few)
  await printPeaks(`${engine}, memory while the whole list is read, streamed, ${sizesOf(bench)}`, sites)
  printDetail(`${(bytes / 1e6).toFixed(1)} MB read of each`)
}

/** @returns its size in bytes */
async function readWholeList({ url, authorization }: RunningInstallation): Promise<number> {
  const answer = await fetch(url + API.applications, { headers: { authorization } })
  if (answer.status !== 200) throw new Error(`the whole list was answered with ${answer.status}`)
  let bytes = 0
  for await (const chunk of answer.body ?? []) bytes += chunk.length
  return bytes
}

/** What comes over the wire, heads included, when a dashboard asks again and nothing has changed. */
async function printRefetch(engine: string, { url, authorization }: RunningInstallation): Promise<void> {
  const connection = await openConnection(url)
  let bytes = 0
  for (const path of REFETCHED) {
    const answer = await connection.send(await refetchCall(url, path, authorization))
    printDetail(`${path}: ${answer.status}, ${answer.bytes} bytes`)
    bytes += answer.bytes
  }
  connection.close()
  const what = `${engine}, refetch of an idle dashboard, both answers with their heads`
  print(what, `${bytes} bytes`, `under ${REFETCH_AIM_BYTES} bytes`, bytes < REFETCH_AIM_BYTES)
}

/** The call of a browser that has read this before. */
export async function refetchCall(url: string, path: string, authorization: string): Promise<Buffer> {
  const known = await fetch(url + path, { headers: { authorization } })
  await known.arrayBuffer()
  const etag = known.headers.get('etag')
  return getCall(path, { authorization, ...(etag !== null && { 'if-none-match': etag }) })
}
