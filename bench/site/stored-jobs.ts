import type { JobCreate } from '../../contract/jobs/job.ts'
import { composeDescription, emptySections } from '../../contract/jobs/job-description.ts'
import { JOB_TYPES } from '../../contract/jobs/job-terms.ts'
import { readConfig } from '../../server/config.ts'
import { newJobRow } from '../../server/features/jobs/job-rules.ts'
import { storedPlaceAndPay } from '../../server/features/jobs/stored-place-and-pay.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import type { Db } from '../../server/platform/database/tables.ts'
import { jobBody } from '../../test/factories.ts'
import { makeDataFolder } from './program.ts'
import { randomResume, randomText, seededRandom } from './texts.ts'

/** Both engines take tens of thousands of values in a statement. */
const ROWS_AT_ONCE = 500
const WORDS_OF_DESCRIPTION = 60

/** What a posting has instead of the usual texts, by its place in the list. */
export type JobTexts = (random: () => number, index: number) => Partial<JobCreate>

/** The texts and facts of a large company: thousands of words, hundreds of departments and places, some postings closed. */
export const variedJob: JobTexts = (random, index) => ({
  requirements: randomResume(random),
  department: `Team ${index % 400}`,
  location: `City ${index % 1_000}`,
  jobType: JOB_TYPES[index % JOB_TYPES.length] ?? 'Full-time',
  salaryRange: `$${40 + (index % 90)},000 - $${130 + (index % 90)},000 a year`,
  ...(index % 10 === 0 && { closingDate: '2020-01-01' }),
})

/** A description of so many random words. */
export function describe(random: () => number, words: number): string {
  return composeDescription({ ...emptySections(), 'Key Responsibilities': `- ${randomText(random, words)}` })
}

/** Makes a data folder with so many open postings. @returns it, and the numbers of the postings */
export async function makeFolderWithJobs(
  folder: string,
  count: number,
  changes?: JobTexts,
): Promise<{ dataDir: string; ids: number[] }> {
  const dataDir = await makeDataFolder(folder)
  const db = await openDatabase(dataDir)
  const ids = await storeJobs(db, count, changes)
  await db.destroy()
  return { dataDir, ids }
}

/**
 * Puts open postings straight into the database.
 * @returns their numbers
 */
export async function storeJobs(db: Db, count: number, changes: JobTexts = () => ({})): Promise<number[]> {
  const now = new Date()
  const random = seededRandom(1)
  const placeAndPay = storedPlaceAndPay(readConfig({}, 'development').company.address)
  const rows = Array.from({ length: count }, (_, index) => {
    const description = describe(random, WORDS_OF_DESCRIPTION)
    const body = jobBody({ title: `SCADA Integration Engineer ${index + 1}`, description, ...changes(random, index) })
    return { ...newJobRow(body, now, null), ...placeAndPay.columnsOf(body) }
  })
  const ids: number[] = []
  for (let begin = 0; begin < count; begin += ROWS_AT_ONCE) {
    const values = rows.slice(begin, begin + ROWS_AT_ONCE)
    const stored = await db.insertInto('jobs').values(values).returning('id').execute()
    ids.push(...stored.map(({ id }) => id))
  }
  return ids
}
