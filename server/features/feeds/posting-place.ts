import type { Company } from '../../../contract/company.ts'
import type { PublicJob } from '../../../contract/job.ts'

/** Where the work of a posting is done, as job boards ask for it. */
export type PostingPlace = { city: string; region: string; country: string; postalCode: string }

/** A city and a region, and perhaps a note in brackets. */
const CITY_AND_REGION = /^([^,()]+),([^,()]+)(?:\([^()]*\))?$/
/** Words of a location that is more than one place, or none. */
const NO_PLACE = /\b(?:remote|hybrid|or|and|anywhere|various|multiple)\b|[/;&]/i

/**
 * The place of a posting from its structured facts. Job boards refuse a posting without a place, so one without facts has
 * the city and region of a location such as `Midland, TX (on site)`, and otherwise the company's address.
 */
export function placeOf(job: PublicJob, { address }: Company): PostingPlace {
  const { city, region, country, postalCode } = job
  const isKnown = Boolean(city || region || country)
  const elsewhere = isKnown ? { city: '', region: '' } : (readLocation(job.location) ?? ownPlace(address))
  return {
    city: city ?? elsewhere.city,
    region: region ?? elsewhere.region,
    country: country ?? address.country,
    postalCode: postalCode ?? '',
  }
}

function readLocation(location: string): Pick<PostingPlace, 'city' | 'region'> | undefined {
  const [, city = '', region = ''] = CITY_AND_REGION.exec(location) ?? []
  return city && !NO_PLACE.test(`${city} ${region}`) ? { city: city.trim(), region: region.trim() } : undefined
}

function ownPlace({ locality, region }: Company['address']): Pick<PostingPlace, 'city' | 'region'> {
  return { city: locality, region }
}
