import { type PayFacts, readPlaceAndPay } from '../../contract/jobs/place-and-pay/job-pay.ts'
import type { Place } from '../../contract/jobs/place-and-pay/job-place.ts'
import type { Company } from '../../contract/site/company.ts'

/** What search engines and job boards will miss of an open posting, as sentences; the first is why they may not show it at all. */
export function missingFacts(job: PayFacts, company: Company['address']): string[] {
  const { place, pay } = readPlaceAndPay(job, company)
  const missingPay = pay ? undefined : 'The pay is not known in numbers.'
  return [missingPlace(place), missingPay].filter((sentence) => sentence !== undefined)
}

function missingPlace(place: Place): string | undefined {
  if (place.kind === 'fully-remote') {
    return place.countries.length > 0 ? undefined : 'Job search does not show a remote position without its countries.'
  }
  if (place.kind === 'text' || place.address.country === null) {
    return 'Job search does not show a position without the country of its place of work.'
  }
  if (place.address.city === null) return 'Job boards ask for the city, which is not known.'
  return place.address.region === null ? 'Job boards ask for the state or region, which is not known.' : undefined
}
