import type { Company } from '../../../contract/company.ts'
import type { PublicJob } from '../../../contract/job.ts'
import type { JobAlertFacets } from '../../../contract/job-alert.ts'
import { REMOTE } from '../../../contract/job-filter.ts'
import { countriesOf } from '../../../contract/job-place.ts'
import { type ListedPlace, readListedPlaces } from '../../../contract/listed-places.ts'
import { countryOfName, regionOfCode, regionOfName } from '../../../contract/regions.ts'
import { normalise, queryWords, wordsOf } from '../../../contract/search-words.ts'

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region' })

/** An open posting, and where the list has it. */
export type OpenJob = ListedPlace & { job: PublicJob }

/** The open postings, and the labels that name one place for certain: a city, or remote work. */
export type OpenJobs = { jobs: OpenJob[]; labels: ReadonlySet<string> }

/** Reads the places of the open postings as the list does. @param company its address tells what the texts mean */
export function placeOpenJobs(postings: readonly PublicJob[], company: Company['address']): OpenJobs {
  const places = readListedPlaces(postings, company)
  const jobs = places.flatMap((listed, index) => {
    const job = postings[index]
    return job ? [{ ...listed, job }] : []
  })
  return { jobs, labels: new Set(places.filter(isCertain).map(({ label }) => label)) }
}

/** The label of a plain text may be a region, and so may the "city" of "Texas, USA": it may mean any place with these words. */
function isCertain({ place, label }: ListedPlace): boolean {
  if (label === REMOTE) return true
  const isCity = place.kind === 'address' && place.address.city !== null
  return isCity && !regionOfName(label) && !regionOfCode(label) && !countryOfName(label)
}

/** Whether a posting has what a job alert asks for. */
export function fitsAlert(facets: JobAlertFacets, open: OpenJob, labels: OpenJobs['labels']): boolean {
  const { job } = open
  const { department, jobType, words } = facets
  if (jobType !== null && job.jobType !== jobType) return false
  if (department !== null && normalise(job.department ?? '') !== normalise(department)) return false
  return fitsPlace(facets, open, labels) && hasWords(words, textOf(job))
}

/**
 * Remote or the place: either is enough. A city that the list offers is that one; any other text is searched for by its words,
 * and finds at least what the list has under it.
 */
function fitsPlace({ remote, place }: JobAlertFacets, open: OpenJob, labels: OpenJobs['labels']): boolean {
  if (!remote && place === null) return true
  if (remote && open.label === REMOTE) return true
  if (place === null) return false
  return open.label === place || (!labels.has(place) && hasWords(place, placeText(open)))
}

/** What a posting says of its place, each state, province and country as its name and as its code. */
function placeText({ job: { location, city, region }, place, label }: OpenJob): string {
  const parts = [...`${location},${label}`.split(','), city, region].map((part) => part?.trim() ?? '')
  const regions = parts.flatMap((part) => [regionOfName(part)?.code, regionOfCode(part)?.name])
  const countries = countriesOf(place).flatMap((code) => [code, COUNTRY_NAMES.of(code)])
  return [location, label, city, region, ...regions, ...countries].join('\n')
}

/** What the search of the list looks at too. */
function textOf({ title, location, department, description, requirements, benefits }: PublicJob): string {
  return [title, location, department, description, requirements, benefits].join('\n')
}

/** Whether each of the wanted words begins a word of the text. */
function hasWords(wanted: string | null, text: string): boolean {
  if (wanted === null) return true
  const words = wordsOf(text)
  return queryWords(wanted).every((begin) => words.some((word) => word.startsWith(begin)))
}
