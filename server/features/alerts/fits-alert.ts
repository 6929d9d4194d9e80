import type { PublicJob } from '../../../contract/job.ts'
import type { JobAlertFacets } from '../../../contract/job-alert.ts'
import { offersRemote } from '../../../contract/job-place.ts'
import { regionOfCode, regionOfName } from '../../../contract/regions.ts'
import { normalise, queryWords, wordsOf } from '../../../contract/search-words.ts'

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region' })

/** Whether a posting has what a job alert asks for. */
export function fitsAlert(facets: JobAlertFacets, job: PublicJob): boolean {
  const { department, jobType, words } = facets
  if (jobType !== null && job.jobType !== jobType) return false
  if (department !== null && normalise(job.department ?? '') !== normalise(department)) return false
  return fitsPlace(facets, job) && hasWords(words, textOf(job))
}

/** Remote or the place: either is enough. */
function fitsPlace({ remote, place }: JobAlertFacets, job: PublicJob): boolean {
  if (!remote && place === null) return true
  if (remote && offersRemote(job)) return true
  return place !== null && hasWords(place, placeOf(job))
}

/** What a posting says of its place, each state, province and country as its name and as its code. */
function placeOf({ location, city, region, country }: PublicJob): string {
  const parts = [...location.split(','), city, region].map((part) => part?.trim() ?? '')
  const regions = parts.flatMap((part) => [regionOfName(part)?.code, regionOfCode(part)?.name])
  return [location, city, region, country, country && COUNTRY_NAMES.of(country), ...regions].join('\n')
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
