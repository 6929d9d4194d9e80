import { readPlaceAndPay } from '../../../../contract/jobs/place-and-pay/job-pay.ts'
import { readPlaceOfWork } from '../../../../contract/jobs/place-and-pay/place-of-work.ts'
import type { Pay } from '../../../../contract/jobs/place-and-pay/salary-text.ts'
import type { JobFact } from '../../../../contract/jobs/posting-fields.ts'
import type { Company } from '../../../../contract/site/company.ts'
import { type FactValues, factsOf } from './fact-values.ts'

/** Facts that belong together: a suggestion replaces none of a group in which something was typed. */
const PLACE = ['workplace', 'country', 'region', 'city', 'remoteCountries'] as const satisfies JobFact[]
const PAY = ['payMin', 'payMax', 'payCurrency', 'payPeriod'] as const satisfies JobFact[]

/** The texts that suggested facts were read from, as the form calls them. */
export function sourcesOf(facts: readonly JobFact[]): string {
  const has = (group: readonly JobFact[]) => facts.some((fact) => group.includes(fact))
  return [has(PLACE) && 'Job Location', has(PAY) && 'Salary Range'].filter(Boolean).join(' and ')
}

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
  const pay = isEmpty(PAY) ? readPlaceAndPay({ ...factsOf(typed), location, salaryRange }, company).pay : null
  return { ...place, ...(pay && payValues(pay)) }
}

function suggestPlace(location: string, company: Company['address']): Partial<FactValues> {
  const place = readPlaceOfWork(location, company)
  if (place.kind === 'remote') {
    return { workplace: 'remote', ...(place.country && { remoteCountries: place.country }) }
  }
  if (place.kind === 'text' || !place.country) return {}
  return { city: place.city, ...(place.region && { region: place.region }), country: place.country }
}

function payValues({ min, max, currency, period }: Pay): Partial<FactValues> {
  return {
    ...(min !== null && { payMin: String(min) }),
    ...(max !== null && { payMax: String(max) }),
    payCurrency: currency,
    payPeriod: period,
  }
}
