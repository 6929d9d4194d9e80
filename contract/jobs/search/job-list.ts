import type { PublicJob } from '../job.ts'
import { previewOf } from '../job-preview.ts'
import { shownPay } from '../place-and-pay/pay-text.ts'
import type { JobFacet } from './job-filter.ts'

/** A posting as the list of open positions shows it. */
export type ListedJob = Pick<PublicJob, 'id' | 'title' | 'jobType' | 'location' | 'department' | 'createdAt'> & {
  pay: string | null
  preview: string
}

/** One choice of a facet, and how many postings it leaves together with the other choices. */
export type FacetOption = { value: string; label: string; count: number }

/** One page of the list of open positions. */
export type JobListPage = {
  /** The filter that made it, as `writeJobFilter` writes it. */
  query: string
  jobs: ListedJob[]
  /** Postings that fit the filter. */
  total: number
  /** Postings that are open. */
  open: number
  page: number
  pages: number
  /** Null where the list is too short for filters; without the facets that no posting has. */
  facets: Partial<Record<JobFacet, FacetOption[]>> | null
}

/** The list as the landing page carries it. */
export type ServedJobList = JobListPage & {
  /** Entity tag of the list of all postings that it was made from. */
  tag: string
}

/** What the landing page carries instead when the server does not search for a network at the moment, and says why. */
export type RefusedSearch = { refusal: string }

/** A shorter list has no filters: it is read faster than filtered (`docs/decisions/0073-list-of-positions.md`). */
export const FEWEST_FOR_FACETS = 6

/** A posting without what its row does not show. */
export function listJob(job: PublicJob): ListedJob {
  const { id, title, jobType, location, department, createdAt, description } = job
  return { id, title, jobType, location, department, pay: shownPay(job), createdAt, preview: previewOf(description) }
}
