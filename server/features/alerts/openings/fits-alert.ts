import type { PublicJob } from '../../../../contract/jobs/job.ts'
import { publishedOn } from '../../../../contract/jobs/job-statuses.ts'
import { countriesOf } from '../../../../contract/jobs/place-and-pay/job-place.ts'
import { countryOfName, regionOfCode, regionOfName } from '../../../../contract/jobs/place-and-pay/regions.ts'
import type { JobAlertFacets } from '../../../../contract/jobs/search/job-alert.ts'
import { REMOTE } from '../../../../contract/jobs/search/job-filter.ts'
import { findPostings, type PreparedJobs } from '../../../../contract/jobs/search/job-search.ts'
import type { ListedPlace } from '../../../../contract/jobs/search/listed-places.ts'
import { normalise, queryWords, wordsOf } from '../../../../contract/jobs/search/search-words.ts'
import type { JobAlertRow } from '../../../platform/database/tables.ts'

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region' })

/** What a posting must have to be named in the mails of a stored job alert. */
export function facetsOf({ department, job_type, place, remote, words }: JobAlertRow): JobAlertFacets {
  return { department, jobType: job_type, place, remote: remote === 1, words }
}

/** The columns of facets. */
export function facetColumns({ department, jobType, place, remote, words }: JobAlertFacets) {
  return { department, job_type: jobType, place, remote: remote ? (1 as const) : (0 as const), words }
}

/** An open posting, and where the list has it. */
type OpenJob = ListedPlace & {
  job: PublicJob
  /** Its department, normalised. */
  department: string
  /** The words of all that it says of its place. */
  placeWords: readonly string[]
}

/** The open postings, newest first, and the labels that name one place for certain: a city, or remote work. */
export type OpenJobs = { jobs: readonly OpenJob[]; labels: ReadonlySet<string>; prepared: PreparedJobs }

/** What of the open postings job alerts compare; may be paused at each `yield`. */
export function* readOpenJobs(prepared: PreparedJobs): Generator<void, OpenJobs> {
  const jobs: OpenJob[] = []
  for (const [index, listed] of prepared.places.entries()) {
    const job = prepared.postings[index]?.job
    if (!job) continue
    const placeWords = wordsOf(placeText(job, listed))
    jobs.push({ ...listed, job, department: normalise(job.department ?? ''), placeWords })
    yield
  }
  return { jobs, labels: new Set(prepared.places.filter(isCertain).map(({ label }) => label)), prepared }
}

/** The label of a plain text may be a region, and so may the "city" of "Texas, USA": it may mean any place with these words. */
function isCertain({ place, label }: ListedPlace): boolean {
  if (label === REMOTE) return true
  const isCity = place.kind === 'address' && place.address.city !== null
  return isCity && !regionOfName(label) && !regionOfCode(label) && !countryOfName(label)
}

/** The open postings that have what a job alert asks for. @param since only those published after this instant */
export function findFitting(facets: JobAlertFacets, open: OpenJobs, since: string): PublicJob[] {
  const department = facets.department === null ? null : normalise(facets.department)
  const isFound = facets.words === null ? null : findPostings(open.prepared, facets.words)
  const fitsPlace = placeTest(facets, open.labels)
  return open.jobs
    .filter(
      (one, place) =>
        publishedOn(one.job) > since &&
        (facets.jobType === null || one.job.jobType === facets.jobType) &&
        (department === null || one.department === department) &&
        isFound?.[place] !== 0 &&
        fitsPlace(one),
    )
    .map(({ job }) => job)
}

/**
 * Remote or the place: either is enough. A city that the list offers is that one; any other text is searched for by its words,
 * and finds at least what the list has under it.
 */
function placeTest({ remote, place }: JobAlertFacets, labels: OpenJobs['labels']): (open: OpenJob) => boolean {
  if (!remote && place === null) return () => true
  const isLabel = place !== null && labels.has(place)
  const wanted = place === null || isLabel ? null : queryWords(place)
  const hasWanted = (words: readonly string[]) =>
    wanted?.every((begin) => words.some((word) => word.startsWith(begin))) ?? false
  return ({ label, placeWords }) => (remote && label === REMOTE) || label === place || hasWanted(placeWords)
}

/** What a posting says of its place, each state, province and country as its name and as its code. */
function placeText({ location, city, region }: PublicJob, { place, label }: ListedPlace): string {
  const parts = [...`${location},${label}`.split(','), city, region].map((part) => part?.trim() ?? '')
  const regions = parts.flatMap((part) => [regionOfName(part)?.code, regionOfCode(part)?.name])
  const countries = countriesOf(place).flatMap((code) => [code, COUNTRY_NAMES.of(code)])
  return [location, label, city, region, ...regions, ...countries].join('\n')
}
