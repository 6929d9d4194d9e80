import type { Company } from './company.ts'
import type { PublicJob } from './job.ts'
import { JOB_FACETS, type JobFacet, type JobFilter, writeJobFilter } from './job-filter.ts'
import { type FacetOption, FEWEST_FOR_FACETS, type JobListPage, listJob } from './job-list.ts'
import { readPay } from './job-pay.ts'
import { JOBS_PER_PAGE } from './limits.ts'
import { readListedPlaces } from './listed-places.ts'
import { formatPay, payStepsOf, type YearlyPay, yearlyPay } from './pay-steps.ts'
import { queryWords, wordsOf } from './search-words.ts'
import { JOB_TYPES } from './vocabulary.ts'

/** Options of one facet; of more, the rarest ones are left out. */
const MOST_OPTIONS = 100

/** A posting, and what its filters compare; made once for many searches. */
type PreparedJob = {
  job: PublicJob
  /** Its words, normalised, each after a space. */
  words: string
  place: string
  pay: YearlyPay | undefined
}

/** The open postings, newest first, prepared for searches. */
export type PreparedJobs = {
  jobs: PreparedJob[]
  /** The currency of most postings; pay in others is not compared. */
  currency: string | undefined
  paySteps: number[]
}

/** Prepares postings for searches, in time linear in their texts. @param company its address tells what the texts mean */
export function prepareJobs(postings: readonly PublicJob[], company: Company['address']): PreparedJobs {
  const places = readListedPlaces(postings, company)
  const jobs = postings.map((job, index) => {
    const pay = readPay(job, company)
    return { job, words: textOf(job), place: places[index]?.label ?? job.location, pay: pay && yearlyPay(pay) }
  })
  const currencies = countsOf(jobs.flatMap(({ pay }) => pay?.currency ?? []))
  const [currency] = mostFrequent(currencies)
  const amounts = jobs.flatMap(({ pay }) => (pay && pay.currency === currency ? pay.amount : []))
  return { jobs, currency, paySteps: payStepsOf(amounts) }
}

/** One page of the postings that fit a filter, and the options of every facet under the other choices. */
export function searchJobs(prepared: PreparedJobs, wanted: JobFilter): JobListPage {
  const { jobs } = prepared
  const hasFacets = jobs.length >= FEWEST_FOR_FACETS
  const filter = hasFacets ? withKnownType(wanted) : { ...NO_FILTER, page: wanted.page }
  const { fitting, counts } = count(prepared, filter)
  const pages = Math.max(1, Math.ceil(fitting.length / JOBS_PER_PAGE))
  const page = Math.min(filter.page, pages)
  return {
    query: writeJobFilter(wanted),
    jobs: fitting.slice((page - 1) * JOBS_PER_PAGE, page * JOBS_PER_PAGE).map(listJob),
    total: fitting.length,
    open: jobs.length,
    page,
    pages,
    facets: hasFacets ? facetsOf(prepared, filter, counts) : null,
  }
}

const NO_FILTER: JobFilter = { q: '', department: '', type: '', place: '', pay: '', page: 1 }

/** The types are a closed list: another one is left out. */
function withKnownType(filter: JobFilter): JobFilter {
  return JOB_TYPES.some((type) => type === filter.type) ? filter : { ...filter, type: '' }
}

type FacetCounts = Record<JobFacet, Map<string, number>>

/**
 * The postings that fit, and how many each option of a facet would leave. A posting counts for a facet when it misses no
 * other one: changing that choice would show it.
 */
function count(prepared: PreparedJobs, filter: JobFilter): { fitting: PublicJob[]; counts: FacetCounts } {
  const tests = testsOf(prepared, filter)
  const values = valuesOf(prepared, payOptionsOf(prepared, filter))
  const words = queryWords(filter.q)
  const fitting: PublicJob[] = []
  const counts: FacetCounts = { department: new Map(), type: new Map(), place: new Map(), pay: new Map() }
  for (const one of prepared.jobs.filter((job) => words.every((word) => job.words.includes(` ${word}`)))) {
    const missed = JOB_FACETS.filter((facet) => !tests[facet](one))
    if (missed.length === 0) fitting.push(one.job)
    for (const facet of countedFor(missed)) {
      for (const value of values[facet](one)) add(counts[facet], value)
    }
  }
  return { fitting, counts }
}

