import type { Company } from '../../contract/company.ts'
import type { Job } from '../../contract/job.ts'
import { type PlaceFacts, readPlace } from './place.ts'
import { readSalary } from './salary-data.ts'

/** A pay in the words of schema.org. */
export type Pay = {
  currency: string
  minValue?: number
  maxValue?: number
  unitText: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | 'YEAR'
}

/** What of a posting says what is paid. */
export type PayFacts = PlaceFacts & Pick<Job, 'salaryRange' | 'payMin' | 'payMax' | 'payCurrency' | 'payPeriod'>

/**
 * The pay of a posting for search engines: from its structured facts, otherwise from its salary range where that can be
 * read for certain. Undefined without a salary range, because search engines accept only a pay that the page shows.
 */
export function readPay(job: PayFacts, company: Company['address']): Pay | undefined {
  const { salaryRange, payMin, payMax, payCurrency, payPeriod } = job
  if (salaryRange === null) return undefined
  if (payCurrency && payPeriod && (payMin !== null || payMax !== null)) {
    const range = { ...(payMin !== null && { minValue: payMin }), ...(payMax !== null && { maxValue: payMax }) }
    return { currency: payCurrency, ...range, unitText: payPeriod.toUpperCase() as Pay['unitText'] }
  }
  return readSalary(salaryRange, countryOf(job, company))
}

/** The country whose dollars a salary range means. */
function countryOf(job: PlaceFacts, company: Company['address']): string | undefined {
  const place = readPlace(job, company)
  if (place.kind === 'remote') return place.countries.length === 1 ? place.countries[0] : undefined
  return place.kind === 'address' ? (place.address.addressCountry ?? undefined) : undefined
}
