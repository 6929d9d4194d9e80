import type { PublicJob } from '../../../contract/jobs/job.ts'
import type { PlaceAddress } from '../../../contract/jobs/place-and-pay/job-place.ts'
import { regionOfCode } from '../../../contract/jobs/place-and-pay/regions.ts'
import type { Company } from '../../../contract/site/company.ts'
import type { PublishedPosting } from '../jobs/published-postings.ts'

/** Where the work of a posting is done, as job boards ask for it. */
export type JobBoardPlace = {
  city: string
  region: string
  country: string
  postalCode: string
  /** Where the work is done, if the posting says it. */
  workplace: PublicJob['workplace']
}

/**
 * The place of a posting for job boards, which demand one: what the posting says for certain, then the city that its
 * location names, and the company's address only where nothing is known (`docs/decisions/0091-places-and-pay.md`).
 */
export function jobBoardPlace(posting: PublishedPosting, { address: company }: Company): JobBoardPlace {
  const { job, place } = posting
  if (place.kind === 'fully-remote') return { ...remotePlace(job, place.countries, company), workplace: 'remote' }
  const address = place.kind === 'address' ? place.address : undefined
  return {
    ...(address?.city ? filled(address) : placeWithoutCity(posting, address, company)),
    workplace: job.workplace,
  }
}

type PostingAddress = Omit<JobBoardPlace, 'workplace'>

/** Remote work has a country, and a place only where its facts name one. */
function remotePlace(
  { city, region, country, postalCode }: PublicJob,
  countries: readonly string[],
  company: Company['address'],
): PostingAddress {
  // Job boards take one country: the company's if it is among them.
  const reached = countries.includes(company.country) ? company.country : countries[0]
  if (!reached) return addressOf(company)
  return filled({ city, region, postalCode, country: city && country ? country : reached })
}

function placeWithoutCity(
  { namedPlace: named }: PublishedPosting,
  address: PlaceAddress | undefined,
  company: Company['address'],
): PostingAddress {
  if (named) return filled({ ...(address ?? NOWHERE), city: named.city, region: named.region ?? null })
  return address && !isIn(address, company) ? filled(address) : addressOf(company)
}

const NOWHERE: PlaceAddress = { city: null, region: null, postalCode: null, country: null }

/** Job boards demand a country: a state's code says it. */
function filled({ city, region, postalCode, country }: PlaceAddress): PostingAddress {
  return {
    city: city ?? '',
    region: region ?? '',
    country: country ?? regionOfCode(region ?? '')?.country ?? '',
    postalCode: postalCode ?? '',
  }
}

function isIn({ country, region, postalCode }: PlaceAddress, company: Company['address']): boolean {
  return country === company.country && (region === null || region === company.region) && postalCode === null
}

function addressOf({ locality, region = '', country }: Company['address']): PostingAddress {
  return { city: locality, region, country, postalCode: '' }
}
