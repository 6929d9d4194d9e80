import type { PublicJob } from '../contract/jobs/job.ts'
import { readPlaceAndPay } from '../contract/jobs/place-and-pay/job-pay.ts'
import { readJobFilter } from '../contract/jobs/search/job-filter.ts'
import { type PreparedJobs, preparePostings, readPosting, searchJobs } from '../contract/jobs/search/job-search.ts'
import { ACTIVE_JOBS, PAGE } from '../contract/wire/paths.ts'
import { readConfig } from '../server/config.ts'
import { doInSteps } from '../server/platform/yielding.ts'
import type { Bench } from './bench.ts'
import { mainThreadMs } from './figures/main-thread.ts'
import { print, printDetail } from './figures/print.ts'
import { forgetPeak, peakMegabytes } from './figures/process-figures.ts'
import { percentile } from './figures/rounds.ts'
import { fromAnother, getRequest, openConnection } from './site/connection.ts'
import { type Program, startProgram } from './site/program.ts'
import { makeFolderWithJobs, variedJob } from './site/stored-jobs.ts'

const JOBS = 5_000
const AIMS = { requestMs: 30, searchMs: 5, blockMs: 30, floodMb: 200 }
const REQUESTS = { warmUp: 20, measured: 100 }
const FLOOD = 1_500

/** The dearest searches that were found, and usual ones. */
const SEARCHES = {
  'a facet that leaves all': '?type=Full-time',
  'a word of all titles': '?q=engineer',
  'a word of one title': '?q=4711',
  'one letter': '?q=s',
  'twelve letters': '?q=e+t+a+o+i+n+s+h+r+d+l+c',
  'two words and two facets': '?q=scada+valve&department=Team+7&place=City+7',
  'every facet': '?q=s&department=Team+7&type=Full-time&place=City+7&pay=52345',
  'a word that no posting has': '?q=astronaut',
}

/** Measures searches of many postings: the search alone, the whole request, and a flood of them from one network. */
export async function printJobSearch({ folder }: Bench): Promise<void> {
  const { dataDir } = await makeFolderWithJobs(folder, JOBS, variedJob)
  await using program = await startProgram({ DATA_DIR: dataDir, TRUST_PROXY: '1' })
  const jobs = (await (await fetch(program.url + ACTIVE_JOBS)).json()) as PublicJob[]
  const prepared = await prepare(jobs)
  for (const [what, query] of Object.entries(SEARCHES)) {
    const filter = readJobFilter(query)
    const searches = await timesOf(async () => searchJobs(prepared, filter))
    printTime(`the search for ${what}, ${JOBS} jobs`, percentile(searches, 0.5), AIMS.searchMs)
    const connection = await openConnection(program.url)
    const before = await mainThreadMs(program.pid)
    const times = await timesOf(async () => {
      const { status } = await connection.send(getRequest(PAGE.landing + query, fromAnother()))
      if (status !== 200) throw new Error(`The response to a search was ${status}.`)
    })
    connection.close()
    const ms = ((await mainThreadMs(program.pid)) - before) / (REQUESTS.warmUp + REQUESTS.measured)
    printTime(`\`GET /\` with ${what}, ${JOBS} jobs, main thread`, ms, AIMS.requestMs)
    printDetail(`${percentile(times, 0.5).toFixed(1)} ms until the response is there`)
  }
  await printFlood(program)
}

/** Prepares postings as the server does, and prints for how long others wait meanwhile. */
async function prepare(jobs: readonly PublicJob[]): Promise<PreparedJobs> {
  const { address } = readConfig({}, 'development').company
  const vocabulary = new Map()
  // Processor time: other programs on the machine do not lengthen it.
  const used = () => process.threadCpuUsage().user / 1000
  let longest = 0
  let latest = used()
  const look = () => {
    longest = Math.max(longest, used() - latest)
    latest = used()
    looking = setImmediate(look)
  }
  let looking = setImmediate(look)
  const begun = used()
  const prepared = await doInSteps(
    (function* () {
      const postings = []
      for (const job of jobs) {
        postings.push(readPosting({ job, ...readPlaceAndPay(job, address) }, vocabulary))
        yield
      }
      return yield* preparePostings(postings, vocabulary)
    })(),
  )
  clearImmediate(looking)
  printTime(`the longest wait for others while ${JOBS} jobs are prepared`, longest, AIMS.blockMs)
  printDetail(`${(used() - begun).toFixed(0)} ms of the processor in all`)
  return prepared
}

/** Many searches at once from one network: most are refused, and little memory waits. */
async function printFlood({ url, pid }: Program): Promise<void> {
  await forgetPeak(pid)
  const before = await peakMegabytes(pid)
  const connections = await Promise.all(Array.from({ length: FLOOD / 10 }, () => openConnection(url)))
  const counts = new Map<number, number>()
  const other = await openConnection(url)
  const flood = connections.map(async (connection, index) => {
    for (let count = 0; count < 10; count += 1) {
      const { status } = await connection.send(
        getRequest(`/?q=e+t+${index}+${count}`, { 'x-forwarded-for': '10.255.0.1' }),
      )
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
    connection.close()
  })
  const { ms } = await other.send(getRequest('/?q=pump', fromAnother()))
  await Promise.all(flood)
  other.close()
  const growth = (await peakMegabytes(pid)) - before
  print(
    `memory of ${FLOOD} searches at once`,
    `${growth.toFixed(0)} MB`,
    `at most ${AIMS.floodMb} MB`,
    growth <= AIMS.floodMb,
  )
  printDetail(`statuses ${JSON.stringify([...counts])}, another network waited ${ms.toFixed(0)} ms`)
}

async function timesOf(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let count = 0; count < REQUESTS.warmUp + REQUESTS.measured; count += 1) {
    const begun = performance.now()
    await work()
    if (count >= REQUESTS.warmUp) times.push(performance.now() - begun)
  }
  return times
}

function printTime(what: string, ms: number, aim: number): void {
  print(what, `${ms.toFixed(1)} ms`, `at most ${aim} ms`, ms <= aim)
}
