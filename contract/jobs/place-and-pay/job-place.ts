import type { Job } from '../job.ts'
import { type CompanyAddress, countryOfRegion, type PlaceOfWork, readPlaceOfWork } from './place-of-work.ts'
import { shortRegion } from './regions.ts'

/** The address of a place of work; parts that are not known are null. The country is ISO 3166-1 alpha-2. */
export type PlaceAddress = Record<'city' | 'region' | 'postalCode' | 'country', string | null>

/** Where a posting's work is done: fully remote, from anywhere in some countries, at an address, or as its location says. */
export type Place =
  | { kind: 'fully-remote'; countries: readonly string[] }
  | { kind: 'address'; address: PlaceAddress }
  | { kind: 'text' }

/** What of a posting says where its work is done. */
export type PlaceFacts = Pick<
  Job,
  'location' | 'workplace' | 'country' | 'region' | 'city' | 'postalCode' | 'remoteCountries'
>

/**
 * The place of a posting's work: from its structured facts, otherwise from its location where that can be read for certain.
 * Filters, feeds, structured data and suggestions all read it here (`docs/decisions/0091-places-and-pay.md`).
 */
export function readPlace(job: PlaceFacts, company: CompanyAddress): Place {
  const read = readPlaceOfWork(job.location, homeOf(job, company))
  const isFullyRemote =
    job.workplace === null ? read.kind === 'remote' && job.city === null : job.workplace === 'remote'
  if (isFullyRemote) return { kind: 'fully-remote', countries: remoteCountries(job, read) }
  const address = job.city ? addressOfCity({ ...job, city: job.city }, read, company) : addressWithoutCity(job, read)
  return address.city || address.country ? { kind: 'address', address } : { kind: 'text' }
}

/** The countries of a place that are known. */
export function countriesOf(place: Place): readonly string[] {
  if (place.kind === 'fully-remote') return place.countries
  return place.kind === 'address' && place.address.country ? [place.address.country] : []
}

/** Whose codes and town a location means: the company's, unless the facts name another country. */
function homeOf({ country }: PlaceFacts, company: CompanyAddress): CompanyAddress {
  return country === null || country === company.country ? company : { locality: '', country }
}

/** The facts say the city; what they leave open comes from the company's address or the location if they are of that city. */
function addressOfCity(
  { city, region, country, postalCode }: PlaceFacts & { city: string },
  read: PlaceOfWork,
  company: CompanyAddress,
): PlaceAddress {
  const isIn = (place: { region: string | null | undefined; country: string | undefined }) =>
    isSameRegion(region, place.region) && (country === null || country === place.country)
  const own = { region: company.region, country: company.country }
  const text = read.kind === 'city' && read.city === city ? read : undefined
  const known = city === company.locality && isIn(own) ? own : text && isIn(text) ? text : undefined
  return {
    city,
    region: region ?? known?.region ?? null,
    postalCode,
    country: country ?? known?.country ?? (region && countryOfRegion(region, company)) ?? null,
  }
}

function addressWithoutCity({ region, country, postalCode }: PlaceFacts, read: PlaceOfWork): PlaceAddress {
  const isSameCountry = (code: string | undefined) => country === null || !code || country === code
  if (read.kind !== 'city' || !isSameRegion(region, read.region) || !isSameCountry(read.country)) {
    return { city: null, region, postalCode, country }
  }
  return {
    city: read.city,
    region: region ?? read.region ?? null,
    postalCode,
    country: country ?? read.country ?? null,
  }
}

/** Whether a location says no other region than the facts. */
function isSameRegion(fact: string | null, other: string | null | undefined): boolean {
  return fact === null || !other || shortRegion(fact) === shortRegion(other)
}

function remoteCountries({ remoteCountries, country }: PlaceFacts, read: PlaceOfWork): readonly string[] {
  if (remoteCountries.length > 0) return remoteCountries
  const known = country ?? (read.kind === 'remote' ? read.country : undefined)
  return known ? [known] : []
}