function countedFor(missed: readonly JobFacet[]): readonly JobFacet[] {
  if (missed.length === 0) return JOB_FACETS
  return missed.length === 1 ? missed : []
}

function testsOf({ currency }: PreparedJobs, filter: JobFilter): Record<JobFacet, (one: PreparedJob) => boolean> {
  const least = Number(filter.pay)
  return {
    department: ({ job }) => !filter.department || job.department === filter.department,
    type: ({ job }) => !filter.type || job.jobType === filter.type,
    place: ({ place }) => !filter.place || place === filter.place,
    pay: ({ pay }) => !filter.pay || (pay !== undefined && pay.currency === currency && pay.amount >= least),
  }
}

/** The options of each facet that a posting counts for. */
function valuesOf(
  { currency }: PreparedJobs,
  payOptions: readonly number[],
): Record<JobFacet, (one: PreparedJob) => string[]> {
  return {
    department: ({ job }) => (job.department ? [job.department] : []),
    type: ({ job }) => [job.jobType],
    place: ({ place }) => [place],
    pay: ({ pay }) =>
      pay && pay.currency === currency ? payOptions.filter((step) => step <= pay.amount).map(String) : [],
  }
}

/** The steps of pay, and the chosen amount where it is none of them. */
function payOptionsOf({ paySteps }: PreparedJobs, { pay }: JobFilter): readonly number[] {
  const chosen = Number(pay)
  return pay === '' || paySteps.includes(chosen) ? paySteps : [...paySteps, chosen].sort((one, other) => one - other)
}

function facetsOf(prepared: PreparedJobs, filter: JobFilter, counts: FacetCounts): JobListPage['facets'] {
  const { jobs, currency } = prepared
  const payOptions = payOptionsOf(prepared, filter)
  const labelOf = (facet: JobFacet, value: string) => (facet === 'pay' ? formatPay(Number(value), currency) : value)
  const optionsOf = (facet: JobFacet): FacetOption[] => {
    const chosen = filter[facet]
    const values =
      facet === 'type' ? [...JOB_TYPES] : facet === 'pay' ? payOptions.map(String) : mostFrequent(counts[facet])
    // What is chosen stays an option even where it leaves nothing.
    const left = values.filter((value) => counts[facet].has(value) || value === chosen).slice(0, MOST_OPTIONS)
    const shown = chosen === '' || left.includes(chosen) ? left : [...left, chosen]
    return shown.map((value) => ({ value, label: labelOf(facet, value), count: counts[facet].get(value) ?? 0 }))
  }
  const isThere = (facet: JobFacet) => {
    // No filter applies without a control that shows it.
    if (filter[facet] !== '') return true
    if (facet === 'pay') return payOptions.length > 0
    return facet !== 'department' || jobs.some(({ job }) => job.department !== null)
  }
  return Object.fromEntries(JOB_FACETS.filter(isThere).map((facet) => [facet, optionsOf(facet)]))
}

/** Title, place, department and every section; a search finds the words that begin with its own. */
function textOf({ title, location, department, description, requirements, benefits }: PublicJob): string {
  return ` ${wordsOf([title, location, department, description, requirements, benefits].join('\n')).join(' ')}`
}

function countsOf(values: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) add(counts, value)
  return counts
}

function add(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1)
}

/** The most frequent first; equally frequent ones by name. */
function mostFrequent(counts: Map<string, number>): string[] {
  const sorted = [...counts].toSorted(([one, often], [other, than]) => than - often || (one < other ? -1 : 1))
  return sorted.map(([value]) => value)
}
