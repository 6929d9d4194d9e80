import type { Company } from '../../contract/company.ts'
import { type PayFacts, readPay } from './pay.ts'
import { readPlace } from './place.ts'

/** What search engines will miss of an open posting, as sentences; the first is why they may not show it at all. */
export function missingFacts(job: PayFacts, company: Company['address']): string[] {
  return [missingPlace(job, company), missingPay(job, company)].filter((sentence) => sentence !== undefined)
}

function missingPlace(job: PayFacts, company: Company['address']): string | undefined {
  const place = readPlace(job, company)
  if (place.kind === 'remote') {
    return place.countries.length > 0 ? undefined : 'Job search does not show a remote position without its countries.'
  }
  const hasCountry = place.kind === 'address' && place.address.addressCountry !== null
  return hasCountry ? undefined : 'Job search does not show a position without the country of its place of work.'
}

function missingPay(job: PayFacts, company: Company['address']): string | undefined {
  if (readPay(job, company)) return undefined
  const isHidden = job.salaryRange === null && (job.payMin !== null || job.payMax !== null)
  return isHidden
    ? 'The pay is left out: search engines accept only what the page shows, and Salary Range is empty.'
    : 'The pay is not known in numbers.'
}
