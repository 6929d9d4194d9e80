import { queryWords, wordsOf } from '../../../../contract/jobs/search/search-words.ts'
import type { SearchResults } from '../../../../contract/search/search-results.ts'
import { formatReference } from '../../../../contract/wire/reference.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { listSearchedJobs } from '../../jobs/job-queries.ts'
import { markWords } from './excerpts.ts'

/** Postings in one response. */
const SHOWN = 5

/** The postings that have all words of a query, each from its beginning, in title, location, department, codes or reference. */
export async function findPostings(db: Db, text: string): Promise<Pick<SearchResults, 'postings' | 'postingsTotal'>> {
  const wanted = queryWords(text)
  if (wanted.length === 0) return { postings: [], postingsTotal: 0 }
  const found = (await listSearchedJobs(db))
    .map((job) => ({ job, facts: factsOf(job) }))
    .filter(({ job, facts }) => {
      const words = wordsOf(`${job.title}\n${facts}`)
      return wanted.every((begin) => words.some((word) => word.startsWith(begin)))
    })
  const postings = found.slice(0, SHOWN).map(({ job, facts }) => ({
    id: job.id,
    title: markWords(job.title, wanted),
    facts: markWords(facts, wanted),
    status: job.status,
    isActive: job.is_active === 1,
    closingDate: job.closing_date,
  }))
  return { postings, postingsTotal: found.length }
}

type SearchedJob = Awaited<ReturnType<typeof listSearchedJobs>>[number]

function factsOf({ id, location, department, internal_job_code, project_code }: SearchedJob): string {
  return [formatReference('JOB', id), location, department, internal_job_code, project_code].filter(Boolean).join(' · ')
}
