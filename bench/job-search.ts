import { PAGE } from '../contract/paths.ts'
import type { Bench } from './bench.ts'
import { print } from './figures/print.ts'
import { percentile } from './figures/rounds.ts'
import { getRequest, openConnection } from './site/connection.ts'
import { startProgram } from './site/program.ts'
import { makeFolderWithJobs } from './site/stored-jobs.ts'

const JOBS = 5_000
const AIM_MS = 30
const REQUESTS = { warmUp: 20, measured: 100 }

const SEARCHES = {
  'a facet that leaves all': '?type=Full-time',
  'a word of all titles': '?q=engineer',
  'a word of one title': '?q=4711',
  'two words and two facets': '?q=scada+valve&department=Engineering&place=Midland%2C+TX',
  'a word that no posting has': '?q=astronaut',
}

/** Measures the rendered landing page for filters, each after the response to the one before. */
export async function printJobSearch({ folder }: Bench): Promise<void> {
  const { dataDir } = await makeFolderWithJobs(folder, JOBS)
  await using program = await startProgram({ DATA_DIR: dataDir })
  const connection = await openConnection(program.url)
  for (const [what, query] of Object.entries(SEARCHES)) {
    const times: number[] = []
    for (let count = 0; count < REQUESTS.warmUp + REQUESTS.measured; count += 1) {
      const { status, ms } = await connection.send(getRequest(PAGE.landing + query, {}))
      if (status !== 200) throw new Error(`The response to a search was ${status}.`)
      if (count >= REQUESTS.warmUp) times.push(ms)
    }
    const median = percentile(times, 0.5)
    const subject = `\`GET /\` with ${what}, ${JOBS} jobs`
    print(subject, `${median.toFixed(1)} ms`, `at most ${AIM_MS} ms`, median <= AIM_MS)
  }
  connection.close()
}
