import type { Company } from './company.ts'
import { REMOTE } from './job-filter.ts'
import { type Place, type PlaceFacts, readPlace } from './job-place.ts'
import { shortRegion } from './regions.ts'

/** Where the work of a posting is, and the short line under which the list has it. */
export type ListedPlace = { place: Place; label: string }

/**
 * Where the work of each posting is: remote, city and region, or else the location without what stands in parentheses. A city
 * without a region is that of the other postings if they name only one. The facet of the list, job alerts and share pictures
 * all read it here (`docs/decisions/0096-one-place-and-one-pay.md`).
 */
export function readListedPlaces(postings: readonly PlaceFacts[], company: Company['address']): ListedPlace[] {
  const read = postings.map((job) => ({ job, place: readPlace(job, company) }))
  const regions = new Map<string, Set<string>>()
  for (const { place } of read) {
    const { city, region } = cityOf(place)
    if (city && region) regions.set(city, (regions.get(city) ?? new Set()).add(region))
  }
  return read.map(({ job, place }) => {
    const { city, region } = cityOf(place)
    if (!city) return { place, label: isListedAsRemote(job, place) ? REMOTE : withoutNote(job.location) }
    const [only, ...others] = regions.get(city) ?? []
    const shown = region ?? (others.length === 0 ? only : undefined)
    return { place, label: shown ? `${city}, ${shown}` : city }
  })
}

function cityOf(place: Place): { city?: string | null; region?: string | null } {
  if (place.kind !== 'address') return {}
  const { city, region } = place.address
  return { city, region: region && shortRegion(region) }
}

/** Fully remote, or named remote before anything else, such as `Remote or Midland`: visitors look for both under one name. */
function isListedAsRemote({ workplace, location }: PlaceFacts, place: Place): boolean {
  return place.kind === 'fully-remote' || (workplace === null && /^remote\b/i.test(location))
}

function withoutNote(location: string): string {
  const note = location.indexOf(' (')
  return note > 0 ? location.slice(0, note) : location
}
