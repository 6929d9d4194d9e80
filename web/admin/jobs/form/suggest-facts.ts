import type { Company } from '../../../../contract/company.ts'
import type { JobFact } from '../../../../contract/job-facts.ts'
import type { PayPeriod } from '../../../../contract/vocabulary.ts'
import { readPlaceOfWork } from '../../../posting/place-of-work.ts'
import { readSalary } from '../../../posting/salary-data.ts'
import type { FactValues } from './fact-values.ts'

/** Facts that belong together: a suggestion replaces none of a group in which something was typed. */
const PLACE = ['workplace', 'country', 'region', 'city', 'remoteCountries'] as const satisfies JobFact[]
const PAY = ['payMin', 'payMax', 'payCurrency', 'payPeriod'] as const satisfies JobFact[]

/**
 * What the free texts of a posting say for certain, as values of the form; empty where reading would be guessing.
 * @param typed what the form has already
 */
export function suggestFacts(
  { location, salaryRange, ...typed }: FactValues & { location: string; salaryRange: string },
  company: Company['address'],
): Partial<FactValues> {
  const isEmpty = (facts: readonly JobFact[]) => facts.every((fact) => typed[fact] === '')
  const place = isEmpty(PLACE) ? suggestPlace(location, company) : {}
  const country = typed.country || place.country || typed.remoteCountries || place.remoteCountries
  const pay = isEmpty(PAY) ? suggestPay(salaryRange, country || undefined) : {}
  return { ...place, ...pay }
}

function suggestPlace(location: string, company: Company['address']): Partial<FactValues> {
  const place = readPlaceOfWork(location, company)
  if (place.kind === 'remote') {
    return { workplace: 'remote', ...(place.country && { remoteCountries: place.country }) }
  }
  if (place.kind === 'text' || !place.country) return {}
  return { city: place.locality, region: place.region, country: place.country }
}

function suggestPay(salaryRange: string, country: string | undefined): Partial<FactValues> {
  const salary = readSalary(salaryRange, country)
  if (!salary) return {}
  const payPeriod: PayPeriod = ({ HOUR: 'hour', MONTH: 'month', YEAR: 'year' } as const)[salary.unitText]
  return {
    payMin: String(salary.minValue),
    payMax: String(salary.maxValue),
    payCurrency: salary.currency,
    payPeriod,
  }
}
