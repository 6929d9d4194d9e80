import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { APPLICATION_STATUSES } from '../contract/vocabulary.ts'
import { openSite } from '../e2e/site.ts'
import { openDatabase } from '../server/database/open-database.ts'
import type { Db } from '../server/database/tables.ts'
import { insertJob } from '../server/jobs/job-queries.ts'
import { newJobRow } from '../server/jobs/job-rules.ts'
import { insertApplicant, jobBody } from '../test/factories.ts'
import { runServer } from '../test/run-server.ts'

const JOBS = 8
const TABS = APPLICATION_STATUSES.length + 1
const MINUTE_MS = 60_000

/** A word of the notes of every other application in each tab. */
export const SEARCHED = 'commission'

/** Starts the program with an admin, some postings and so many applications, spread evenly over the six tabs. */
export async function startSeededSite(folder: string, applications: number) {
  const dataDir = join(folder, `stored-${applications}`)
  await mkdir(dataDir)
  const db = await openDatabase(dataDir)
  await db.transaction().execute((transaction) => seed(transaction, applications))
  await db.destroy()
  const server = await runServer({ DATA_DIR: dataDir })
  return { applications, server, site: await openSite(server.url, dataDir) }
}

/** A running program with its applications. */
export type SeededSite = Awaited<ReturnType<typeof startSeededSite>>

async function seed(db: Db, applications: number): Promise<void> {
  const now = Date.now()
  const jobs: number[] = []
  for (let job = 1; job <= JOBS; job += 1) {
    const posting = jobBody({ title: `SCADA Integration Engineer ${job}` })
    jobs.push((await insertJob(db, newJobRow(posting, new Date(now), null))).id)
  }
  for (let index = 0; index < applications; index += 1) {
    const status = APPLICATION_STATUSES[index % TABS]
    const isSearched = Math.floor(index / TABS) % 2 === 0
    await insertApplicant(db, {
      name: `Ana Núñez ${index}`,
      email: `ana.nunez.${index}@example.com`,
      note: isSearched ? 'I commission well pads and tank farms.' : 'I have worked with Ignition since 2019.',
      status: status ?? 'pending',
      archived: status ? 0 : 1,
      job_id: jobs[index % JOBS] ?? null,
      created_at: new Date(now - index * MINUTE_MS).toISOString(),
    })
  }
}
