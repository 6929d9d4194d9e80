import type { Place, PlaceFacts } from '../place-and-pay/job-place.ts'
import { regionOfCode, shortRegion } from '../place-and-pay/regions.ts'
import { REMOTE } from './job-filter.ts'

/** Where the work of a posting is, and the short line under which the list has it. */
export type ListedPlace = { place: Place; label: string }

/**
 * Where the work of each posting is: remote, city and region, or else the location without what stands in parentheses. A city
 * without a region is that of the other postings if they name only one, and no other country. The facet of the list, job
 * alerts and share pictures all read it here (`docs/decisions/0096-one-place-and-one-pay.md`).
 */
export function labelPlaces(postings: readonly { job: PlaceFacts; place: Place }[]): ListedPlace[] {
  const named = regionsOf(postings.map(({ place }) => place))
  return postings.map(({ job, place }) => {
    const city = cityOf(place)
    if (!city) return { place, label: isListedAsRemote(job, place) ? REMOTE : withoutNote(job.location) }
    const region = city.region ?? onlyRegion(named.get(city.name), city.country)
    return { place, label: region ? `${city.name}, ${region}` : city.name }
  })
}

type City = { name: string; region: string | null; country: string | null }

function cityOf(place: Place): City | undefined {
  if (place.kind !== 'address' || !place.address.city) return undefined
  const { city: name, country } = place.address
  const region = place.address.region && shortRegion(place.address.region)
  return { name, region, country: country ?? (region && regionOfCode(region)?.country) ?? null }
}

/** The regions of a city that postings name, by country; null for those of no known country. */
type NamedRegions = Map<City['country'], Set<string>>

function regionsOf(places: readonly Place[]): Map<string, NamedRegions> {
  const cities = new Map<string, NamedRegions>()
  for (const city of places.flatMap((place) => cityOf(place) ?? [])) {
    const countries = cities.get(city.name) ?? new Map()
    const regions = countries.get(city.country) ?? new Set()
    if (city.region) regions.add(city.region)
    cities.set(city.name, countries.set(city.country, regions))
  }
  return cities
}

/** The one region of a city in a country, or in the only country that is known; Cambridge in Britain has none of America's. */
function onlyRegion(named: NamedRegions | undefined, country: City['country']): string | undefined {
  const all = [...(named ?? [])]
  if (country === null && all.filter(([other]) => other !== null).length > 1) return undefined
  const fitting = all.filter(([other]) => other === null || country === null || other === country)
  const [only, ...others] = new Set(fitting.flatMap(([, regions]) => [...regions]))
  return others.length === 0 ? only : undefined
}

/** Fully remote, or named remote before anything else, such as `Remote or Midland`: visitors look for both under one name. */
function isListedAsRemote({ workplace, location }: PlaceFacts, place: Place): boolean {
  return place.kind === 'fully-remote' || (workplace === null && /^remote\b/i.test(location))
}

function withoutNote(location: string): string {
  const note = location.indexOf(' (')
  return note > 0 ? location.slice(0, note) : location
}
