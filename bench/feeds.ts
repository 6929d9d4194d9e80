import { setTimeout as wait } from 'node:timers/promises'
import { boardName, FEED } from '../contract/wire/feed-paths.ts'
import { readConfig } from '../server/config.ts'
import type { Bench } from './bench.ts'
import { print, printDetail } from './figures/print.ts'
import { residentMegabytes } from './figures/process-figures.ts'
import { type Connection, getRequest, openConnection } from './site/connection.ts'
import { startProgram } from './site/program.ts'
import { makeFolderWithJobs } from './site/stored-jobs.ts'

const JOBS = 5_000
const AIMS = { firstMs: 1_000, againMs: 50, growthMb: 120 }
const SETTLE_MS = 3_000

const BOARD = `/posting-api/job-board/${boardName(readConfig({}, 'development').company.name)}`
const PATHS = [...Object.values(FEED), BOARD, `${BOARD}?includeCompensation=true`, '/sitemap.xml']
/** What callers accept: job sites ask for a compressed body, the simplest readers for a plain one. */
const ENCODINGS = ['gzip', 'br', 'identity']

/** Measures every feed at its first request and when it is cached, and the memory that all of them keep. */
export async function printFeeds({ folder }: Bench): Promise<void> {
  const { dataDir } = await makeFolderWithJobs(folder, JOBS)
  await using program = await startProgram({ DATA_DIR: dataDir })
  const connection = await openConnection(program.url)
  await get(connection, '/', 'gzip')
  await wait(SETTLE_MS)
  const idle = await residentMegabytes(program.pid)
  for (const path of PATHS) {
    const first = await get(connection, path, 'gzip')
    const again = await get(connection, path, 'gzip')
    const isMet = first.ms <= AIMS.firstMs && again.ms <= AIMS.againMs
    const measured = `${first.ms.toFixed(0)} ms, then ${again.ms.toFixed(1)} ms`
    print(`\`GET ${path}\`, ${JOBS} jobs`, measured, `${AIMS.firstMs} ms, then ${AIMS.againMs} ms`, isMet)
    const plain = await get(connection, path, 'identity')
    printDetail(`${kilobytes(plain.bytes)} plain, ${kilobytes(first.bytes)} of gzip`)
  }
  for (const path of PATHS) for (const encoding of ENCODINGS) await get(connection, path, encoding)
  await wait(SETTLE_MS)
  const growth = (await residentMegabytes(program.pid)) - idle
  const what = `memory of all feeds in every encoding, ${JOBS} jobs`
  print(
    what,
    `${growth.toFixed(0)} MB above ${idle.toFixed(0)} MB`,
    `at most ${AIMS.growthMb} MB`,
    growth <= AIMS.growthMb,
  )
  connection.close()
}

async function get(connection: Connection, path: string, encoding: string) {
  const response = await connection.send(getRequest(path, { 'accept-encoding': encoding }))
  if (response.status !== 200) throw new Error(`The response to ${path} was ${response.status}.`)
  return response
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`
}
