import { composeDescription, emptySections } from '../../contract/job-description.ts'
import { newJobRow } from '../../server/features/jobs/job-rules.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import type { Db } from '../../server/platform/database/tables.ts'
import { jobBody } from '../../test/factories.ts'
import { makeDataFolder } from './program.ts'
import { randomText, seededRandom } from './texts.ts'

/** Both engines take tens of thousands of values in a statement. */
const ROWS_AT_ONCE = 500
const WORDS_OF_DESCRIPTION = 60

/** Makes a data folder with so many open postings. @returns it, and the numbers of the postings */
export async function makeFolderWithJobs(folder: string, count: number): Promise<{ dataDir: string; ids: number[] }> {
  const dataDir = await makeDataFolder(folder)
  const db = await openDatabase(dataDir)
  const ids = await storeJobs(db, count)
  await db.destroy()
  return { dataDir, ids }
}

/**
 * Puts open postings straight into the database.
 * @returns their numbers
 */
export async function storeJobs(db: Db, count: number): Promise<number[]> {
  const now = new Date()
  const random = seededRandom(1)
  const rows = Array.from({ length: count }, (_, index) => {
    const responsibilities = `- ${randomText(random, WORDS_OF_DESCRIPTION)}`
    const description = composeDescription({ ...emptySections(), 'Key Responsibilities': responsibilities })
    return newJobRow(jobBody({ title: `SCADA Integration Engineer ${index + 1}`, description }), now, null)
  })
  const ids: number[] = []
  for (let begin = 0; begin < count; begin += ROWS_AT_ONCE) {
    const values = rows.slice(begin, begin + ROWS_AT_ONCE)
    const stored = await db.insertInto('jobs').values(values).returning('id').execute()
    ids.push(...stored.map(({ id }) => id))
  }
  return ids
}
