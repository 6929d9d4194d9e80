import type { Company } from '../../site/company.ts'
import { JOBS_PER_PAGE } from '../../wire/limits.ts'
import type { PublicJob } from '../job.ts'
import { JOB_TYPES } from '../job-terms.ts'
import { type PlaceAndPay, readPlaceAndPay } from '../place-and-pay/job-pay.ts'
import type { Place } from '../place-and-pay/job-place.ts'
import { formatPay, payStepsOf, type YearlyPay, yearlyPay } from '../place-and-pay/pay-steps.ts'
import { JOB_FACETS, type JobFacet, type JobFilter, writeJobFilter } from './job-filter.ts'
import { type FacetOption, FEWEST_FOR_FACETS, type JobListPage, type ListedJob, listJob } from './job-list.ts'
import { type ListedPlace, labelPlaces } from './listed-places.ts'
import { queryWords, wordsOf } from './search-words.ts'
import { type ValueColumn, valueColumn } from './value-column.ts'
import { findTexts, indexWords, numberWords, type Vocabulary, type WordIndex } from './word-index.ts'

/** Options of one facet; of more, the rarest ones are left out. */
const MOST_OPTIONS = 100

/** What is read of one posting for all searches, in time linear in its texts. */
export type ReadPosting = {
  job: PublicJob
  /** It as a row of the list, made at its first use. */
  row: () => ListedJob
  /** The numbers of the words of its title, place, department and every section. */
  words: Int32Array
  place: Place
  pay: YearlyPay | undefined
}

/** The open postings, newest first, prepared for searches. */
export type PreparedJobs = {
  postings: readonly ReadPosting[]
  /** Where each of them is, and how the list names it. */
  places: readonly ListedPlace[]
  index: WordIndex
  columns: Record<Exclude<JobFacet, 'pay'>, ValueColumn>
  /** What each can pay in a year, in {@link currency}; not a number where it does not say so. */
  amounts: Float64Array
  /** The currency of most postings; pay in others is not compared. */
  currency: string | undefined
  paySteps: number[]
}

/**
 * Reads the words of a posting for searches.
 * @param vocabulary gets the words that it does not have
 */
export function readPosting(
  { job, place, pay }: PlaceAndPay & { job: PublicJob },
  vocabulary: Vocabulary,
): ReadPosting {
  const { title, location, department, description, requirements, benefits } = job
  const text = [title, location, department, description, requirements, benefits].join('\n')
  let row: ListedJob | undefined
  return {
    job,
    row: () => {
      row ??= listJob(job)
      return row
    },
    words: numberWords(wordsOf(text), vocabulary),
    place,
    pay: pay ? yearlyPay(pay) : undefined,
  }
}

/** Prepares read postings for searches; may be paused at each `yield`. @param vocabulary that they were read with */
export function* preparePostings(
  postings: readonly ReadPosting[],
  vocabulary: Vocabulary,
): Generator<void, PreparedJobs> {
  const index = yield* indexWords(
    postings.map(({ words }) => words),
    vocabulary,
  )
  const places = labelPlaces(postings)
  yield
  const [currency] = mostFrequent(postings.flatMap(({ pay }) => pay?.currency ?? []))
  const amounts = Float64Array.from(postings, ({ pay }) => (pay && pay.currency === currency ? pay.amount : Number.NaN))
  const paySteps = payStepsOf([...amounts.filter((amount) => !Number.isNaN(amount))])
  yield
  const columns = {
    department: valueColumn(postings.map(({ job }) => job.department)),
    type: valueColumn(postings.map(({ job }) => job.jobType)),
    place: valueColumn(places.map(({ label }) => label)),
  }
  return { postings, places, index, columns, amounts, currency, paySteps }
}

/** Prepares postings as a browser has them for searches, in time linear in their texts. @param company its address tells what the texts mean */
export function prepareJobs(jobs: readonly PublicJob[], company: Company['address']): PreparedJobs {
  const vocabulary: Vocabulary = new Map()
  const preparing = preparePostings(
    jobs.map((job) => readPosting({ job, ...readPlaceAndPay(job, company) }, vocabulary)),
    vocabulary,
  )
  for (;;) {
    const { done, value } = preparing.next()
    if (done) return value
  }
}

/** Which postings have words that begin with those of a query: 1 at their positions, and 0 at the others. */
export function findPostings({ index }: Pick<PreparedJobs, 'index'>, query: string): Uint8Array {
  return findTexts(index, queryWords(query))
}

