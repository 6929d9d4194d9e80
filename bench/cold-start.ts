import { setTimeout as wait } from 'node:timers/promises'
import { setUp } from '../test/security/sign-ins.ts'
import type { Bench } from './bench.ts'
import { print } from './figures/print.ts'
import { residentMegabytes } from './figures/process-figures.ts'
import { median } from './figures/rounds.ts'
import { startProgram } from './site/program.ts'
import { makeFolderWithJobs } from './site/stored-jobs.ts'

const JOBS = 50
const AIM_MS = 900
const AIM_MB = 130
const SETTLE_MS = 2_000

/** Measures how long the program takes to its first page, and what memory it has when nothing happens afterwards. */
export async function printColdStart({ folder, rounds }: Bench): Promise<void> {
  const { dataDir } = await makeFolderWithJobs(folder, JOBS)
  {
    await using first = await startProgram({ DATA_DIR: dataDir })
    await setUp(first.url)
  }
  const starts: number[] = []
  const memories: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    await using server = await startProgram({ DATA_DIR: dataDir })
    await (await fetch(server.url)).arrayBuffer()
    starts.push(performance.now() - begun)
    await wait(SETTLE_MS)
    memories.push(await residentMegabytes(server.pid))
  }
  print(
    'cold start to the first page',
    `${median(starts).toFixed(0)} ms`,
    `under ${AIM_MS} ms`,
    median(starts) < AIM_MS,
  )
  const memory = median(memories)
  print(
    'idle memory (resident), 2 s after the first page',
    `${memory.toFixed(0)} MB`,
    `under ${AIM_MB} MB`,
    memory < AIM_MB,
  )
}
