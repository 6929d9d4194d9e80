import type { Job } from '../job.ts'
import { countriesOf, type Place, type PlaceFacts, readPlace } from './job-place.ts'
import { statedPay } from './pay-text.ts'
import { type CompanyAddress, type NamedPlace, namedPlaceOf } from './place-of-work.ts'
import { dollarsOf, type Pay, readSalary } from './salary-text.ts'

/** What of a posting says what is paid. */
export type PayFacts = PlaceFacts & Pick<Job, 'salaryRange' | 'payMin' | 'payMax' | 'payCurrency' | 'payPeriod'>

/** Where the work of a posting is, and what is paid for it. */
export type PlaceAndPay = {
  place: Place
  /** The city that the location seems to name, for readers that demand one; null where it names none. */
  namedPlace: NamedPlace | null
  /** Null where it is not known in numbers. */
  pay: Pay | null
}

/**
 * Reads the place and the pay of a posting from its facts, or else from its location and salary range where these can be read
 * for certain. The server does it when a posting is written, and stores both (`stored-place-and-pay.ts`).
 * @param company its address tells what the texts mean
 */
export function readPlaceAndPay(job: PayFacts, company: CompanyAddress): PlaceAndPay {
  const place = readPlace(job, company)
  const read = () => readSalary(job.salaryRange ?? '', dollarsOf(countriesOf(place), company.country))
  return { place, namedPlace: namedPlaceOf(job.location) ?? null, pay: statedPay(job) ?? read() ?? null }
}
