import type { Company } from '../../contract/company.ts'
import type { Job } from '../../contract/job.ts'
import { readPlaceOfWork } from './place-of-work.ts'

/** The place of work in the words of schema.org; parts that are not known are left out. */
type Address = {
  addressLocality: string | null
  addressRegion: string | null
  postalCode: string | null
  addressCountry: string | null
}

/** Where a posting's work is done: from anywhere in some countries, at an address, or as its location says. */
export type Place =
  | { kind: 'remote'; countries: readonly string[] }
  | { kind: 'address'; address: Address }
  | { kind: 'text' }

/** What of a posting says where its work is done. */
export type PlaceFacts = Pick<
  Job,
  'location' | 'workplace' | 'country' | 'region' | 'city' | 'postalCode' | 'remoteCountries'
>

/**
 * The place of a posting's work for search engines: from its structured facts, otherwise from its location where that can
 * be read for certain.
 */
export function readPlace(job: PlaceFacts, company: Company['address']): Place {
  const read = readPlaceOfWork(job.location, company)
  const isRemote = job.workplace === null ? read.kind === 'remote' && job.city === null : job.workplace === 'remote'
  if (isRemote) return { kind: 'remote', countries: remoteCountries(job, read) }
  const { city, region, postalCode, country } = job
  if (country) {
    return {
      kind: 'address',
      address: { addressLocality: city, addressRegion: region, postalCode, addressCountry: country },
    }
  }
  if (read.kind !== 'city') return { kind: 'text' }
  const address = { addressLocality: read.locality, addressRegion: read.region, postalCode }
  return { kind: 'address', address: { ...address, addressCountry: read.country ?? null } }
}

function remoteCountries(
  { remoteCountries, country }: PlaceFacts,
  read: ReturnType<typeof readPlaceOfWork>,
): readonly string[] {
  if (remoteCountries.length > 0) return remoteCountries
  const known = country ?? (read.kind === 'remote' ? read.country : undefined)
  return known ? [known] : []
}
