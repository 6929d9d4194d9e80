import { queryWords, wordsOf } from '../../../../contract/jobs/search/search-words.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { listJobTitles } from '../../jobs/job-queries.ts'
import type { SearchTerm } from '../stored/search-index-entries.ts'

/** Postings whose title may have a word of a query, the newest of them: each costs the search a look into the index. */
const MOST_JOBS = 500

/**
 * The terms of a query, each with the postings whose title has it. Titles are read with every search, so that a new title
 * counts at once, for all its applications.
 */
export async function findTerms(db: Db, text: string): Promise<SearchTerm[]> {
  const searched = queryWords(text)
  if (searched.length === 0) return []
  const jobs = (await listJobTitles(db)).map(({ id, title }) => ({ id, words: wordsOf(title) }))
  return searched.map((word) => {
    const matchingJobs = jobs.filter(({ words }) => words.some((each) => each.startsWith(word)))
    return { word, jobIds: matchingJobs.slice(0, MOST_JOBS).map(({ id }) => id) }
  })
}
