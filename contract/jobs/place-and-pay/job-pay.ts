import type { Company } from '../../site/company.ts'
import type { Job } from '../job.ts'
import { countriesOf, type PlaceFacts, readPlace } from './job-place.ts'
import { statedPay } from './pay-text.ts'
import { dollarsOf, type Pay, readSalary } from './salary-text.ts'

/** What of a posting says what is paid. */
export type PayFacts = PlaceFacts & Pick<Job, 'salaryRange' | 'payMin' | 'payMax' | 'payCurrency' | 'payPeriod'>

/** The pay of a posting: from its facts, or else from its salary range where that can be read for certain. */
export function readPay(job: PayFacts, company: Company['address']): Pay | undefined {
  return (
    statedPay(job) ??
    readSalary(job.salaryRange ?? '', dollarsOf(countriesOf(readPlace(job, company)), company.country))
  )
}