/** One page of the postings that fit a filter, and the options of every facet under the other choices. */
export function searchJobs(prepared: PreparedJobs, wanted: JobFilter): JobListPage {
  const { postings } = prepared
  const hasFacets = postings.length >= FEWEST_FOR_FACETS
  const filter = hasFacets ? withKnownType(wanted) : { ...NO_FILTER, page: wanted.page }
  const { fitting, counts } = count(prepared, filter)
  const pages = Math.max(1, Math.ceil(fitting.length / JOBS_PER_PAGE))
  const page = Math.min(filter.page, pages)
  return {
    query: writeJobFilter(wanted),
    jobs: fitting
      .slice((page - 1) * JOBS_PER_PAGE, page * JOBS_PER_PAGE)
      .flatMap((position) => postings[position]?.row() ?? []),
    total: fitting.length,
    open: postings.length,
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

/** How many postings each option of a facet would leave, by the number of the option. */
type FacetCounts = Record<JobFacet, Int32Array>

/** One facet under a filter: the number of each posting's value, and which numbers the choice lets through. */
type Choice = { facet: JobFacet; numbers: Int32Array; counts: Int32Array; fits: (number: number) => boolean }

/**
 * The positions of the postings that fit, and how many each option of a facet would leave. A posting counts for a facet when it
 * misses no other one: changing that choice would show it.
 */
function count(prepared: PreparedJobs, filter: JobFilter): { fitting: number[]; counts: FacetCounts } {
  const choices = JOB_FACETS.map((facet) => choiceOf(prepared, filter, facet))
  const fitting: number[] = []
  for (const [position, isFound] of findPostings(prepared, filter.q).entries()) {
    if (isFound === 0) continue
    const missed = choices.filter(({ numbers, fits }) => !fits(numbers[position] ?? 0))
    if (missed.length === 0) fitting.push(position)
    for (const { numbers, counts } of countedFor(choices, missed)) {
      const number = numbers[position] ?? 0
      counts[number] = (counts[number] ?? 0) + 1
    }
  }
  const counts = Object.fromEntries(choices.map(({ facet, counts }) => [facet, counts])) as FacetCounts
  // A posting counts for every amount up to its own.
  for (let step = counts.pay.length - 2; step >= 0; step -= 1)
    counts.pay[step] = (counts.pay[step] ?? 0) + (counts.pay[step + 1] ?? 0)
  return { fitting, counts: { ...counts, pay: counts.pay.subarray(1) } }
}

function countedFor(all: readonly Choice[], missed: readonly Choice[]): readonly Choice[] {
  if (missed.length === 0) return all
  return missed.length === 1 ? missed : []
}

function choiceOf(prepared: PreparedJobs, filter: JobFilter, facet: JobFacet): Choice {
  const chosen = filter[facet]
  if (facet === 'pay') {
    const steps = payOptionsOf(prepared, filter)
    const least = steps.indexOf(Number(chosen))
    const fits = (reached: number) => reached > least
    return { facet, numbers: stepsReached(prepared, steps), counts: new Int32Array(steps.length + 1), fits }
  }
  const { values, numbers, numberOf } = prepared.columns[facet]
  const wanted = numberOf.get(chosen)
  const fits = chosen === '' ? () => true : (number: number) => number === wanted
  return { facet, numbers, counts: new Int32Array(values.length + 1), fits }
}

/** How many of some amounts each posting can pay. */
function stepsReached({ amounts }: PreparedJobs, steps: readonly number[]): Int32Array {
  const reached = new Int32Array(amounts.length)
  for (const [position, amount] of amounts.entries()) {
    let step = 0
    while (step < steps.length && amount >= (steps[step] ?? 0)) step += 1
    reached[position] = step
  }
  return reached
}

/** The steps of pay, and the chosen amount where it is none of them, in order. */
function payOptionsOf({ paySteps }: PreparedJobs, { pay }: JobFilter): readonly number[] {
  const chosen = Number(pay)
  return pay === '' || paySteps.includes(chosen) ? paySteps : [...paySteps, chosen].sort((one, other) => one - other)
}

function facetsOf(prepared: PreparedJobs, filter: JobFilter, counts: FacetCounts): JobListPage['facets'] {
  const { columns, currency } = prepared
  const payOptions = payOptionsOf(prepared, filter)
  const countOf = (facet: JobFacet, value: string): number => {
    const number = facet === 'pay' ? payOptions.indexOf(Number(value)) : columns[facet].numberOf.get(value)
    return counts[facet][number ?? -1] ?? 0
  }
  /** What is chosen stays an option even where it leaves nothing. */
  const withChosen = (facet: JobFacet, values: readonly string[]) =>
    values.filter((value) => countOf(facet, value) > 0 || value === filter[facet])
  const valuesOf = (facet: JobFacet): readonly string[] => {
    if (facet === 'type') return withChosen(facet, JOB_TYPES)
    if (facet === 'pay') return withChosen(facet, payOptions.map(String))
    const chosen = filter[facet]
    const left = columns[facet].mostFrequent(counts[facet], MOST_OPTIONS)
    return chosen === '' || left.includes(chosen) ? left : [...left, chosen]
  }
  const optionsOf = (facet: JobFacet): FacetOption[] =>
    valuesOf(facet).map((value) => ({
      value,
      label: facet === 'pay' ? formatPay(Number(value), currency) : value,
      count: countOf(facet, value),
    }))
  const isThere = (facet: JobFacet) => {
    // No filter applies without a control that shows it.
    if (filter[facet] !== '') return true
    return facet === 'pay' ? payOptions.length > 0 : columns[facet].values.length > 0
  }
  return Object.fromEntries(JOB_FACETS.filter(isThere).map((facet) => [facet, optionsOf(facet)]))
}

/** The most frequent first; equally frequent ones by name. */
function mostFrequent(given: readonly string[]): string[] {
  const column = valueColumn(given)
  const counts = new Int32Array(column.values.length + 1)
  for (const number of column.numbers) counts[number] = (counts[number] ?? 0) + 1
  return column.mostFrequent(counts, counts.length)
}
