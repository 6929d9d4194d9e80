import { MAX_SEARCH_LENGTH, MAXIMUM } from '../../wire/limits.ts'

/** Facets of the list of open positions, in their order on the page. Each is a parameter of its address. */
export const JOB_FACETS = ['department', 'type', 'place', 'pay'] as const

/** One of the facets. */
export type JobFacet = (typeof JOB_FACETS)[number]

/** What visitors look for in the list; an empty text stands for no choice. */
export type JobFilter = Record<JobFacet | 'q', string> & {
  /** Page of a long list, from 1 on. */
  page: number
}

/** The place of postings that can be done from anywhere. */
export const REMOTE = 'Remote'

/** Largest page number that is read. */
const MOST_PAGES = 9_999

/**
 * Reads the filter of an address. It never fails: a value that cannot be is left out, and a long one is cut.
 * @param search the query of the address, with or without its question mark
 */
export function readJobFilter(search: string): JobFilter {
  const given = new URLSearchParams(search)
  const read = (name: string, most: number) => (given.get(name) ?? '').trim().slice(0, most).toWellFormed()
  const pay = read('pay', MAXIMUM.jobLine)
  const page = Number(read('page', 10))
  return {
    q: read('q', MAX_SEARCH_LENGTH),
    department: read('department', MAXIMUM.jobLine),
    type: read('type', MAXIMUM.jobLine),
    place: read('place', MAXIMUM.jobLine),
    pay: /^[1-9]\d{0,9}$/.test(pay) ? pay : '',
    page: Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1,
  }
}

/** The query of a filter's address without the question mark, always in the same order; empty where nothing is chosen. */
export function writeJobFilter({ page, ...chosen }: JobFilter): string {
  const query = new URLSearchParams()
  for (const name of ['q', ...JOB_FACETS] as const) if (chosen[name]) query.set(name, chosen[name])
  if (page > 1) query.set('page', String(page))
  return String(query)
}
